// What a program with types sees of the package: tools/check_web compiles it.

import { load, type Count, type Library, type Solved } from 'dlx-exact-cover';

const library: Library = await load({ vectors: false });
const count: Count = library.count({ options: [['a', 'b'], ['a'], ['b']] }, { seconds: 1 });
const many: bigint = count.count;
const solved: Solved = library.sudoku.solve('................', { size: 4, diagonals: true });
const options: number[][] = library.covers('a\na\n').covers.map((cover) => cover.options);
library.count({ options: [[1, 'a'], [2]], primary: [1, 2] });
// @ts-expect-error: a size is a number.
library.sudoku.solve('', { size: '4' });
export { many, solved, options };
