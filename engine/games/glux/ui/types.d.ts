/* What a GLUX board is shown. position: rows of stacks, a stack as seat and face of each token, the lowest first. */

import type {GameTexts, Texts} from "/static/house/types.js";

export interface Room {
  id: string;
  pips: number[];
  points: number[];
}

export interface View {
  rows: string[];
  starts: string[];
  middle: string;
  position: string;
  phase: string;
  turn: number;
  left: number[][];
  bags: number[];
  out: number[];
  hand: string | null;
  /** What each seat holds; only once a match has ended before its rules end it. */
  hands?: (string | null)[];
  start_token: string | null;
  rooms: Room[];
  last: {seat: number; cell: string; face: number} | null;
  /** How the eye that is asked can count: from which cell, with which face, to which cell. Left out for the gallery. */
  ways?: [string, number, string][];
  /** A figure of the rules: the cells it shows as places to go. */
  explain?: string[];
}

export interface Token {
  seat: number;
  face: number;
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  room: string | null;
  stack: Token[];
  start: number;
}

export interface Grid {
  width: number;
  height: number;
  cells: Map<string, Cell>;
  starts: string[];
}

/** A way to count to a cell: from where, with which face, over which cells; the destination is the last. */
export interface Way {
  from: string;
  face: number;
  steps: string[];
}

export interface Place {
  x: number;
  y: number;
}

export interface DrawnRoom {
  id: string;
  cells: Cell[];
  outline: string;
  tag: Cell;
  run: {x: number; y: number; length: number};
}

/** Who leads a room, and by how much. alone: nobody else is in it. */
export interface Lead {
  seats: number[];
  by: number;
  pips: number;
  alone: boolean;
}

/** A token drawn somewhere. */
export interface Drawn extends Partial<Place> {
  r?: number;
  shadow?: boolean;
}

export type Tell = (key: string, params?: Record<string, string | number>) => string;

export type GluxTexts = GameTexts & {board: Texts & {colours: string[]}};
