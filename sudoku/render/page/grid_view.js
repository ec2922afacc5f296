// The grid: cells with digits and candidates, and lines between regions.

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
    this.digits = digits;
    const event = replay.event;
    const active = replay.activeCells();
    const candidatesOf = !withCandidates ? null : Array.from(
        digits, (digit, cell) => digit === 0 ? replay.candidates(cell) : []);
    for (let cell = 0; cell < cellCount; ++cell) {
      const digit = digits[cell];
      const isDeadEnd =
          event !== null && event.kind === DEAD_END && event.cell === cell;
      const classes = ['cell', ROLES[roles[cell]]];
      if (active.includes(cell)) classes.push('active');
      if (isDeadEnd || replay.isInConflict(cell)) classes.push('wrong');
      const candidates = withCandidates ? candidatesOf[cell] : [];
      const singles = candidates.filter(
          (candidate) => this.isSingle(cell, candidate, candidatesOf));
      const struck = event !== null && event.kind === RULE_OUT &&
              event.cell === cell && withCandidates && digit === 0 ?
          event.value :
          0;
      const text =
          digit === 0 ? (isDeadEnd ? '?' : '') : digitNames[digit - 1];
      this.update(
          cell,
          {classes: classes.join(' '), text, candidates, struck, singles});
    }
  }

  // The only candidate of its cell, or its only place in a house that needs
  // every digit.
  isSingle(cell, digit, candidatesOf) {
    if (candidatesOf[cell].length === 1) return true;
    return recording.houses.some(
        (house) => house.length === size && house.includes(cell) &&
            !house.some((other) => other !== cell &&
                            candidatesOf[other].includes(digit)) &&
            !house.some((other) => this.digits[other] === digit));
  }

  // Touches only what has changed.
  update(cell, look) {
    const view = this.cells[cell];
    const key = JSON.stringify(look);
    if (view.shown === key) return;
    view.shown = key;
    const isLinked = view.element.classList.contains('linked');
    view.element.setAttribute('class', look.classes);
    view.element.classList.toggle('linked', isLinked);
    view.element.setAttribute('aria-label', this.label(cell, look));
    view.digit.textContent = look.text;
    view.candidates.replaceChildren();
    for (let digit = 1; digit <= size; ++digit) {
      if (digit === look.struck) {
        this.addCandidate(view.candidates, digit, 'struck');
      } else if (look.candidates.includes(digit)) {
        this.addCandidate(
            view.candidates, digit,
            !look.singles.includes(digit)  ? '' :
                look.candidates.length === 1 ? 'single' :
                                               'single hidden');
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
