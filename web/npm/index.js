// Exact covers and Sudoku. `load` compiles the module of WebAssembly; README.md shows the
// rest.

import {
  requireCells,
  requireDifficulty,
  requireLines,
  requireProblem,
  requireRules,
  requireSeconds,
  requireWhole,
} from './arguments.js';
import { Engine, hasVectors } from './engine.js';

async function bytesOf(url) {
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

export async function load({ vectors = hasVectors(), wasm } = {}) {
  // Written out, so that bundlers see which files are meant.
  const url = vectors
    ? new URL('./dlx-simd.wasm', import.meta.url)
    : new URL('./dlx-plain.wasm', import.meta.url);
  const module =
    wasm instanceof WebAssembly.Module
      ? wasm
      : await WebAssembly.compile(wasm ?? (await bytesOf(url)));
  return new Library(module);
}

function rulesOf({ size, box, regions, diagonals = false, windows = false, rules }, cells) {
  requireRules({ size, box, regions, rules });
  const [rows = 0, columns = 0] = box ?? [];
  return {
    size: size ?? Math.sqrt(cells?.length ?? 81),
    box_rows: rows,
    box_columns: columns,
    regions: regions ?? '',
    diagonals,
    windows,
    rules: rules ?? '',
  };
}

// A problem is a text in Knuth's format, or an object with options and, if it says so,
// primary or secondary items. If it has one of these, all other items are of the other kind.
function textOf(problem) {
  requireProblem(problem);
  if (typeof problem === 'string') return problem;
  const { options, secondary, primary } = problem;
  const listed = new Set([...(primary ?? []), ...(secondary ?? [])].map(String));
  const nameOf = (use) => (listed.has(use) ? use : use.replace(/:.*/s, ''));
  const all = new Set(options.flat().map(String).map(nameOf));
  const others = [...all].filter((name) => !listed.has(name));
  const first = primary ?? others;
  const second = secondary ?? (primary ? others : []);
  const head = second.length > 0 ? `${first.join(' ')} | ${second.join(' ')}` : first.join(' ');
  return `${head}\n${options.map((option) => option.join(' ')).join('\n')}\n`;
}

const VERDICTS = {
  0: 'no solution',
  1: 'unique',
  '+': 'multiple solutions',
  '?': 'undecided',
};

class Sudoku {
  constructor(engine) {
    this.engine = engine;
  }

  #ask(what, cells, { seconds, onProgress, ...rules }, more = {}) {
    if (what !== 'generate') requireCells(cells);
    requireSeconds(seconds);
    const question = { do: what, ...rulesOf(rules, cells), ...more };
    if (cells !== undefined) question.cells = cells;
    if (seconds !== undefined) question.seconds = seconds;
    return this.engine.ask(question, onProgress);
  }

  solve(cells, options = {}) {
    const answer = this.#ask('solve', cells, options);
    return {
      verdict: answer.verdict,
      solution: answer.solution ?? null,
      secondSolution: answer.second_solution ?? null,
      reason: answer.reason ?? null,
      nodes: answer.nodes,
    };
  }

  solveAll(lines, options = {}) {
    requireLines(lines);
    if (lines.length === 0) return [];
    const rules = rulesOf(options, lines[0]);
    const question = { do: 'solve-all', ...rules, body: lines.join('\n') };
    const { body, verdicts } = this.engine.ask(question);
    const length = lines[0].length;
    return Array.from(verdicts, (letter, k) => {
      const hasSolution = letter === '1' || letter === '+';
      const start = k * (length + 1);
      return {
        verdict: VERDICTS[letter],
        solution: hasSolution ? body.slice(start, start + length) : null,
      };
    });
  }

  count(cells, options = {}) {
    const { count, is_all: isAll } = this.#ask('count', cells, options);
    return { count: BigInt(count), isAll };
  }

  hint(cells, options = {}) {
    const { kind, name, cell, digit, reason } = this.#ask('hint', cells, options);
    return { kind, name, cell, digit, reason };
  }

  generate({ seed = 0, symmetry = '', clues = 0, difficulty = '', count = 1, ...rules } = {}) {
    requireWhole('seed', seed);
    requireWhole('clues', clues);
    requireWhole('count', count);
    requireDifficulty(difficulty);
    const wishes = { seed, symmetry, clues, difficulty, count };
    if (rules.rules !== undefined) wishes.cells = '.'.repeat((rules.size ?? 9) ** 2);
    return this.#ask('generate', undefined, { size: 9, ...rules }, wishes).puzzles;
  }

  read(text) {
    return this.engine.ask({ do: 'read', text });
  }
}

class Library {
  constructor(module) {
    this.module = module;
    this.engine = new Engine(module);
    this.sudoku = new Sudoku(this.engine);
  }

  ask(question, onPart) {
    return this.engine.ask(question, onPart);
  }

  #ask(what, problem, { onProgress, ...more } = {}) {
    requireSeconds(more.seconds);
    requireWhole('limit', more.limit, 1);
    requireWhole('seed', more.seed);
    return this.engine.ask({ do: what, text: textOf(problem), ...more }, onProgress);
  }

  covers(problem, options) {
    const found = [];
    const keep = ({ covers }) => found.push(...covers);
    const answer = this.#ask('covers', problem, { ...options, onProgress: keep });
    keep(answer);
    return {
      covers: found.map(({ options: numbers, cost }) =>
        cost === undefined ? { options: numbers } : { options: numbers, cost },
      ),
      outcome: answer.outcome,
    };
  }

  count(problem, options) {
    const { count, is_all: isAll, engine, ...rest } = this.#ask('count-covers', problem, options);
    return { count: BigInt(count), isAll, engine, clashingItems: rest.clashing_items ?? null };
  }

  best(problem, k = 1, options = {}) {
    requireWhole('k', k, 1);
    return this.#ask('best-covers', problem, { k, ...options }).covers.map(
      ({ options: numbers, cost = 0 }) => ({ options: numbers, cost }),
    );
  }

  sample(problem, n = 1, options = {}) {
    requireWhole('n', n, 1);
    return this.#ask('sample-covers', problem, { n, ...options }).covers.map(
      ({ options: numbers }) => numbers,
    );
  }

  make(name, ...words) {
    return this.engine.ask({ do: 'make', name, words: words.map(String) }).text;
  }
}
