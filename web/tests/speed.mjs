// How long the package takes for puzzles with 17 clues, and how long the program does:
//
//   node speed.mjs PROGRAM FILE
//
// Both solve and prove the same puzzles, in turns and on one thread; processor time counts,
// and of that the least. WebAssembly has vectors of 128 bits. The package should take less
// than three times as long as the program with vectors of 256 bits, which is what most
// processors have; with vectors of 512 bits the program is so much faster that three times
// is just missed (web/NOTES.md has figures). Both are told. A busy
// machine shares its time in its own way, so only five times is a failure: then something is
// wrong, such as that there are no vectors.

import { execFileSync, spawnSync } from 'node:child_process';
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

// `cpu` restricts the program to some vectors; '' leaves it all that there are.
function programSeconds(cpu) {
  const command = `time '${program}' solve '${folder}/puzzles.txt' --threads=1 > /dev/null`;
  const times = execFileSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; { ${command}; } 2>&1 | tail -1`],
    { env: { ...process.env, DLX_CPU: cpu } },
  );
  const [user, system] = times.toString().split(' ').map(Number);
  return user + system;
}

// A processor that lacks these has shorter ones at most.
function hasVectorsOf256Bits() {
  const environment = { ...process.env, DLX_CPU: 'avx2' };
  const { status } = spawnSync(program, ['count', '.'.repeat(16)], { env: environment });
  return status === 0;
}

const dlx = await load();

function packageSeconds() {
  const before = process.cpuUsage();
  const answers = dlx.sudoku.solveAll(lines);
  const { user, system } = process.cpuUsage(before);
  if (!answers.every(({ verdict }) => verdict === 'unique')) throw new Error('not all are unique');
  return (user + system) / 1e6;
}

const restricted = hasVectorsOf256Bits() ? 'avx2' : '';
let [own, theirs, theirBest] = [Infinity, Infinity, Infinity];
for (let round = 0; round < 5; ++round) {
  theirBest = Math.min(theirBest, programSeconds(''));
  theirs = Math.min(theirs, programSeconds(restricted));
  own = Math.min(own, packageSeconds());
}
rmSync(folder, { recursive: true });
const times = (other) => `${other.toFixed(2)} s (${(own / other).toFixed(2)} times as long)`;
console.log(
  `${lines.length} puzzles: the package takes ${own.toFixed(2)} s, the program with vectors ` +
    `of 256 bits ${times(theirs)}, with all that it finds here ${times(theirBest)}.`,
);
if (!(own < 5 * theirs)) {
  console.error('That is five times as long as the program with vectors of 256 bits, or more.');
  process.exit(1);
}
