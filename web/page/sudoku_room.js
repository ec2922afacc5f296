// The room for Sudoku. All that it says about a puzzle comes from the library, by two
// workers: one for what is asked at each change of the grid and is answered in a moment,
// one for what may take long and can be stopped.

const BLANK = '.'.repeat(81);
const FIRST_PUZZLE =
  '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const EXAMPLE_REGIONS =
  '112222233112122336111123336444455336445555666744885699748885699777785699777888999';

class SudokuRoom {
  constructor(makeWorker) {
    this.quick = new Asker(makeWorker);
    this.long = new Asker(makeWorker);
    this.state = {
      size: 9,
      box: '',
      regions: '',
      diagonals: false,
      windows: false,
      clues: BLANK,
      mine: BLANK,
    };
    this.history = [];
    this.waiting = []; // Puzzles that were read with this one.
    this.forget();
    this.view = new GridView($('grid'), { onKey: (cell, key) => this.handleKey(cell, key) });
    this.connect();
  }

  // What was known of the last grid.
  forget() {
    this.look = null;
    this.solved = null;
    this.tally = null;
    this.hint = null;
    this.showsSolution = false;
  }

  // ------------------------------------------------------------ the grid

  get rules() {
    const { size, box, regions, diagonals, windows } = this.state;
    const [rows, columns] = box === '' ? [0, 0] : box.split('x').map(Number);
    return { size, box_rows: rows, box_columns: columns, regions, diagonals, windows };
  }

  get cells() {
    const { clues, mine } = this.state;
    return Array.from(clues, (clue, k) => (clue === '.' ? mine[k] : clue)).join('');
  }

  puzzle() {
    return { ...this.rules, cells: this.cells };
  }

  // Another grid, or other rules; asks the library what is to be said of it.
  change(fields, { keepsHistory = this.look !== null } = {}) {
    if (keepsHistory) {
      this.history.push(this.state);
      if (this.history.length > 500) this.history.shift();
    }
    this.state = { ...this.state, ...fields };
    this.long.stop();
    const marks = $('marks');
    marks.querySelector('[value=tally]').disabled = true;
    if (marks.value === 'tally') marks.value = 'candidates';
    $('answer').textContent = '';
    $('two').hidden = true;
    $('undo').disabled = this.history.length === 0;
    this.forget();
    this.writeAddress();
    return this.consider();
  }

  async consider() {
    const question = this.puzzle();
    try {
      const look = await this.quick.ask({ do: 'look', ...question });
      const isNew =
        this.view.rules === undefined ||
        JSON.stringify(this.view.rules) !== JSON.stringify(look.rules);
      if (isNew) this.setRules(look.rules);
      this.look = look;
      this.draw();
      const solved = await this.quick.ask({ do: 'solve', seconds: 10, ...question });
      this.solved = solved;
      this.draw();
      this.tellVerdict();
    } catch (error) {
      if (error instanceof Stopped) return;
      this.setVerdict('bad', 'This cannot be', `${error.message}.`);
    }
  }

  setRules(rules) {
    this.view.setRules(rules);
    $('kind').textContent = `Grid: ${rules.description}.`;
    $('pad').replaceChildren(
      ...Array.from({ length: rules.size + 1 }, (_, digit) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = digit === 0 ? '⌫' : digitToText(digit);
        if (digit === 0) button.setAttribute('aria-label', 'Empty the cell');
        button.addEventListener('click', () => this.setDigit(this.view.chosen, digit));
        return button;
      }),
    );
    this.fillBoxes(rules);
    const { regions } = this.state;
    $('jigsaw').checked = regions !== '';
    $('regions-editor').hidden = regions === '';
    $('regions').value = this.regionLines(rules);
    $('diagonals').checked = this.state.diagonals;
    $('windows').checked = this.state.windows;
    $('windows').disabled = rules.box_rows !== rules.box_columns || rules.box_rows === 0;
    this.showSize(rules.size);
    $('clue-count').max = rules.size ** 2;
  }

  // A puzzle that was pasted may have another size than those that are offered.
  showSize(size) {
    const select = $('size');
    select.querySelector('.pasted')?.remove();
    select.value = String(size);
    if (select.value !== '') return;
    const option = document.createElement('option');
    option.className = 'pasted';
    option.textContent = String(size);
    select.append(option);
    select.value = String(size);
  }

  fillBoxes(rules) {
    const shapes = [];
    for (let rows = 2; rows * 2 <= rules.size; ++rows) {
      if (rules.size % rows === 0) shapes.push(`${rows}x${rules.size / rows}`);
    }
    $('box').replaceChildren(
      ...shapes.map((shape) => {
        const option = document.createElement('option');
        option.value = shape;
        option.textContent = shape.replace('x', ' × ');
        return option;
      }),
    );
    $('box').value = `${rules.box_rows}x${rules.box_columns}`;
    $('box').disabled = rules.box_rows === 0;
  }

  regionLines(rules) {
    const letters = rules.region_of.map((region) => digitToText(region + 1));
    const lines = [];
    for (let k = 0; k < letters.length; k += rules.size) {
      lines.push(letters.slice(k, k + rules.size).join(''));
    }
    return lines.join('\n');
  }

  // -------------------------------------------------------------- typing

  handleKey(cell, key) {
    if (['Backspace', 'Delete', '0', '.', ' '].includes(key)) {
      this.setDigit(cell, 0);
      return true;
    }
    const digit = textToDigit(key, this.state.size);
    if (digit === 0) return false;
    this.setDigit(cell, digit);
    return true;
  }

  setDigit(cell, digit) {
    const layer = document.querySelector('[name=layer]:checked').value;
    const { clues, mine } = this.state;
    if (layer === 'mine' && clues[cell] !== '.') return;
    const put = (line, text) => line.slice(0, cell) + text + line.slice(cell + 1);
    const text = digit === 0 ? '.' : digitToText(digit);
    const fields = { mine: put(mine, layer === 'mine' ? text : '.') };
    if (layer === 'clues') fields.clues = put(clues, text);
    if (fields.mine === mine && (fields.clues ?? clues) === clues) return;
    this.change(fields);
  }

  // -------------------------------------------------------------- drawing

  draw() {
    if (this.look === null) return;
    const { clues, mine } = this.state;
    const wrong = new Set(this.look.wrong_cells);
    const because = new Set(this.solved?.reason_cells ?? []);
    const house = new Set(this.hint?.house ?? []);
    const solution = this.showsSolution ? this.solved?.solution : undefined;
    this.view.show((k) => {
      const classes = [];
      if (wrong.has(k)) classes.push('wrong');
      else if (because.has(k) || house.has(k)) classes.push('house');
      if (clues[k] !== '.') return { digit: this.digitOf(clues[k]), kind: 'clue', classes };
      if (mine[k] !== '.') return { digit: this.digitOf(mine[k]), kind: 'mine', classes };
      if (solution !== undefined) {
        return { digit: this.digitOf(solution[k]), kind: 'found', classes };
      }
      const fixed = this.fixedDigitOf(k);
      if (fixed > 0) return { digit: fixed, kind: 'always', classes };
      return { digit: 0, marks: this.marksOf(k), classes };
    });
  }

  // While solutions are counted by digit: the one that the cell has in all of them, or 0.
  fixedDigitOf(cell) {
    if ($('marks').value !== 'tally' || this.tally === null) return 0;
    const { size } = this.state;
    const numbers = this.tally.tally.slice(cell * size, (cell + 1) * size);
    return numbers.findIndex((number) => String(number) === this.tally.count) + 1;
  }

  digitOf(text) {
    return textToDigit(text, this.state.size);
  }

  marksOf(cell) {
    const isHinted = this.hint?.cell === cell;
    const wanted = $('marks').value;
    if (wanted === 'none' && !isHinted) return null;
    const { size } = this.state;
    return Array.from({ length: size }, (_, d) => {
      if (wanted === 'tally' && this.tally !== null) {
        const number = this.tally.tally[cell * size + d];
        if (number === 0) return null;
        const title = `${digitToText(d + 1)} in ${grouped(number)} of ${grouped(this.tally.count)}`;
        return { text: shortNumber(number), title };
      }
      const isCandidate = Math.floor(this.look.candidates[cell] / 2 ** d) % 2 === 1;
      if (!isCandidate) return null;
      const isIt = isHinted && this.hint.digit === d + 1;
      const className = !isIt ? '' : this.hint.kind === 'placement' ? 'hinted' : 'struck';
      return { text: digitToText(d + 1), className };
    });
  }

  setVerdict(mood, title, text) {
    const strong = document.createElement('strong');
    strong.textContent = title;
    $('verdict').className = `verdict ${mood}`;
    $('verdict').replaceChildren(strong, text);
  }

  tellVerdict() {
    const { verdict, nodes, milliseconds, reason } = this.solved;
    // Browsers have coarse clocks.
    const exact = milliseconds < 100 ? milliseconds.toPrecision(2) : Math.round(milliseconds);
    const time = milliseconds < 0.1 ? 'less than 0.1' : grouped(exact);
    const effort = `${grouped(nodes)} nodes, ${time} ms`;
    const button = $('show-solution');
    button.disabled = this.solved.solution === undefined;
    button.textContent = verdict === 'multiple solutions' ? 'Show a solution' : 'Show solution';
    button.setAttribute('aria-pressed', String(this.showsSolution));
    $('two').hidden = true;
    if (this.look.is_solution) {
      this.setVerdict('good', 'Solved', 'Every house has each digit once.');
    } else if (verdict === 'unique') {
      this.setVerdict('good', 'One solution', `Proved that there is no other: ${effort}.`);
    } else if (verdict === 'no solution') {
      this.setVerdict('bad', 'No solution', this.sentence(reason) || `Proved: ${effort}.`);
    } else if (verdict === 'multiple solutions') {
      this.setVerdict('', 'More than one solution', `Two of them differ as marked: ${effort}.`);
      this.showTwo();
    } else {
      this.setVerdict('', 'Not decided', 'Ten seconds were not enough.');
    }
  }

  sentence(text) {
    return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  showTwo() {
    const differs = new Set(this.solved.differing_cells);
    const figures = [this.solved.solution, this.solved.second_solution].map((line, number) => {
      const figure = document.createElement('figure');
      const grid = document.createElement('div');
      const caption = document.createElement('figcaption');
      grid.className = 'grid';
      caption.textContent = ['A solution', 'and another'][number];
      figure.append(grid, caption);
      const view = new GridView(grid, { isPassive: true, label: caption.textContent });
      view.setRules(this.look.rules);
      const { clues } = this.state;
      view.show((k) => ({
        digit: this.digitOf(line[k]),
        kind: clues[k] === '.' ? 'found' : 'clue',
        classes: differs.has(k) ? ['differs'] : [],
      }));
      return figure;
    });
    $('two').replaceChildren(...figures);
    $('two').hidden = false;
  }

  // ------------------------------------------------------ what takes longer

  // Asks what may take long; `show` is called with parts and with the answer.
  async askLong(question, show) {
    $('stop').hidden = false;
    $('answer').textContent = 'Working …';
    let last = null;
    try {
      const answer = await this.long.ask(question, (part) => {
        last = part;
        show(part, false);
      });
      show(answer, true);
    } catch (error) {
      if (!(error instanceof Stopped)) this.tell('That was not possible', `${error.message}.`);
      else if (last === null) this.tell('Stopped', '');
      else show(last, true);
    } finally {
      $('stop').hidden = !this.long.isBusy;
    }
  }

  tell(title, text) {
    const strong = document.createElement('strong');
    strong.className = 'number';
    strong.textContent = title;
    $('answer').replaceChildren(strong, text);
  }

  count() {
    return this.askLong({ do: 'count', ...this.puzzle() }, (part, isEnd) => {
      const { count, is_all: isAll, nodes } = part;
      const word = count === '1' ? 'solution' : 'solutions';
      if (isAll) this.tell(`${grouped(count)} ${word}`, `That is all: ${grouped(nodes)} nodes.`);
      else this.tell(`${grouped(count)} ${word} so far`, isEnd ? 'Stopped.' : countingText(part));
    });
  }

  countEach() {
    return this.askLong({ do: 'tally', ...this.puzzle() }, (tally, isEnd) => {
      this.tally = tally;
      const marks = $('marks');
      marks.querySelector('[value=tally]').disabled = false;
      marks.value = 'tally';
      this.draw();
      const text =
        'A small number in the place of a digit tells in how many it is; green digits are in all.';
      const word = tally.count === '1' ? 'solution' : 'solutions';
      if (tally.is_all) this.tell(`${grouped(tally.count)} ${word}`, text);
      else this.tell(`${grouped(tally.count)} ${word} so far`, isEnd ? `Stopped. ${text}` : text);
    });
  }

  giveHint() {
    return this.askLong({ do: 'hint', ...this.puzzle() }, (hint) => {
      const title = { placement: 'Hint: a digit', elimination: 'Hint: not this digit' };
      this.hint = hint.kind === 'none' ? null : hint;
      const others = hint.others > 0 ? ` (There are ${hint.others} more singles.)` : '';
      this.tell(title[hint.kind] ?? 'No hint', `${hint.reason}${others}`);
      this.showsSolution = false;
      $('show-solution').setAttribute('aria-pressed', 'false');
      this.draw();
      if (this.hint !== null) this.view.choose(hint.cell);
    });
  }

  generate() {
    // To take away as many clues as possible is beyond reach in the largest grids.
    const { size } = this.state;
    const enough = size > 16 ? Math.round(0.48 * size ** 2) : 0;
    const question = {
      do: 'generate',
      ...this.rules,
      seed: Math.floor(Math.random() * 2 ** 48),
      symmetry: $('symmetry').value,
      difficulty: $('difficulty').value,
      clues: Number($('clue-count').value) || enough,
    };
    return this.askLong(question, ({ puzzles }) => {
      this.change({ clues: puzzles[0], mine: '.'.repeat(puzzles[0].length) });
      document.querySelector('[name=layer][value=mine]').checked = true;
    });
  }

  watch() {
    const question = {
      do: 'watch',
      ...this.puzzle(),
      method: $('method').value,
      prove: $('prove').checked,
    };
    return this.askLong(question, ({ page, steps, end }) => {
      this.tell(`${grouped(steps)} steps`, this.sentence(end.replace(/\.$/, '')));
      // Not srcdoc: the page writes its step into its address, so it must have one.
      URL.revokeObjectURL($('replay').src);
      $('replay').src = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
      $('replay-dialog').showModal();
    });
  }

  async fillMethods() {
    const { methods } = await this.long.ask({ do: 'methods' });
    $('method').replaceChildren(
      ...methods.map(({ name, title }) => {
        const option = document.createElement('option');
        option.value = name;
        option.textContent = title;
        return option;
      }),
    );
  }

  print() {
    return this.askLong({ do: 'print', ...this.puzzle(), title: 'Sudoku' }, ({ page }) => {
      this.tell('Printing', '');
      const frame = document.createElement('iframe');
      frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0';
      frame.title = 'What is printed';
      frame.srcdoc = page;
      frame.addEventListener('load', () => {
        frame.contentWindow.addEventListener('afterprint', () => frame.remove());
        frame.contentWindow.print();
      });
      document.body.append(frame);
    });
  }

  savePicture() {
    return this.askLong({ do: 'picture', ...this.puzzle() }, ({ svg }) => {
      $('answer').textContent = '';
      download('sudoku.svg', svg, 'image/svg+xml');
    });
  }

  // -------------------------------------------------------------- reading

  read(text) {
    return this.askLong({ do: 'read', text }, ({ puzzles, errors }) => {
      $('answer').textContent = '';
      const note = errors.length === 0 ? '' : ` ${this.sentence(errors[0])}`;
      if (puzzles.length === 0) {
        $('read-note').textContent = note || 'There is no puzzle in it.';
        return;
      }
      this.waiting = puzzles;
      this.take(0);
      if (errors.length > 0) $('read-note').textContent += note;
    });
  }

  take(number) {
    const puzzle = this.waiting[number];
    this.current = number;
    const several = this.waiting.length > 1;
    $('previous').hidden = $('next').hidden = !several;
    $('previous').disabled = number === 0;
    $('next').disabled = number === this.waiting.length - 1;
    const place = several ? `Puzzle ${number + 1} of ${this.waiting.length}` : 'Taken';
    $('read-note').textContent = `${place}${puzzle.note ? `: ${puzzle.note}` : ''}.`;
    const { size, cells, regions = '' } = puzzle;
    const isSame = size === this.state.size && regions === '' && this.state.regions === '';
    this.change({
      size,
      box: isSame ? this.state.box : '',
      regions,
      clues: cells,
      mine: '.'.repeat(cells.length),
      ...(isSame ? {} : { windows: false }),
    });
  }

  async readFile(file) {
    if (file !== undefined) await this.read(await file.text());
  }

  // -------------------------------------------------------------- address

  writeAddress() {
    const { size, box, regions, diagonals, windows, clues, mine } = this.state;
    const fields = new URLSearchParams();
    fields.set('sudoku', clues);
    if (/[^.]/.test(mine)) fields.set('mine', mine);
    if (box !== '') fields.set('box', box);
    if (regions !== '') fields.set('regions', regions.replace(/\s/g, ''));
    if (diagonals) fields.set('x', '1');
    if (windows) fields.set('windows', '1');
    if (Math.sqrt(clues.length) === size) history.replaceState(null, '', `#${fields}`);
  }

  // True if the address has a grid.
  readAddress(fields) {
    const clues = fields.get('sudoku') ?? '';
    const size = Math.sqrt(clues.length);
    if (!Number.isInteger(size) || size < 2 || size > 36) return false;
    const mine = fields.get('mine') ?? '';
    this.change({
      size,
      clues: clues.replaceAll('0', '.'),
      mine: mine.length === clues.length ? mine : '.'.repeat(clues.length),
      box: fields.get('box') ?? '',
      regions: fields.get('regions') ?? '',
      diagonals: fields.get('x') === '1',
      windows: fields.get('windows') === '1',
    });
    return true;
  }

  // ------------------------------------------------------------- controls

  resize(size) {
    const cells = '.'.repeat(size ** 2);
    return this.change({ size, box: '', regions: '', windows: false, clues: cells, mine: cells });
  }

  connect() {
    const on = (id, what) => $(id).addEventListener('click', what);
    on('show-solution', () => {
      this.showsSolution = !this.showsSolution;
      $('show-solution').setAttribute('aria-pressed', String(this.showsSolution));
      this.draw();
    });
    on('hint', () => this.giveHint());
    on('count', () => this.count());
    on('tally', () => this.countEach());
    on('stop', () => this.long.stop());
    on('generate', () => this.generate());
    on('watch', () => this.watch());
    on('print', () => this.print());
    on('picture', () => this.savePicture());
    on('share', (event) => copyAddress(event.currentTarget));
    on('clear', () => this.change({ clues: this.blank(), mine: this.blank() }));
    on('undo', () => this.change(this.history.pop(), { keepsHistory: false }));
    on('read', () => this.read($('text').value));
    on('previous', () => this.take(this.current - 1));
    on('next', () => this.take(this.current + 1));
    on('take-regions', () => this.change({ regions: $('regions').value, windows: false }));
    on('example-regions', () => {
      const cells = '.'.repeat(81);
      this.change({ size: 9, regions: EXAMPLE_REGIONS, windows: false, clues: cells, mine: cells });
    });
    $('marks').addEventListener('change', () => this.draw());
    $('file').addEventListener('change', (event) => this.readFile(event.target.files[0]));
    $('size').addEventListener('change', (event) => this.resize(Number(event.target.value)));
    $('box').addEventListener('change', (event) =>
      this.change({ box: event.target.value, windows: false }),
    );
    for (const name of ['diagonals', 'windows']) {
      $(name).addEventListener('change', (event) => this.change({ [name]: event.target.checked }));
    }
    $('jigsaw').addEventListener('change', (event) =>
      this.change({ regions: event.target.checked ? $('regions').value : '', windows: false }),
    );
  }

  blank() {
    return '.'.repeat(this.state.size ** 2);
  }
}
