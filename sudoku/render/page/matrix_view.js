// The exact cover problem. Which items are covered, and which options are
// hidden, follows from the digits in the grid.
class MatrixView {
  static SQUARE = 11;
  static LEFT = 46;
  static TOP = 60;

  constructor(svg, {items, kinds, options}) {
    const square = MatrixView.SQUARE;
    this.svg = svg;
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

  // The factor at which names have their natural size, on a narrow screen; what
  // does not fit is scrolled to.
  readableZoom() {
    const room = this.svg.parentElement.clientWidth;
    const width = MatrixView.LEFT + this.width + 2;
    // (The slider knows tenths.)
    return room > 0 ? Math.max(1, Math.ceil(10 * width / room) / 10) : 1;
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
    const active = replay.activeDigit();
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
