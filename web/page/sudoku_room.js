// The room for Sudoku. All that it says about a puzzle comes from the library, by three
// workers: one for what is asked at each change of the grid and is answered in a moment,
// one for the candidates that are in a solution, meanwhile, and one for what may take long
// and can be stopped.

const BLANK = '.'.repeat(81);
const FIRST_PUZZLE =
  '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const EXAMPLE_REGIONS =
  '112222233112122336111123336444455336445555666744885699748885699777785699777888999';

const areDigits = (text, size) =>
  text !== '' && Array.from(text).every((digit) => textToDigit(digit, size) > 0);

const NO_RULES = { box: '', regions: '', windows: false, rules: '', unknown: [] };

class SudokuRoom {
  constructor(makeWorker) {
    this.makeWorker = makeWorker;
    this.quick = new Asker(makeWorker);
    this.finder = new Asker(makeWorker);
    this.long = new Asker(makeWorker);
    this.state = {
      size: 9,
      box: '',
      regions: '',
      diagonals: false,
      windows: false,
      rules: '',
      unknown: [], // What is said of rules that came with it and are not known.
      clues: BLANK,
      mine: BLANK,
      out: {}, // By cell, the small digits that were crossed out.
    };
    this.history = [];
    this.future = []; // What was undone, the last of it last.
    this.waiting = []; // Puzzles that were read with this one.
    this.hasPuzzle = false; // Until the first one is there.
    this.view = new GridView($('grid'), { onKey: (cell, key) => this.handleKey(cell, key) });
    this.steps = new StepPanel(this);
    this.ruler = new RulePanel(this);
    this.forget();
    this.connect();
  }

  // What was known of the last grid.
  forget() {
    this.look = null;
    this.solved = null;
    this.tally = null;
    this.possible = null;
    this.showsSolution = false;
    this.steps.forget();
  }

  // ------------------------------------------------------------ the grid

  get rules() {
    const { size, box, regions, diagonals, windows, rules } = this.state;
    const [rows, columns] = box === '' ? [0, 0] : box.split('x').map(Number);
    return { size, box_rows: rows, box_columns: columns, regions, diagonals, windows, rules };
  }

  // Clues, and the digits of one's own.
  get cells() {
    const { clues, mine } = this.state;
    return Array.from(clues, (clue, k) => (clue === '.' ? mine[k] : clue)).join('');
  }

  // The puzzle as it was given.
  puzzle() {
    return { ...this.rules, cells: this.state.clues };
  }

  // And how far one has come with it.
  played() {
    const { mine, size, out } = this.state;
    const kept = Array(size ** 2).fill(2 ** size - 1);
    for (const [cell, digits] of Object.entries(out)) {
      for (const digit of digits) kept[cell] -= 2 ** (textToDigit(digit, size) - 1);
    }
    return { ...this.puzzle(), mine, kept };
  }

  // Another grid, or other rules; asks the library what is to be said of it.
  change(fields, { keepsHistory = this.hasPuzzle } = {}) {
    if (keepsHistory) {
      this.history.push(this.state);
      if (this.history.length > 500) this.history.shift();
      this.future = [];
    }
    const isSameGrid = ['size', 'box', 'regions'].every(
      (name) => (fields[name] ?? this.state[name]) === this.state[name],
    );
    this.state = { ...this.state, ...fields };
    this.hasPuzzle = true;
    this.long.stop();
    this.finder.stop();
    const marks = $('marks');
    marks.querySelector('[value=tally]').disabled = true;
    if (marks.value === 'tally') marks.value = 'candidates';
    $('answer').textContent = '';
    $('two').hidden = true;
    $('undo').disabled = this.history.length === 0;
    $('redo').disabled = this.future.length === 0;
    // What is typed is seen at once; what is said of it comes later.
    const { look } = this;
    this.forget();
    if (isSameGrid) this.look = look;
    this.draw();
    this.writeAddress();
    return this.consider();
  }

  undo() {
    if (this.history.length === 0) return;
    this.future.push(this.state);
    this.change(this.history.pop(), { keepsHistory: false });
  }

  redo() {
    if (this.future.length === 0) return;
    this.history.push(this.state);
    this.change(this.future.pop(), { keepsHistory: false });
  }

  async consider() {
    try {
      const look = await this.quick.ask({ do: 'look', ...this.rules, cells: this.cells });
      const isNew =
        this.view.rules === undefined ||
        JSON.stringify(this.view.rules) !== JSON.stringify(look.rules);
      if (isNew) this.setRules(look.rules);
      this.look = look;
      this.view.setDrawing(look.drawing);
      this.ruler.show(look.drawing);
      this.draw();
      this.findPossible();
      this.solved = await this.quick.ask({ do: 'solve', seconds: 10, ...this.puzzle() });
      this.draw();
      this.tellVerdict();
    } catch (error) {
      if (error instanceof Stopped) return;
      this.setVerdict('bad', 'This cannot be', `${error.message}.`);
    }
  }

  // Which digits are in some solution, if that is wanted; shown as they are found.
  async findPossible() {
    if ($('marks').value !== 'possible' || this.possible !== null) return;
    // To draw a large grid takes longer than to find some more: most of the time is for others.
    let next = 0;
    const show = (possible) => {
      const start = performance.now();
      if (start < next) return;
      this.possible = possible;
      this.draw();
      next = performance.now() + 5 * (performance.now() - start);
    };
    const question = { do: 'possible', seconds: 20, ...this.puzzle() };
    try {
      this.possible = await this.finder.ask(question, show);
    } catch (error) {
      if (!(error instanceof Stopped)) this.tell('That was not possible', `${error.message}.`);
      return;
    }
    this.draw();
    if (this.possible.is_all) return;
    this.tell('Not all is known', 'In twenty seconds it was not found of the pale small digits.');
  }

  // Buttons that are right already stay: a finger may be on one.
  fillPad(size) {
    // The 0 is for the numbers of rules.
    const keys = ['Backspace', ...Array.from({ length: size }, (_, d) => digitToText(d + 1)), '0'];
    if ($('pad').childElementCount === keys.length) return;
    $('pad').replaceChildren(
      ...keys.map((key) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = key === 'Backspace' ? '⌫' : key;
        if (key === 'Backspace') button.setAttribute('aria-label', 'Empty the cell');
        if (key === '0') button.className = 'zero';
        button.addEventListener('click', () => this.view.press(key));
        return button;
      }),
    );
  }

  setRules(rules) {
    if (!this.ruler.isDrawing(rules)) this.ruler.stop();
    this.view.setRules(rules);
    $('kind').textContent = `Grid: ${rules.description}.`;
    this.fillPad(rules.size);
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
    const option = optionOf(String(size));
    option.className = 'pasted';
    select.append(option);
    select.value = String(size);
  }

  fillBoxes(rules) {
    const shapes = [];
    for (let rows = 2; rows * 2 <= rules.size; ++rows) {
      if (rules.size % rows === 0) shapes.push(`${rows}x${rules.size / rows}`);
    }
    $('box').replaceChildren(...shapes.map((shape) => optionOf(shape, shape.replace('x', ' × '))));
    $('box').value = `${rules.box_rows}x${rules.box_columns}`;
    $('box').disabled = rules.box_rows === 0;
  }

  regionLines(rules) {
    return inLines(rules.region_of.map((region) => digitToText(region + 1)), rules.size);
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
    const { clues, mine } = this.state;
    const layer = document.querySelector('[name=layer]:checked').value;
    if (layer === 'small') {
      this.toggleSmall(cell, digit);
      return;
    }
    if (layer === 'mine' && clues[cell] !== '.') return;
    const put = (line, text) => line.slice(0, cell) + text + line.slice(cell + 1);
    const text = digit === 0 ? '.' : digitToText(digit);
    const fields = { mine: put(mine, layer === 'mine' ? text : '.') };
    if (layer === 'clues') fields.clues = put(clues, text);
    if (fields.mine === mine && (fields.clues ?? clues) === clues) return;
    this.change(fields);
  }

  // Crosses a small digit out, or takes it back; 0 takes all of them back.
  toggleSmall(cell, digit) {
    if (this.cells[cell] !== '.') return;
    const before = this.state.out[cell] ?? '';
    const isOut = before.includes(digitToText(digit)) && digit > 0;
    const out = { ...this.state.out };
    out[cell] = digit === 0 ? '' : withDigit(before, digit, !isOut);
    if (out[cell] === '') delete out[cell];
    if ($('marks').value === 'none') $('marks').value = 'candidates';
    this.change({ out });
  }

  // -------------------------------------------------------------- drawing

  draw() {
    if (this.look === null) return;
    const { clues, mine } = this.state;
    const wrong = new Set(this.look.wrong_cells);
    const because = new Set(this.solved?.reason_cells ?? []);
    const house = new Set(this.steps.house);
    const drawing = new Set(this.ruler.drawn);
    for (const cell of this.steps.wrong) wrong.add(cell);
    const solution = this.showsSolution ? this.solved?.solution : undefined;
    this.view.show((k) => {
      const classes = [];
      const hue = this.ruler.hueOf(k);
      if (drawing.has(k)) classes.push('drawing');
      if (wrong.has(k)) classes.push('wrong');
      else if (because.has(k) || house.has(k)) classes.push('house');
      if (clues[k] !== '.') return { digit: this.digitOf(clues[k]), kind: 'clue', classes, hue };
      if (mine[k] !== '.') return { digit: this.digitOf(mine[k]), kind: 'mine', classes, hue };
      if (solution !== undefined) {
        return { digit: this.digitOf(solution[k]), kind: 'found', classes, hue };
      }
      const fixed = this.fixedDigitOf(k);
      if (fixed > 0) return { digit: fixed, kind: 'always', classes, hue };
      return { digit: 0, marks: this.marksOf(k), classes, hue };
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
    const wanted = $('marks').value;
    if (wanted === 'none' && !this.steps.speaksOf(cell)) return null;
    const { size, out } = this.state;
    const isPossible = wanted === 'possible' && this.possible !== null;
    const bits = isPossible ? this.possible.possible[cell] : this.look.candidates[cell];
    return Array.from({ length: size }, (_, d) => {
      if (wanted === 'tally' && this.tally !== null) {
        const number = this.tally.tally[cell * size + d];
        if (number === 0) return null;
        const title = `${digitToText(d + 1)} in ${grouped(number)} of ${grouped(this.tally.count)}`;
        return { text: shortNumber(number), title };
      }
      const isOut = !isPossible && (out[cell] ?? '').includes(digitToText(d + 1));
      if (!hasBit(bits, d) || isOut) return null;
      const isPale = wanted === 'possible' && !(isPossible && hasBit(this.possible.seen[cell], d));
      const className = isPale ? 'pale' : this.steps.classOf(cell, d + 1);
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
    const how = `in ${time} ms, by ${effort(nodes)}`;
    const button = $('show-solution');
    button.disabled = this.solved.solution === undefined;
    button.textContent = verdict === 'multiple solutions' ? 'Show a solution' : 'Show solution';
    button.setAttribute('aria-pressed', String(this.showsSolution));
    $('two').hidden = true;
    const also = this.alsoText();
    if (this.look.is_solution && this.agrees()) {
      this.setVerdict('good', 'Solved', `Every house has each digit once.${also}`);
    } else if (verdict === 'unique') {
      this.setVerdict('good', 'One solution', `Proved that there is no other, ${how}.${also}`);
    } else if (verdict === 'no solution') {
      this.setVerdict('bad', 'No solution', (this.sentence(reason) || `Proved ${how}.`) + also);
    } else if (verdict === 'multiple solutions') {
      const text = `Two of them differ as marked. Found ${how}.${also}`;
      this.setVerdict('', 'More than one solution', text);
      this.showTwo();
    } else {
      this.setVerdict('', 'Not decided', `Ten seconds were not enough.${also}`);
    }
  }

  // Whether a full grid is right in the rules, too.
  agrees() {
    const { verdict, solution } = this.solved;
    if (this.state.rules === '') return true;
    return verdict === 'unique' && solution === this.cells;
  }

  // What the verdict is without: digits of one's own that clash, and rules.
  alsoText() {
    const { unknown, mine } = this.state;
    const clash = /[^.]/.test(mine) ? this.look.conflicts[0] ?? '' : '';
    const isNews = clash !== '' && this.solved.verdict !== 'no solution';
    const rules = unknown.length > 0 ? ` That is without rules that are not known here: ` : '';
    return `${isNews ? ` But ${clash}.` : ''}${rules}${rules && `${unknown.join('; ')}.`}`;
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
      view.setDrawing(this.look.drawing);
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
      const title = plural(count, 'solution');
      if (isAll) this.tell(title, `That is all, by ${effort(nodes)}.`);
      else this.tell(`${title} so far`, isEnd ? 'Stopped.' : countingText(part));
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
      const title = plural(tally.count, 'solution');
      if (tally.is_all) this.tell(title, text);
      else this.tell(`${title} so far`, isEnd ? `Stopped. ${text}` : text);
    });
  }

  generate() {
    // To take away as many clues as possible is beyond reach in the largest grids.
    const { size } = this.state;
    const enough = size > 16 ? Math.round(0.48 * size ** 2) : 0;
    const wishes = {
      symmetry: $('symmetry').value,
      difficulty: $('difficulty').value,
      clues: Number($('clue-count').value) || enough,
    };
    const question = {
      do: 'generate',
      ...this.rules,
      cells: this.blank(),
      seed: Math.floor(Math.random() * 2 ** 48),
      ...(this.state.rules === '' ? wishes : {}),
    };
    return this.askLong(question, ({ puzzles }) => {
      this.change({ clues: puzzles[0], mine: '.'.repeat(puzzles[0].length), out: {} });
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
      this.tell(plural(steps, 'step'), this.sentence(end.replace(/\.$/, '')));
      // Not srcdoc: the page writes its step into its address, so it must have one.
      URL.revokeObjectURL($('replay').src);
      $('replay').src = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
      $('replay-dialog').showModal();
    });
  }

  async fillMethods() {
    const { methods } = await this.long.ask({ do: 'methods' });
    $('method').replaceChildren(
      ...methods.map(({ name, title }) => optionOf(name, title)),
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
      this.waiting = puzzles;
      if (puzzles.length > 0) this.take(0);
      this.tellRead(puzzles, errors);
    });
  }

  // What was found in a text, and what was not.
  tellRead(puzzles, errors) {
    const first = errors.length > 0 ? errors[0].replace(/^text:(\d+):(\d+:)? /, 'line $1: ') : '';
    if (puzzles.length === 0) {
      const text = first === '' ? 'There is no puzzle in this text' : this.sentence(first).slice(0, -1);
      this.tell('No puzzle was found', `${text}. The grid is what it was.`);
      $('read-note').textContent = this.sentence(first) || 'There is no puzzle in it.';
      return;
    }
    const title = puzzles.length === 1 ? 'A puzzle was found' : `${puzzles.length} puzzles were found`;
    const place = puzzles.length === 1 ? '' : 'This is the first one. ';
    const rest = errors.length === 0
      ? ''
      : `${errors.length} other ${errors.length === 1 ? 'line is no puzzle' : 'lines are no puzzles'} (${first}).`;
    this.tell(title, `${place}${rest}`);
    if (rest !== '') $('read-note').textContent += ` ${rest}`;
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
    const { size, cells, regions = '', rules, diagonals, windows } = puzzle;
    // A grid of cells says nothing of boxes, diagonals and windows: they stay.
    const isSame =
      size === this.state.size && regions === '' && this.state.regions === '' && rules === '' &&
      this.state.rules === '' && !diagonals && !windows;
    this.change({
      size,
      regions,
      rules,
      unknown: puzzle.unknown_rules,
      clues: cells,
      mine: puzzle.mine ?? '.'.repeat(cells.length),
      out: {},
      ...(isSame ? {} : { box: puzzle.box ?? '', diagonals, windows }),
    });
  }

  async readFile(file) {
    if (file !== undefined) await this.read(await file.text());
  }

  // -------------------------------------------------------------- address

  writeAddress() {
    const { size, box, regions, diagonals, windows, rules, clues, mine, out } = this.state;
    const fields = new URLSearchParams();
    fields.set('sudoku', clues);
    if (/[^.]/.test(mine)) fields.set('mine', mine);
    if (box !== '') fields.set('box', box);
    if (regions !== '') fields.set('regions', regions.replace(/\s/g, ''));
    if (diagonals) fields.set('x', '1');
    if (windows) fields.set('windows', '1');
    if (rules !== '') fields.set('rules', rules);
    const struck = Object.entries(out).map(([cell, digits]) => `${cell}.${digits}`);
    if (struck.length > 0) fields.set('out', struck.join('-'));
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
      rules: fields.get('rules') ?? '',
      unknown: [],
      out: Object.fromEntries(
        (fields.get('out') ?? '')
          .split('-')
          .map((part) => part.split('.'))
          .filter(([cell, digits = '']) => Number(cell) < clues.length && areDigits(digits, size)),
      ),
    });
    return true;
  }

  // ------------------------------------------------------------- controls

  resize(size) {
    const cells = '.'.repeat(size ** 2);
    return this.change({ ...NO_RULES, size, clues: cells, mine: cells, out: {} });
  }

  connect() {
    const on = (id, what) => $(id).addEventListener('click', what);
    on('show-solution', () => {
      this.showsSolution = !this.showsSolution;
      $('show-solution').setAttribute('aria-pressed', String(this.showsSolution));
      this.draw();
    });
    on('count', () => this.count());
    on('tally', () => this.countEach());
    on('stop', () => this.long.stop());
    on('generate', () => this.generate());
    on('watch', () => this.watch());
    on('print', () => this.print());
    on('picture', () => this.savePicture());
    on('share', (event) => copyText(event.currentTarget, location.href));
    on('clear', () => this.change({ clues: this.blank(), mine: this.blank(), out: {} }));
    on('clear-mine', () => this.change({ mine: this.blank(), out: {} }));
    on('undo', () => this.undo());
    on('redo', () => this.redo());
    on('read', () => this.read($('text').value));
    on('previous', () => this.take(this.current - 1));
    on('next', () => this.take(this.current + 1));
    on('take-regions', () => this.change({ regions: $('regions').value, windows: false }));
    on('example-regions', () => {
      const cells = '.'.repeat(81);
      const clues = { clues: cells, mine: cells, out: {} };
      this.change({ ...NO_RULES, ...clues, size: 9, regions: EXAMPLE_REGIONS });
    });
    $('marks').addEventListener('change', () => {
      this.draw();
      this.findPossible();
    });
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
