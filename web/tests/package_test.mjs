// The package of npm, as it is when it is installed: everything that its README and
// index.d.ts promise. Run by tools/check_web in a folder where it is installed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from 'dlx-exact-cover';

const KNUTH = ['ce', 'adg', 'bcf', 'adf', 'bg', 'deg'].map((option) => [...option]);
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

for (const vectors of [true, false]) {
  const dlx = await load({ vectors });
  const run = (name, what) => test(`${vectors ? 'vectors' : 'plain'}: ${name}`, what);

  run('covers', () => {
    const { covers, outcome } = dlx.covers({ options: KNUTH });
    assert.deepEqual(covers.map(({ options }) => options.sort()), [[0, 3, 4]]);
    assert.equal(outcome, 'exhausted');
    const limited = dlx.covers(dlx.make('queens', 8), { limit: 5 });
    assert.equal(limited.covers.length, 5);
    assert.equal(limited.outcome, 'solution limit');
  });

  run('colours and secondary items', () => {
    const options = ['p q x y:A', 'p r x:A y', 'p x:B', 'q x:A', 'r y:B'].map((o) => o.split(' '));
    const { covers } = dlx.covers({ options, secondary: ['x', 'y'] });
    assert.deepEqual(covers.map((cover) => cover.options.sort()), [[1, 3]]);
    assert.equal(dlx.count({ options: [['a']], primary: ['a', 'b'] }).count, 0n);
    // As in Python: what is not listed is of the other kind.
    const pairs = [['a', 'x'], ['b', 'x'], ['b'], ['a']];
    assert.equal(dlx.count({ options: pairs }).count, 2n);
    assert.equal(dlx.count({ options: pairs, primary: ['a', 'b'] }).count, 3n);
    assert.equal(dlx.count({ options: pairs, secondary: ['x'] }).count, 3n);
  });

  run('numbers are items', () => {
    const sets = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]];
    const { covers } = dlx.covers({ options: sets });
    assert.deepEqual(covers.map(({ options }) => options.sort()), [[1, 3, 5]]);
    assert.equal(dlx.count({ options: [[1, 'x:2']], secondary: ['x'], primary: [1] }).count, 1n);
  });

  run('counts of any size, by any engine', () => {
    assert.equal(dlx.count(dlx.make('queens', 8)).count, 92n);
    assert.equal(dlx.count(dlx.make('dominoes', '12x12')).count, 53060477521960000n);
    assert.equal(dlx.count(dlx.make('pentominoes', '6x10')).count, 9356n);
    assert.equal(dlx.count(dlx.make('latin-squares', 5)).count, 161280n);
  });

  run('why there is no cover', () => {
    const { count, clashingItems } = dlx.count('a b c d\na b\nb c\na c\nd\n');
    assert.equal(count, 0n);
    assert.deepEqual(clashingItems, ['a', 'b', 'c']);
  });

  run('limits, and progress', () => {
    const parts = [];
    const problem = dlx.make('queens', 18);
    const { isAll } = dlx.count(problem, { seconds: 1, onProgress: (part) => parts.push(part) });
    assert.equal(isAll, false);
    assert.ok(parts.length > 0 && parts[0].nodes > 0);
  });

  run('best and sample', () => {
    const problem = 'a b\na |3\nb |4\na b |9\na b |8\n';
    assert.deepEqual(dlx.best(problem, 2).map(({ cost }) => cost), [7, 8]);
    const drawn = dlx.sample(problem, 50, { seed: 3 });
    assert.deepEqual(drawn, dlx.sample(problem, 50, { seed: 3 }));
    assert.equal(new Set(drawn.map((options) => String(options.sort()))).size, 3);
  });

  run('Sudoku', () => {
    const { verdict, solution } = dlx.sudoku.solve(HARD);
    assert.equal(verdict, 'unique');
    assert.ok(solution.startsWith('812753649'));
    const two = dlx.sudoku.solve('1....2....3....4');
    assert.equal(two.verdict, 'multiple solutions');
    assert.notEqual(two.solution, two.secondSolution);
    const none = dlx.sudoku.solve('11..............');
    assert.match(none.reason, /two 1s/);
    assert.equal(dlx.sudoku.count('................').count, 288n);
    assert.equal(dlx.sudoku.count('.'.repeat(16), { diagonals: true }).count, 48n);
    assert.deepEqual(
      dlx.sudoku.solveAll(['1..4..1..2..3..2', '11..............']),
      [
        { verdict: 'unique', solution: '1324241342313142' },
        { verdict: 'no solution', solution: null },
      ],
    );
    const rules = '.Cage~7~R1C1~R1C2.Thermo~R2C1~R2C2~R2C3~R2C4';
    assert.equal(dlx.sudoku.count('.'.repeat(16), { rules }).count, 12n);
    assert.throws(() => dlx.sudoku.count('.'.repeat(16), { rules: '.Cage' }), /Cage/);
    const made = dlx.sudoku.generate({ size: 4, rules, count: 2 });
    assert.equal(made.length, 2);
    assert.equal(dlx.sudoku.solve(made[1], { rules }).verdict, 'unique');
    const [puzzle] = dlx.sudoku.generate({ seed: 4, symmetry: 'half-turn' });
    assert.equal(dlx.sudoku.solve(puzzle).verdict, 'unique');
    assert.equal(dlx.sudoku.hint(puzzle).kind === 'none', false);
    assert.equal(dlx.sudoku.read('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')
      .puzzles.length, 1);
  });

  run('large Sudoku', () => {
    const [puzzle] = dlx.sudoku.generate({ size: 16, seed: 1, clues: 140 });
    assert.equal(dlx.sudoku.solve(puzzle).verdict, 'unique');
    assert.equal(dlx.sudoku.solve('.'.repeat(625)).verdict, 'multiple solutions');
  });

  run('errors are sentences', () => {
    assert.throws(() => dlx.covers('a\nb\n'), /unknown item/);
    assert.throws(() => dlx.sudoku.solve('123'), Error);
    assert.throws(() => dlx.ask({ do: 'dance' }), /"dance"/);
    assert.equal(dlx.count({ options: KNUTH }).count, 1n);
  });

  run('arguments that are wrong are not taken for others', () => {
    const problem = 'a b\na\nb\n';
    const empty = '.'.repeat(16);
    for (const [ask, sentence] of [
      [() => dlx.sudoku.count(empty, { box: [0, 3] }), /box must be a pair/],
      [() => dlx.sudoku.count(empty, { box: 5 }), /box must be a pair/],
      [() => dlx.sudoku.count(empty, { seconds: -1 }), /seconds must be/],
      [() => dlx.sudoku.solve(5), /line of cells, and not 5/],
      [() => dlx.sudoku.solve(empty, { size: 4.5 }), /size must be a whole number/],
      [() => dlx.sudoku.solve(empty, { regions: [1] }), /regions must be a string/],
      [() => dlx.sudoku.solveAll('...'), /array of lines/],
      [() => dlx.sudoku.solveAll([empty, 5]), /lines of the same length, and not 5/],
      [() => dlx.sudoku.solveAll([`${empty}\n${empty}`]), /lines of the same length/],
      [() => dlx.sudoku.generate({ count: -1 }), /count must be a whole number from 0 on/],
      [() => dlx.sudoku.generate({ clues: 26.5 }), /clues must be a whole number/],
      [() => dlx.sudoku.generate({ difficulty: 'no' }), /"easy", "hard"/],
      [() => dlx.covers(problem, { limit: 0 }), /limit must be a whole number from 1 on/],
      [() => dlx.covers(problem, { seed: NaN }), /seed must be a whole number/],
      [() => dlx.covers(5), /a problem must be a text/],
      [() => dlx.covers({ options: [[1.5]] }), /an item must be a text.* and not 1.5/],
      [() => dlx.covers({ options: [[null]] }), /an item must be a text/],
      [() => dlx.covers({ options: [['a b']] }), /without blanks.* and not "a b"/],
      [() => dlx.best(problem, 0), /k must be/],
      [() => dlx.sample(problem, 2 ** 52), /ask for fewer at a time/],
      [() => dlx.sample(problem, 1n), /n must be a whole number from 1 on, and not 1n/],
    ]) {
      assert.throws(ask, sentence);
    }
    assert.deepEqual(dlx.sudoku.generate({ count: 0 }), []);
    assert.equal(dlx.count(problem).count, 1n); // Nothing has been broken.
  });

  run('a module can be shared', async () => {
    const other = await load({ wasm: dlx.module });
    assert.equal(other.count({ options: KNUTH }).count, 1n);
  });
}
