// What is wrong with an argument is said in a sentence: the module of WebAssembly would
// take the usual value in place of one that it does not understand.

function require(condition, what, value) {
  if (condition) return;
  // Not all that can be wrong is JSON.
  const shown = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value) ?? String(value);
  throw new TypeError(`${what}, and not ${shown.slice(0, 60)}`);
}

// Each of these may be missing.
const isMissing = (value) => value === undefined;

export function requireWhole(name, value, least = 0) {
  require(
    isMissing(value) || (Number.isSafeInteger(value) && value >= least),
    `${name} must be a whole number from ${least} on`,
    value,
  );
}

export function requireSeconds(value) {
  require(isMissing(value) || value > 0, 'seconds must be a number above 0', value);
}

export function requireRules({ size, box, regions, rules }) {
  requireWhole('size', size, 1);
  const isPair = Array.isArray(box) && box.length === 2;
  require(
    isMissing(box) || (isPair && box.every((side) => Number.isSafeInteger(side) && side > 0)),
    'box must be a pair of whole numbers above 0',
    box,
  );
  require(isMissing(regions) || typeof regions === 'string', 'regions must be a string', regions);
  require(isMissing(rules) || typeof rules === 'string', 'rules must be a string', rules);
}

export function requireCells(cells) {
  require(typeof cells === 'string', 'a puzzle must be a line of cells', cells);
}

export function requireLines(lines) {
  require(Array.isArray(lines), 'many puzzles must be an array of lines', lines);
  for (const line of lines) {
    require(
      typeof line === 'string' && line.length === lines[0].length && !line.includes('\n'),
      'all puzzles must be lines of the same length',
      line,
    );
  }
}

export function requireDifficulty(value) {
  require(
    ['', 'easy', 'hard'].includes(value),
    'difficulty must be "easy", "hard" or ""',
    value,
  );
}

const isName = (item) =>
  typeof item === 'string' ? /^\S+$/.test(item) : Number.isSafeInteger(item);

export function requireItems(what, items) {
  require(Array.isArray(items), `${what} must be an array of items`, items);
  for (const item of items) {
    require(isName(item), 'an item must be a text without blanks, or a whole number', item);
  }
}

export function requireProblem(problem) {
  if (typeof problem === 'string') return;
  require(
    Array.isArray(problem?.options),
    'a problem must be a text, or an object with an array of options',
    problem,
  );
  for (const option of problem.options) requireItems('an option', option);
  if (!isMissing(problem.primary)) requireItems('primary', problem.primary);
  if (!isMissing(problem.secondary)) requireItems('secondary', problem.secondary);
}
