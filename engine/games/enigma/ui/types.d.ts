/* What the board of Enigma is made of. */

import type {GameTexts, Texts} from "/static/house/types.js";

export type Place = [number, number];

/** a + b * sqrt(2) */
export type Exact = [number, number];
export type ExactPoint = [Exact, Exact];

/** A tan on the desk: turned so many eighths, and where its first corner lies. */
export interface LyingTan {
  tan: string;
  rot: number;
  flip: boolean | number;
  at: ExactPoint;
}

/** What the sand runs towards: `until` in ms of the house's clock, null when none runs. */
export interface Sand {
  until: number | null;
  span: number;
  label: string;
}

export type Colour = "R" | "B" | "Y";

/** A part of a tile: the sides where its channel leaves, and the colours of its cells. */
export interface Part {
  edges: string;
  cells: string;
}

/** x, y, tile, rotation */
export type Laid = [number, number, string, number];

/** seat, x, y, cell */
export type Meeple = [number, number, number, number];

/** A system of the table: its parts as x, y, part; its open ends as x, y, side; how many cells of each colour; and of
 * each meeple seat, colour and worth. */
export interface System {
  parts: [number, number, number][];
  ends: [number, number, number][];
  cells: [Colour, number][];
  meeples: [number, Colour, number][];
}

/** What a frame brings beside the view. */
export interface Aids {
  systems: System[];
}

/** What a puzzle lies on the desk with: its data, the last answer, and whether it can be touched. */
export interface DeskOptions<D, A> {
  data: D;
  said: A | null;
  texts: DeskTexts;
  announce: (text: string) => void;
  live: boolean;
}

export interface WeightsData {
  left: number[];
  right: number[];
  use: number;
}

/** How many weights lie in each pan. */
export interface WeightsAnswer {
  left: number[];
  right: number[];
}

export interface Pan {
  side: "left" | "right";
  at: number;
  value: number;
  x: number;
}

export type PipeType = "E" | "I" | "L" | "T";

/** A piece and how often it is turned by a quarter. */
export type Piece = [PipeType, number];

export interface PipesData {
  blocked: number[];
  excluded: string[];
  terminals: string[];
}

export interface PipesAnswer {
  cells: (Piece | null)[];
}

/** The words of the board that the desks need. */
export type DeskTexts = GameTexts & {
  board: Texts & {
    comma: string;
    sides: Record<string, string>;
    letters: Record<string, string>;
    zoom: {in: string; out: string; fit: string};
  };
};

export interface TangramData {
  outline: ExactPoint[][];
}

export type TangramAnswer = Record<string, {at: ExactPoint; flip: boolean | number; rot: number}>;

/** A puzzle that lies on the desk. */
export interface Desk {
  answer(): unknown;
  reset(): void;
  destroy(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has data and answers of its own
export type MakeDesk = (root: HTMLElement, options: DeskOptions<any, any>) => Desk;

export interface Puzzle {
  id: string;
  kind: string;
  level: number;
  data: {use?: number};
}

/** What the eye's own desk shows while puzzles are solved. */
export interface Mine {
  puzzle: Puzzle | null;
  tries: number | null;
  said: string | null;
  fault: string | null;
  elapsed: number | null;
}

/** What everybody sees of a seat's desk. `opened`: ms since the match began. */
export interface SeatDesk {
  kind: string | null;
  tile: string | null;
  opened: number | null;
  done: boolean;
}

export interface Pile {
  top: string | null;
  left: number;
}

/** What came of a seat's puzzle in the last round. */
export interface Result {
  seat: number;
  kind: string;
  puzzle: Puzzle | null;
  elapsed: number | null;
  success: boolean;
  answer: string | null;
  /** The match ended while it lay on the desk. */
  broken_off?: boolean;
}

/** A picture in the rules: a puzzle with an answer on it, or a table. */
export interface Figure {
  figure?: "puzzle" | "table";
  puzzle?: Puzzle;
  said?: string;
}

export interface View extends Figure {
  phase: string;
  first: number | null;
  sand_ms: number;
  cap_ms: number;
  grace_ms: number;
  limit: number | null;
  due: number | null;
  piles: Record<string, Pile>;
  mine: Mine | null;
  desks: SeatDesk[];
  queue: number[];
  past: Result[];
  supply: number[];
  scores: number[];
  reason: string | null;
  table: Laid[];
  meeples: Meeple[];
  shapes: Record<string, string>;
}

/** A tile picked for a square: how often it is turned, and the cell of its meeple ("-": none). */
export interface PickedTile {
  square: string;
  rot: string;
  cell: string;
}

export type BlockName = "R" | "B" | "Y" | "G";
export type Cube = [number, number, number];

export interface BlocksData {
  view: string[];
}

export type BlocksAnswer = Record<string, Cube[]>;

/** A block as it is turned, and where its corner lies; null: on the shelf. */
export interface Block {
  cubes: Cube[];
  at: Cube | null;
}
