'use strict';

// What was recorded; sudoku/render/replay_page.cc writes it.
const recording =
    JSON.parse(document.getElementById('recording').textContent);
const {size, digitNames} = recording;
const cellCount = size * size;
const stepCount = recording.events.length / 3;

// The kinds of events, by their numbers, and the roles of cells.
const [TRY, PLACE, RULE_OUT, UNDO, DEAD_END, SOLUTION, SWAP, RESTART] =
    [0, 1, 2, 3, 4, 5, 6, 7];
const ROLES = ['empty', 'clue', 'tried', 'implied'];
const [EMPTY, CLUE, TRIED, IMPLIED] = [0, 1, 2, 3];

const cellName =
    (cell) => `r${Math.floor(cell / size) + 1}c${cell % size + 1}`;
const bitOf = (cell, digit) => cell * size + digit - 1;

const peersOf = Array.from({length: cellCount}, () => new Set());
for (const house of recording.houses) {
  for (const cell of house) {
    for (const peer of house) {
      if (peer !== cell) peersOf[cell].add(peer);
    }
  }
}

// ---------------------------------------------------------------- replay

// How things stand after some of the events. To go back is to go forward from
// the last checkpoint before.
class Replay {
  constructor() {
    this.step = 0;
    this.state = Replay.start();
    this.distance = 4 * cellCount;
    this.checkpoints = [Replay.copy(this.state)];
  }

  static start() {
    const digits = Uint8Array.from(recording.clues);
    return {
      digits,
      roles: digits.map((digit) => digit === 0 ? EMPTY : CLUE),
      ruledOut: new Uint8Array(cellCount * size),
      counts: new Array(8).fill(0),
      changes: [],  // What an undo takes back, from the first try on.
      tries: [],    // Where in `changes` the tries stand.
      lastUndone: null,
    };
  }

  static copy(state) {
    return {
      digits: state.digits.slice(),
      roles: state.roles.slice(),
      ruledOut: state.ruledOut.slice(),
      counts: state.counts.slice(),
      changes: state.changes.slice(),
      tries: state.tries.slice(),
      lastUndone: state.lastUndone,
    };
  }

  // The last event, or null at the start.
  get event() {
    if (this.step === 0) return null;
    const [kind, cell, value] =
        recording.events.slice(3 * this.step - 3, 3 * this.step);
    return {kind, cell, value};
  }

  seek(step) {
    const nearest = Math.min(
        Math.floor(step / this.distance), this.checkpoints.length - 1);
    if (step < this.step || nearest * this.distance > this.step) {
      this.state = Replay.copy(this.checkpoints[nearest]);
      this.step = nearest * this.distance;
    }
    while (this.step < step) {
      ++this.step;
      this.apply(this.event);
      if (this.step === this.checkpoints.length * this.distance) {
        this.checkpoints.push(Replay.copy(this.state));
      }
    }
  }

  apply({kind, cell, value}) {
    const state = this.state;
    ++state.counts[kind];
    if (kind === TRY) state.tries.push(state.changes.length);
    if (kind === TRY || kind === PLACE) {
      this.remember(kind, cell, value);
      state.digits[cell] = value;
      state.roles[cell] = kind === TRY ? TRIED : IMPLIED;
    } else if (kind === RULE_OUT) {
      if (!state.ruledOut[bitOf(cell, value)]) {
        this.remember(kind, cell, value);
        state.ruledOut[bitOf(cell, value)] = 1;
      }
    } else if (kind === UNDO) {
      this.undo();
    } else if (kind === SWAP) {
      for (const values of [state.digits, state.roles]) {
        [values[cell], values[value]] = [values[value], values[cell]];
      }
      state.changes = [];
      state.tries = [];
    } else if (kind === RESTART) {
      this.state = {...Replay.start(), counts: state.counts};
    }
  }

  remember(kind, cell, value) {
    const {tries, changes, digits, roles} = this.state;
    if (tries.length === 0) return;
    changes.push({
      kind,
      cell,
      value,
      digitBefore: digits[cell],
      roleBefore: roles[cell],
    });
  }

  undo() {
    const state = this.state;
    state.lastUndone = null;
    if (state.tries.length === 0) return;
    const begin = state.tries.pop();
    state.lastUndone = state.changes[begin];
    while (state.changes.length > begin) {
      const change = state.changes.pop();
      if (change.kind === RULE_OUT) {
        state.ruledOut[bitOf(change.cell, change.value)] = 0;
      } else {
        state.digits[change.cell] = change.digitBefore;
        state.roles[change.cell] = change.roleBefore;
      }
    }
  }

  // The digits that an empty cell may have.
  candidates(cell) {
    const taken = new Set();
    for (const peer of peersOf[cell]) taken.add(this.state.digits[peer]);
    const digits = [];
    for (let digit = 1; digit <= size; ++digit) {
      if (!taken.has(digit) && this.isAllowed(cell, digit)) digits.push(digit);
    }
    return digits;
  }

  isAllowed(cell, digit) {
    const allowed = recording.allowed;
    return !this.state.ruledOut[bitOf(cell, digit)] &&
        (allowed === undefined || allowed[cell].includes(digit));
  }

  // Whether a peer holds the same digit. Clues are at odds with clues only.
  isInConflict(cell) {
    const {digits, roles} = this.state;
    if (digits[cell] === 0) return false;
    for (const peer of peersOf[cell]) {
      if (digits[peer] === digits[cell] &&
          (roles[cell] !== CLUE || roles[peer] === CLUE)) {
        return true;
      }
    }
    return false;
  }

  activeCells() {
    const event = this.event;
    if (event === null) return [];
    if (event.kind === UNDO) {
      return this.state.lastUndone === null ? [] : [this.state.lastUndone.cell];
    }
    if (event.kind === SWAP) return [event.cell, event.value];
    return event.cell < 0 ? [] : [event.cell];
  }

  // What the last event was, in words.
  eventText() {
    const event = this.event;
    const assignment =
        ({cell, value}) => `${cellName(cell)} = ${digitNames[value - 1]}`;
    if (event === null) {
      const clues = recording.clues.filter((digit) => digit !== 0).length;
      return `the puzzle, ${clues} clue${clues === 1 ? '' : 's'}`;
    }
    switch (event.kind) {
      case TRY:
        return `try ${assignment(event)}`;
      case PLACE:
        return `${assignment(event)} follows`;
      case RULE_OUT:
        return `${cellName(event.cell)} cannot be ` +
            digitNames[event.value - 1];
      case UNDO:
        return this.state.lastUndone === null ?
            'nothing to take back' :
            `take back ${assignment(this.state.lastUndone)}`;
      case DEAD_END:
        if (event.cell < 0) return 'dead end: some digit has no place left';
        return `dead end: ${cellName(event.cell)} ` +
            (this.state.digits[event.cell] === 0 ? 'has no candidate' :
                                                   'cannot keep its digit');
      case SOLUTION:
        return 'solution';
      case SWAP:
        return `swap ${cellName(event.cell)} and ${cellName(event.value)}`;
      case RESTART:
        return 'restart from the clues';
    }
  }
}

// --------------------------------------------------------------- drawing

const byId = (id) => document.getElementById(id);

// An SVG element inside `parent`.
function add(parent, name, attributes = {}, text = '') {
  const element =
      document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.textContent = text;
  parent.append(element);
  return element;
}

class GridView {
  static CELL = 48;

  constructor(svg) {
    const side = size * GridView.CELL;
    svg.setAttribute('viewBox', `-2 -2 ${side + 4} ${side + 4}`);
    add(svg, 'rect', {class: 'paper', width: side, height: side});
    this.addShades(svg);
    this.cells = [];
    for (let row = 0; row < size; ++row) {
      const group = add(svg, 'g', {role: 'row'});
      for (let column = 0; column < size; ++column) {
        this.cells.push(this.makeCell(group, row, column));
      }
    }
    this.addLines(svg, side);
  }

  static position(cell) {
    return [cell % size * GridView.CELL,
            Math.floor(cell / size) * GridView.CELL];
  }

  addShades(svg) {
    for (const kind of ['diagonal', 'extra']) {
      for (const house of recording[kind]) {
        for (const cell of house) {
          const [x, y] = GridView.position(cell);
          const side = GridView.CELL;
          add(svg, 'rect', {class: kind, x, y, width: side, height: side});
        }
      }
    }
  }

  makeCell(row, y, x) {
    const side = GridView.CELL;
    const element = add(row, 'g', {
      role: 'cell',
      id: `r${y + 1}c${x + 1}`,
      transform: `translate(${x * side} ${y * side})`,
    });
    add(element, 'rect',
        {class: 'ground', x: 2, y: 2, width: side - 4, height: side - 4});
    const digit =
        add(element, 'text', {class: 'digit', x: side / 2, y: side / 2});
    const candidates = add(element, 'g', {class: 'candidates'});
    return {element, digit, candidates, shown: null};
  }

  // Lines between cells are thin; those between regions are thick.
  addLines(svg, side) {
    const regionAt = (row, column) => recording.regions[row * size + column];
    const thin = [];
    const thick = [`M0 0H${side}V${side}H0Z`];
    for (let i = 1; i < size; ++i) {
      const at = i * GridView.CELL;
      thin.push(`M${at} 0V${side}M0 ${at}H${side}`);
      for (let j = 0; j < size; ++j) {
        const from = j * GridView.CELL;
        if (regionAt(j, i - 1) !== regionAt(j, i)) {
          thick.push(`M${at} ${from}v${GridView.CELL}`);
        }
        if (regionAt(i - 1, j) !== regionAt(i, j)) {
          thick.push(`M${from} ${at}h${GridView.CELL}`);
        }
      }
    }
    const lines = add(svg, 'g', {'pointer-events': 'none'});
    add(lines, 'path', {class: 'thin', d: thin.join('')});
    add(lines, 'path', {class: 'thick', d: thick.join('')});
  }

  draw(replay, withCandidates) {
    const {digits, roles} = replay.state;
    const event = replay.event;
    const active = replay.activeCells();
    for (let cell = 0; cell < cellCount; ++cell) {
      const digit = digits[cell];
      const isDeadEnd =
          event !== null && event.kind === DEAD_END && event.cell === cell;
      const classes = ['cell', ROLES[roles[cell]]];
      if (active.includes(cell)) classes.push('active');
      if (isDeadEnd || replay.isInConflict(cell)) classes.push('wrong');
      const candidates =
          digit === 0 && withCandidates ? replay.candidates(cell) : [];
      const struck = event !== null && event.kind === RULE_OUT &&
              event.cell === cell && withCandidates && digit === 0 ?
          event.value :
          0;
      const text =
          digit === 0 ? (isDeadEnd ? '?' : '') : digitNames[digit - 1];
      this.update(cell, {classes: classes.join(' '), text, candidates, struck});
    }
  }

  // Touches only what has changed.
  update(cell, look) {
    const view = this.cells[cell];
    const key = JSON.stringify(look);
    if (view.shown === key) return;
    view.shown = key;
    view.element.setAttribute('class', look.classes);
    view.element.setAttribute('aria-label', this.label(cell, look));
    view.digit.textContent = look.text;
    view.candidates.replaceChildren();
    for (let digit = 1; digit <= size; ++digit) {
      if (digit === look.struck) {
        this.addCandidate(view.candidates, digit, 'struck');
      } else if (look.candidates.includes(digit)) {
        this.addCandidate(view.candidates, digit, '');
      }
    }
  }

  label(cell, {classes, text, candidates}) {
    const role = ROLES.find((name) => classes.split(' ').includes(name));
    if (text !== '' && text !== '?') {
      return `${cellName(cell)}: ${text}, ${role}` +
          (classes.includes('wrong') ? ', wrong' : '');
    }
    return `${cellName(cell)}: empty` +
        (candidates.length > 0 ?
             `, candidates ${
                 candidates.map((digit) => digitNames[digit - 1]).join(' ')}` :
             '');
  }

  // Small digits have their places in a cell, in the shape of a box.
  addCandidate(parent, digit, name) {
    const columns = recording.candidateColumns;
    const rows = Math.ceil(size / columns);
    const [width, height] =
        [(GridView.CELL - 6) / columns, (GridView.CELL - 6) / rows];
    add(parent, 'text', {
      class: name,
      x: 3 + ((digit - 1) % columns + 0.5) * width,
      y: 3 + (Math.floor((digit - 1) / columns) + 0.5) * height,
      'font-size': Math.min(16, 0.92 * Math.min(width, height)).toFixed(1),
    }, digitNames[digit - 1]);
  }
}

// The exact cover problem. Which items are covered, and which options are
// hidden, follows from the digits in the grid.
class MatrixView {
  static SQUARE = 11;
  static LEFT = 46;
  static TOP = 60;

  constructor(svg, {items, kinds, options}) {
    const square = MatrixView.SQUARE;
    this.width = items.length * square;
    this.height = options.length * square;
    svg.setAttribute(
        'viewBox',
        `0 0 ${MatrixView.LEFT + this.width + 2} ` +
            `${MatrixView.TOP + this.height + 2}`);
    this.items = items.map((name, i) => this.makeItem(svg, name, i));
    this.addKinds(svg, kinds, items.length);
    const kindOf = (item) =>
        kinds.reduce((kind, {first}, k) => item >= first ? k : kind, 0);
    this.options = options.map(
        ([cell, digit, ...uses], i) =>
            this.makeOption(svg, {cell, digit, uses}, i, kindOf));
  }

  makeItem(svg, name, i) {
    const square = MatrixView.SQUARE;
    const element = add(svg, 'g', {class: 'item', id: `item-${name}`});
    const x = MatrixView.LEFT + i * square;
    add(element, 'rect', {
      class: 'column-ground',
      x,
      y: MatrixView.TOP,
      width: square,
      height: this.height,
    });
    add(element, 'text',
        {transform: `translate(${x + 8.5} ${MatrixView.TOP - 4}) rotate(-90)`},
        name);
    return element;
  }

  addKinds(svg, kinds, itemCount) {
    const square = MatrixView.SQUARE;
    kinds.forEach(({name, first}, k) => {
      const end = k + 1 < kinds.length ? kinds[k + 1].first : itemCount;
      const x = MatrixView.LEFT + first * square;
      add(svg, 'text', {
        class: `kind-name kind${k}`,
        x: MatrixView.LEFT + (first + end) * square / 2,
        y: 14,
      }, name);
      if (k > 0) {
        add(svg, 'path', {
          class: 'kind-line',
          d: `M${x} 20V${MatrixView.TOP + this.height}`,
        });
      }
    });
  }

  makeOption(svg, option, i, kindOf) {
    const square = MatrixView.SQUARE;
    const name = `${cellName(option.cell)}=${digitNames[option.digit - 1]}`;
    const element = add(svg, 'g', {class: 'option', id: `option-${name}`});
    const y = MatrixView.TOP + i * square;
    add(element, 'rect', {
      class: 'row-ground',
      x: 1,
      y,
      width: MatrixView.LEFT + this.width - 1,
      height: square,
    });
    add(element, 'text',
        {x: MatrixView.LEFT - 5, y: y + 8.5, 'text-anchor': 'end'}, name);
    for (const item of option.uses) {
      add(element, 'rect', {
        class: `use kind${kindOf(item)}`,
        x: MatrixView.LEFT + item * square + 1,
        y: y + 1,
        width: square - 2,
        height: square - 2,
      });
    }
    return {...option, element};
  }

  draw(replay) {
    const {digits, roles} = replay.state;
    const isChosen = ({cell, digit}) => digits[cell] === digit;
    const covers = new Array(this.items.length).fill(0);
    for (const option of this.options.filter(isChosen)) {
      for (const item of option.uses) ++covers[item];
    }
    this.items.forEach((element, i) => {
      element.classList.toggle('covered', covers[i] > 0);
      element.classList.toggle('twice', covers[i] > 1);
    });
    const event = replay.event;
    const active = event === null ? null :
        event.kind === UNDO       ? replay.state.lastUndone :
                                    event;
    let left = 0;
    for (const option of this.options) {
      const {cell, digit, uses, element} = option;
      const isHidden = uses.some((item) => covers[item] > 0) ||
          !replay.isAllowed(cell, digit);
      const chosen = isChosen(option);
      if (!chosen && !isHidden) ++left;
      element.classList.toggle('chosen', chosen);
      for (const role of [TRIED, IMPLIED]) {
        element.classList.toggle(ROLES[role], chosen && roles[cell] === role);
      }
      element.classList.toggle('hidden-option', !chosen && isHidden);
      element.classList.toggle(
          'active', active !== null && active.cell === cell &&
              active.value === digit);
    }
    const uncovered = covers.filter((count) => count === 0).length;
    byId('matrix-text').textContent =
        `${uncovered} of ${covers.length} items are uncovered, ` +
        `${left} of ${this.options.length} options are left.`;
  }

  // Pointing at an option shows its cell, and the other way round.
  linkTo(grid) {
    const link = (isLinked, cell, options) => {
      grid.cells[cell].element.classList.toggle('linked', isLinked);
      for (const option of options) {
        option.element.classList.toggle('linked', isLinked);
      }
    };
    const listen = (element, cell, options) => {
      element.addEventListener(
          'pointerenter', () => link(true, cell, options));
      element.addEventListener(
          'pointerleave', () => link(false, cell, options));
    };
    for (const option of this.options) {
      listen(option.element, option.cell, [option]);
    }
    grid.cells.forEach(({element}, cell) => {
      listen(
          element, cell, this.options.filter((option) => option.cell === cell));
    });
  }
}

// ---------------------------------------------------------------- player

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

class Player {
  constructor() {
    this.replay = new Replay();
    this.grid = new GridView(byId('grid'));
    this.matrix = null;
    if (recording.matrix !== undefined) {
      byId('matrix-section').hidden = false;
      document.querySelector('main').classList.add('has-matrix');
      this.matrix = new MatrixView(byId('matrix'), recording.matrix);
      this.matrix.linkTo(this.grid);
    }
    this.isPlaying = false;
    this.dueSteps = 0;  // Part of a step for which time has passed.
    this.timer = 0;
    byId('slider').max = stepCount;
    byId('end-text').textContent = recording.endText;
    this.listen();
    this.goToFragment();
    this.setSpeed(3);
  }

  listen() {
    const onClick = (id, action) =>
        byId(id).addEventListener('click', action);
    onClick('start', () => this.goTo(0));
    onClick('back', () => this.goTo(this.replay.step - 1));
    onClick('play', () => this.toggle());
    onClick('step', () => this.goTo(this.replay.step + 1));
    onClick('end', () => this.goTo(stepCount));
    byId('slider').addEventListener(
        'input', () => this.goTo(Number(byId('slider').value)));
    byId('speed').addEventListener(
        'input', () => this.setSpeed(Number(byId('speed').value)));
    byId('candidates').addEventListener('change', () => this.draw());
    document.addEventListener('keydown', (event) => this.press(event));
    window.addEventListener('hashchange', () => this.goToFragment());
  }

  // "#step=12"
  goToFragment() {
    const match = /^#step=(\d+)$/.exec(location.hash);
    this.goTo(match === null ? recording.start : Number(match[1]));
  }

  goTo(step) {
    this.pause();
    this.replay.seek(Math.max(0, Math.min(step, stepCount)));
    this.draw();
    // The address tells the step, but browsers do not like it to be changed
    // many times a second.
    clearTimeout(this.timer);
    this.timer = setTimeout(
        () => history.replaceState(null, '', `#step=${this.replay.step}`), 300);
  }

  pause() {
    this.isPlaying = false;
    this.dueSteps = 0;
  }

  toggle() {
    if (this.isPlaying) return this.goTo(this.replay.step);
    // At the end there is nothing to play but all of it, again.
    if (this.replay.step === stepCount) this.replay.seek(0);
    this.isPlaying = true;
    this.draw();
    let last = performance.now();
    const frame = (now) => {
      if (!this.isPlaying) return;
      this.dueSteps += (now - last) / 1000 * SPEEDS[byId('speed').value];
      last = now;
      const steps = Math.floor(this.dueSteps);
      this.dueSteps -= steps;
      if (this.replay.step + steps >= stepCount) return this.goTo(stepCount);
      if (steps > 0) {
        this.replay.seek(this.replay.step + steps);
        this.draw();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  setSpeed(index) {
    index = Math.max(0, Math.min(index, SPEEDS.length - 1));
    byId('speed').value = index;
    byId('speed-text').textContent =
        `${SPEEDS[index]} step${index === 0 ? '' : 's'}/s`;
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const {id, tagName} = event.target;
    // These use the key themselves.
    if (event.key === ' ' && (tagName === 'BUTTON' || id === 'candidates')) {
      return;
    }
    if (id === 'speed' && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    const leap = Math.max(1, Math.floor(stepCount / 20));
    const speed = Number(byId('speed').value);
    const {step} = this.replay;
    const actions = {
      ' ': () => this.toggle(),
      'ArrowRight': () => this.goTo(step + 1),
      'ArrowLeft': () => this.goTo(step - 1),
      's': () => this.goTo(step + 1),
      'b': () => this.goTo(step - 1),
      'PageDown': () => this.goTo(step + leap),
      'PageUp': () => this.goTo(step - leap),
      'Home': () => this.goTo(0),
      'End': () => this.goTo(stepCount),
      '+': () => this.setSpeed(speed + 1),
      '-': () => this.setSpeed(speed - 1),
      'c': () => byId('candidates').click(),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  draw() {
    const {step, state} = this.replay;
    this.grid.draw(this.replay, byId('candidates').checked);
    if (this.matrix !== null) this.matrix.draw(this.replay);
    const number = (value) => value.toLocaleString('en');
    byId('where').textContent =
        `Step ${number(step)} of ${number(stepCount)}`;
    byId('depth').textContent = `depth ${state.tries.length}`;
    // Nobody could read out what happens while it plays.
    byId('what').setAttribute('aria-live', this.isPlaying ? 'off' : 'polite');
    byId('what').textContent = this.replay.eventText();
    byId('slider').value = step;
    byId('play').textContent = this.isPlaying ? 'Pause' : 'Play';
    byId('end-text').hidden = step !== stepCount;
    this.drawCounters();
  }

  drawCounters() {
    const {counts} = this.replay.state;
    const cells = Array.from({length: cellCount}, (_, cell) => cell);
    const wrong =
        cells.filter((cell) => this.replay.isInConflict(cell)).length;
    const rows = [
      ['tried', counts[TRY], true],
      ['implied', counts[PLACE], true],
      ['ruled out', counts[RULE_OUT], true],
      ['taken back', counts[UNDO], true],
      ['dead ends', counts[DEAD_END], true],
      ['swaps', counts[SWAP], false],
      ['restarts', counts[RESTART], false],
      ['wrong digits', wrong, false],
      ['solutions', counts[SOLUTION], true],
    ];
    const elements = [];
    for (const [name, value, isAlwaysShown] of rows) {
      if (!isAlwaysShown && value === 0) continue;
      const [dt, dd] =
          [document.createElement('dt'), document.createElement('dd')];
      dt.textContent = name;
      dd.textContent = value.toLocaleString('en');
      elements.push(dt, dd);
    }
    byId('counters').replaceChildren(...elements);
  }
}

const player = new Player();
