// How long the package takes for puzzles with 17 clues, and how long the program does:
//
//   node speed.mjs PROGRAM FILE
//
// Both solve and prove the same puzzles, in turns and on one thread; processor time counts,
// and of that the least. It should be less than three times that of the program, even if
// that has AVX-512. A machine that is busy with other things may make it more; five times
// would mean that something is wrong, such as that there are no vectors.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { load } from 'dlx-exact-cover';

const [program, file] = process.argv.slice(2);
const some = readFileSync(file, 'utf8').split('\n').filter((line) => line.length >= 81);
const lines = [];
while (lines.length < 50000) lines.push(...some.map((line) => line.slice(0, 81)));

const folder = mkdtempSync(join(tmpdir(), 'speed-'));
writeFileSync(join(folder, 'puzzles.txt'), lines.join('\n'));

function programSeconds() {
  const command = `time '${program}' solve '${folder}/puzzles.txt' --threads=1 > /dev/null`;
  const times = execFileSync('bash', ['-c', `TIMEFORMAT='%U %S'; { ${command}; } 2>&1 | tail -1`]);
  const [user, system] = times.toString().split(' ').map(Number);
  return user + system;
}

const dlx = await load();

function packageSeconds() {
  const before = process.cpuUsage();
  const answers = dlx.sudoku.solveAll(lines);
  const { user, system } = process.cpuUsage(before);
  if (!answers.every(({ verdict }) => verdict === 'unique')) throw new Error('not all are unique');
  return (user + system) / 1e6;
}

let [own, theirs] = [Infinity, Infinity];
for (let round = 0; round < 5; ++round) {
  theirs = Math.min(theirs, programSeconds());
  own = Math.min(own, packageSeconds());
}
rmSync(folder, { recursive: true });
console.log(
  `${lines.length} puzzles: the program takes ${theirs.toFixed(2)} s, ` +
    `the package ${own.toFixed(2)} s: ${(own / theirs).toFixed(2)} times as long.`,
);
if (own > 5 * theirs) {
  console.error('That is more than five times.');
  process.exit(1);
}
