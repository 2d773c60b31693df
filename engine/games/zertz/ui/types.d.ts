/* What a ZERTZ board is shown. Signs of a column: W, G, B a marble; o a vacant ring; - no ring. */

import type {GameTexts, Texts} from "/static/house/types.js";

export type Colour = "W" | "G" | "B";
export type Sign = Colour | "o" | "-";

export interface Placement {
  kind: "placement";
  seat: number;
  text: string;
  colour: Colour;
  ring: string;
  removed: string | null;
  taken: {colour: Colour; ring: string}[];
}

export interface Capture {
  kind: "capture";
  seat: number;
  text: string;
  start: string;
  jumps: {colour: Colour; over: string; to: string}[];
}

export interface Other {
  kind: "pass" | "claim";
  seat: number;
  text: string;
}

export interface View {
  columns: string[];
  lows?: number[];
  pool: number[];
  captured: number[][];
  goals: {white: number; grey: number; black: number; each: number};
  options?: {tournament?: boolean};
  last: Placement | Capture | Other | null;
  bound?: boolean;
  missed?: unknown;
  pending?: unknown;
}

export type ZertzTexts = GameTexts & {board: Texts};
