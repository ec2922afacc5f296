export interface LoadOptions {
  /** Whether to use vector instructions; by default, if there are such. */
  vectors?: boolean;
  /** The module, if it is not to be fetched from beside this file. */
  wasm?: BufferSource | WebAssembly.Module;
}

/** Compiles the engines. */
export function load(options?: LoadOptions): Promise<Library>;

/** The rules of a kind of Sudoku; without any, those of a grid with customary boxes. */
export interface Rules {
  size?: number;
  /** Rows and columns of a box. */
  box?: [number, number];
  /** In place of boxes: a character for each cell, the same within a region. */
  regions?: string;
  diagonals?: boolean;
  windows?: boolean;
  /** Cages, thermometers and so on: ".Cage~17~R1C1~R1C2.AntiKnight". */
  rules?: string;
}

export interface Limits {
  /** Give up after so many seconds. */
  seconds?: number;
}

export interface Progress {
  count?: string;
  nodes?: number;
  /** 0 to 1, an estimate. */
  fraction?: number;
}

export interface Watched {
  onProgress?: (progress: Progress) => void;
}

export type Verdict = 'unique' | 'no solution' | 'multiple solutions' | 'undecided';

export interface Solved {
  verdict: Verdict;
  solution: string | null;
  secondSolution: string | null;
  /** Why there is no solution, if that can be said in short. */
  reason: string | null;
  nodes: number;
}

export interface Hint {
  /** A digit that can be filled in, a candidate that cannot, or nothing. */
  kind: 'placement' | 'elimination' | 'none';
  /** Of the technique: "X-Wing". */
  name?: string;
  /** From 0, row by row. */
  cell?: number;
  digit?: number;
  reason: string;
}

export interface Wishes {
  seed?: number;
  symmetry?: string;
  clues?: number;
  difficulty?: '' | 'easy' | 'hard';
  count?: number;
}

export interface ReadPuzzle {
  cells: string;
  size: number;
  note: string;
  regions?: string;
  candidates?: number[];
  diagonals: boolean;
  windows: boolean;
  /** As in Rules, with the candidates that the puzzle came with. */
  rules: string;
  /** A sentence for each rule that is not known here: the puzzle is one without it. */
  unknown_rules: string[];
}

/** Puzzles are lines of cells, row by row: 1 to 9, A to Z, and '.' for an empty cell. */
export interface Sudoku {
  solve(cells: string, options?: Rules & Limits): Solved;
  /** Many puzzles of the same rules, which takes less time than one after the other. */
  solveAll(lines: string[], options?: Rules): { verdict: Verdict; solution: string | null }[];
  count(cells: string, options?: Rules & Limits & Watched): { count: bigint; isAll: boolean };
  hint(cells: string, options?: Rules): Hint;
  generate(options?: Rules & Wishes): string[];
  /** The puzzles of a text in any of the usual formats. */
  read(text: string): { puzzles: ReadPuzzle[]; errors: string[] };
}

/** A text without blanks, or a whole number: 7 is the same item as "7". */
export type Item = string | number;

/**
 * In Knuth's format, or as options. A secondary item may have a colour: "x:red". If only
 * primary items are listed, all others are secondary; if only secondary ones are, all others
 * are primary; if neither are, all.
 */
export type Problem =
  | string
  | { options: Item[][]; primary?: Item[]; secondary?: Item[] };

export interface SearchOptions extends Limits {
  /** Stop after so many covers. */
  limit?: number;
  seed?: number;
}

export type Outcome =
  | 'exhausted'
  | 'solution limit'
  | 'node limit'
  | 'time limit'
  | 'interrupted';

export interface Count {
  count: bigint;
  /** False if a limit came first. */
  isAll: boolean;
  engine: string;
  /** If there is no cover: items that cannot be covered together, if found in time. */
  clashingItems: string[] | null;
}

/** Everything is done at once, in the thread that asks; in a page, that should be a worker. */
export interface Library {
  /** For other workers: `load({wasm: library.module})` need not compile it again. */
  readonly module: WebAssembly.Module;
  readonly sudoku: Sudoku;
  /** The covers, as numbers of options from 0. */
  covers(
    problem: Problem,
    options?: SearchOptions,
  ): { covers: { options: number[]; cost?: number }[]; outcome: Outcome };
  /** How many covers there are: exact, however large. */
  count(problem: Problem, options?: Limits & Watched): Count;
  /** The k covers of least cost (`|5` after an option's items), cheapest first. */
  best(problem: Problem, k?: number, options?: Limits): { options: number[]; cost: number }[];
  /** Covers at random, each as likely as any other. */
  sample(problem: Problem, n?: number, options?: { seed?: number }): number[][];
  /** A well-known problem, in Knuth's format: `make('queens', 8)`. */
  make(name: string, ...words: (string | number)[]): string;
  /** Any question of the page's. */
  ask(question: object, onPart?: (part: any) => void): any;
}
