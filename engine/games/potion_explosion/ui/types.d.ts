/* What a board of Potion Explosion is shown. Marbles are letters (R, B, K, Y); a track is a string, its lowest marble
   first. */

import type {Frame, GameTexts, Texts} from "/static/house/types.js";

export interface Slot {
  design: string;
  open: string;
  filled: string;
}

export interface DeskView {
  slots: Slot[];
  pool: string;
  done: string[];
  drunk: string;
  awards: string;
  tokens: number;
  helps: number;
}

/** design, holes, points */
export type Recipe = [string, string, number];

export interface View {
  excluded: string;
  countdown?: number;
  bank: number;
  desks: DeskView[];
  phase?: string;
  round?: number;
  turn: number;
  offer: string[];
  sizes: number[];
  tops: string[];
  tracks?: string[];
  bag?: number[];
  hand: string;
  picked?: boolean;
  ending?: boolean;
  story?: string[][];
  recipes: Recipe[];
  /** A figure of the rules: the marble whose explosions are shown. */
  pick?: string;
}

export interface Option {
  spot: string;
  key: string;
  params: Record<string, string | number>;
  move: string;
}

/** What can be clicked after some picks. move: complete; done: complete, and more could follow. */
export interface Next {
  lit: Set<string>;
  picked: Set<string>;
  options: Option[];
  move: string | null;
  done: string | null;
}

/** A marble that a seat has at hand: its spot on the board, and where it lies. */
export interface Own {
  spot: string;
  colour: string;
  from: "pool" | "hand";
}

/** A frame, or a figure, which says nothing of seats to act and of scores. */
export type Shown = Pick<Frame<View>, "view" | "eye"> & Partial<Frame<View>>;

/** What the n-th open hole of a colour is clicked by, and called. */
export type HoleSpot = (hole: string, nth: number) => {spot: string; label: string} | null;

export interface TileOptions {
  tile?: Slot | null;
  spot?: HoleSpot | null;
  lit?: Set<string>;
  label?: string;
}

/** How a marble of the dispenser is marked. */
export interface MarbleLabel {
  spot: string;
  text: string;
  lit: boolean;
  picked: boolean;
}
export type Tell = (key: string, params?: Record<string, string | number>) => string;

export type PotionTexts = GameTexts & {
  board: Texts & {comma: string; effects: Record<string, string>; short: Record<string, string>};
};
