/* What the pages and the boards pass to each other. Each game's own view is typed in its ui/types.d.ts. */

/** Who sits at a place of the match. */
export interface Seat {
  name: string;
  seat?: number;
  bot?: string | null;
  account?: string | null;
}

export interface Clock {
  left: number;
  deadline: string | null;
  running: boolean;
  paused: boolean;
  periods?: number;
}

/** An open offer. */
export interface Offer {
  offer: number;
  seat: number;
  kind: string;
  to: number | null;
  accepted: number[];
}

export interface NewsLine {
  seq: number;
  text: string;
  code?: string;
  params?: Record<string, unknown>;
}

/** One eye's frame, as the stream and the API give it (specs/api.md). */
export interface Frame<V = unknown> {
  match: string;
  seq: number;
  eye: number | null;
  game: string;
  view: V;
  /** What the game worked out of the view for its board. */
  aids?: unknown;
  decision: number | null;
  moves: string[] | null;
  to_act: number[];
  scores: number[];
  winners: number[] | null;
  reason: string | null;
  deadline: string | null;
  clocks?: (Clock | null)[] | null;
  offers?: Offer[];
  /** Seats that have left a plan. */
  plans?: number[];
  news?: NewsLine[];
  fingerprint: string;
  /** Of a past frame: when its event was recorded. */
  at?: string;
}

/** A step of the outline, as the API gives it (specs/audit_replay.md 1). */
export interface OutlineStep {
  seq: number;
  at: string | null;
  type: string;
  seat: number | null;
  move: string | null;
  to_act: number[];
  round: number | null;
  scores: number[];
  moment: {code: string; text: string} | null;
}

/** What a board is given: a frame, or as much of one as a figure of the rules page shows. */
export type Shown<V = unknown> = Partial<Frame<V>> & {view: V};

/** The sentences of a language: texts/<language>.json of a game, or those of the house. */
export interface Texts {
  [key: string]: string | string[] | Texts | undefined;
}

export interface GameTexts {
  words: Record<string, string>;
  reasons: Record<string, string>;
  board: Texts;
}

/** What fills the holes of a sentence. */
export type Params = Record<string, string | number>;

export type Tell = (key: string, params?: Params) => string;

/** How a match ended: a sentence, empty where the house knows no better than the reason, and what each seat got. */
export interface Ending {
  how: string;
  parts: {label: string; values: number[]}[];
}

/** A refusal, as the API says it. */
export interface Problem {
  error?: string;
  detail?: string;
  seq?: number;
}

export interface Receipt {
  seq: number;
}

/** Sends the answer to a decision; rejects with a Problem. */
export type Send = (move: string, decision: number | null) => Promise<Receipt>;

/** Whether a move has to be confirmed before it is sent. */
export type Confirm = "touch" | "always" | "never";

/** Sentences that all boards share. */
export interface BoardWords {
  back: string;
  confirm: string;
  confirm_help: string;
}

export interface MountOptions<V = unknown, T extends GameTexts = GameTexts> {
  frame: Shown<V>;
  texts: T;
  send: Send;
  announce?: (text: string) => void;
  seats?: Seat[];
  lang?: string;
  confirm?: () => Confirm;
  words?: Partial<BoardWords>;
}

export interface Mounted<V = unknown> {
  /** Shows a frame. Boards that are in the middle of a motion show it afterwards. */
  update(frame: Shown<V>, options?: {hurry?: boolean}): void;
  destroy(): void;
  /** The board draws the game's own timer itself. */
  clock?: boolean;
  /** What a finished match came to. */
  endingOf?(frame: Frame<V>): Ending;
  /** Calls back once nothing moves and no frame waits. */
  whenStill?(act: () => void): void;
}

export type Mount<V = unknown, T extends GameTexts = GameTexts> = (
  root: HTMLElement,
  options: MountOptions<V, T>,
) => Mounted<V>;

/* -- the match page -- */

export interface Card {
  id: string;
  game: string;
  seats: {name: string | null; bot: string | null; account: string | null; seat: number}[];
  status: string;
  clock: TableClock | null;
  rematch: string | null;
  rematch_of: string | null;
  away?: {may_return: boolean};
}

/** The clock of a table, as event 0 has it; of older tables the seconds for each move. */
export interface TableClock {
  kind?: string;
  rest_days?: number[];
  rest_hours?: [number, number];
  [field: string]: unknown;
}

/** The words of the house that the match page needs. */
export interface HouseWords {
  match: Record<string, string>;
  board: BoardWords & Record<string, string>;
  house: Record<string, string>;
  reasons: Record<string, string>;
  [key: string]: Record<string, string>;
}

/** All that the match page carries for its script. */
export interface PageData {
  card: Card;
  frame: Frame;
  news: NewsLine[];
  texts: GameTexts;
  words: HouseWords;
  lang: string;
  asked: number | null;
  first: number;
  invite: string;
  /** When the reader's moves want a second tap. */
  confirm?: Confirm;
  /** The eye that the link asks for; null: the reader's own. */
  eye?: number | "gallery" | null;
  /** Shown inside a page of somebody else: no cookie goes along with a request. */
  embedded?: boolean;
  /** On the page of the analysis. */
  analysis?: {
    over: boolean;
    seat: number | null;
    signed: boolean;
    tree: KeptTree | null;
    bots: Record<string, string>;
    /** Of a position that comes from no match. */
    position?: string;
  };
}

/** A tree that was kept, as the API gives it. */
export interface KeptTree {
  id: string;
  seq: number | null;
  name: string;
  shared: boolean;
  mine: boolean;
  tree: {seat?: number; move?: string; comment?: string; children: KeptTree["tree"][]};
}
