/* What a board of Saboteur: The Duel is shown. Cells are named "x,y"; a card's turn is 0 or 1. */

import type {GameTexts, Texts} from "/static/house/types.js";

export type Arm = "N" | "E" | "S" | "W";
export type Colour = "green" | "blue";
export type Tool = "pick" | "lamp" | "cart";

/** A tunnel card as it lies: its groups of joined arms, and what each has. gold: group -> value. */
export interface Lying {
  groups: string[];
  doors: {arm: Arm; colour: Colour}[];
  troll: Arm | null;
  gold: Map<number, number>;
  ladder: Colour | null;
  start: boolean;
}

export interface Goal {
  x: number;
  y: number;
  face: string | null;
  turn: number | null;
  looked: number[];
}

export interface View {
  colours: string[];
  round: number;
  rounds: number;
  starts: [string, number, number][];
  table: [string, number, number, number][];
  goals: Goal[];
  /** x, y, group, seat, value */
  claims: [number, number, number, number, number][];
  bribes: [number, number, number][];
  keys: [number, number, string][];
  reach: [number, number, number][][];
  counters: number;
  keys_left: number;
  broken: string[][];
  hands: (string[] | null)[];
  hand_sizes: number[];
  hidden_sizes: number[];
  pile: number;
  spent: string[];
  coins: number[][];
  ledger: {cause: string; gained: number[][]; paid: number[][]}[];
}

/** What lies on a card. claims: group -> colour of the counter. */
export interface Marks {
  keys?: string[];
  bribed?: string | null;
  claims?: Map<number, string>;
  reach?: Reach[];
}

export interface Reach {
  seat: number;
  colour: string;
  groups: Set<number>;
}

/** A cell of the map and all that lies in it. */
export interface Cell {
  x: number;
  y: number;
  card: string | null;
  turn: number;
  goal: number | null;
  face: string | null;
  up: boolean;
  looked: number[];
  claims: Map<number, string>;
  owners: Map<number, number>;
  keys: string[];
  bribed: string | null;
  briber: number | null;
  reach: Reach[];
}

/** A way to play onto a cell: how the card lies, or which arm, and the move that says so. */
export interface Option {
  way: string;
  move: string;
}

export interface ToolMove {
  tool: string;
  word: string;
  move: string;
}

export interface Choices {
  places: Map<string, Map<string, Option[]>>;
  buttons: Map<string, ToolMove[]>;
  bribes: Map<string, string>;
  turns: {cell: string; ways: Option[]} | null;
  discards: Map<string, string>;
  rescues: Map<string, {tool: string; move: string}[]>;
}

export type Tell = (key: string, params?: Record<string, string | number>) => string;

export type SaboteurTexts = GameTexts & {board: Texts & {zoom: {in: string; out: string; fit: string}}};
