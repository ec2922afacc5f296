// A grid on the page: cells that can be chosen by pointer and keyboard, with digits, small
// digits, and colours. It knows nothing of Sudoku but what it is told to show.

function $(id) {
  return document.getElementById(id);
}

// As the library writes them: 1 to 9, then letters.
function digitToText(digit) {
  return digit === 0 ? '' : '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[digit];
}

// 0 for a text that is none of the digits 1 to size.
function textToDigit(text, size) {
  const digit = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(text.toUpperCase());
  return text.length === 1 && digit <= size ? Math.max(digit, 0) : 0;
}

function svgElement(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const CELL_CLASSES = [
  'clue', 'mine', 'found', 'always', 'house', 'wrong', 'differs', 'drawing',
];

class GridView {
  // `onKey(cell, key)` hears of keys that do not just move about.
  constructor(element, { isPassive = false, onKey = () => {}, label = 'Sudoku grid' } = {}) {
    this.element = element;
    this.isPassive = isPassive;
    this.onKey = onKey;
    this.chosen = 0;
    this.cells = [];
    this.pen = null;
    this.stroke = [];
    element.setAttribute('role', 'grid');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-readonly', String(isPassive));
    if (isPassive) return;
    element.addEventListener('keydown', (event) => this.handleKey(event));
    element.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(event.target);
      if (cell >= 0) this.choose(cell, false);
    });
    element.addEventListener('pointerdown', (event) => this.beginStroke(event));
    element.addEventListener('pointermove', (event) => {
      if (this.isStroking) this.addToStroke(this.cellAt(event));
    });
    for (const name of ['pointerup', 'pointercancel']) {
      element.addEventListener(name, () => {
        if (!this.isStroking) return;
        this.isStroking = false;
        this.endStroke();
      });
    }
  }

  // -------------------------------------------------------------- drawing

  // While there is a pen, a finger or a mouse draws over cells instead of choosing them, and
  // the keys Enter and Space draw the chosen one: `onCells(cells)` hears of each cell more,
  // `onEnd(cells)` of the stroke's end, `onKey(cell, key)`, if there is one, of other keys. A
  // pen that `isOutside` may begin beside the grid. Null takes the pen away.
  setPen(pen) {
    this.pen = pen;
    this.stroke = [];
    this.isStroking = false;
    this.beside = -1; // The cell beside which the stroke began.
    this.element.classList.toggle('pen', pen !== null);
    this.element.classList.toggle('outside', pen?.isOutside === true);
  }

  // The nearest cell, and whether the point is in it.
  nearestTo({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const { size } = this.rules;
    const row = Math.floor(((clientY - top) / height) * size);
    const column = Math.floor(((clientX - left) / width) * size);
    const inside = (at) => Math.min(Math.max(at, 0), size - 1);
    const isInside = row === inside(row) && column === inside(column);
    return { cell: inside(row) * size + inside(column), isInside };
  }

  cellAt(event) {
    const { cell, isInside } = this.nearestTo(event);
    return isInside ? cell : -1;
  }

  beginStroke(event) {
    if (this.pen === null) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.isStroking = true;
    this.stroke = [];
    const { cell, isInside } = this.nearestTo(event);
    this.beside = this.pen.isOutside ? cell : -1;
    if (isInside || this.pen.isOutside) this.choose(cell);
    if (isInside) this.addToStroke(cell);
  }

  addToStroke(cell) {
    if (cell < 0 || this.stroke.includes(cell)) return;
    this.stroke.push(cell);
    this.pen.onCells(this.stroke);
  }

  endStroke() {
    if (this.stroke.length === 0) this.addToStroke(this.beside);
    const cells = this.stroke;
    this.stroke = [];
    if (cells.length > 0) this.pen?.onEnd(cells);
  }

  // Layers of SVG below and above the digits; numbers outside of the grid need a margin.
  setDrawing({ below, above, side, margin }) {
    for (const layer of this.element.querySelectorAll('.layer')) layer.remove();
    this.element.style.setProperty('--margin', margin / (side + 2 * margin));
    const isDrawn = below !== '' || above !== '';
    this.element.classList.toggle('drawn', isDrawn);
    if (!isDrawn) return;
    for (const [name, content] of Object.entries({ below, above })) {
      const svg = svgElement('svg', {
        viewBox: `0 0 ${side} ${side}`,
        class: `layer ${name}`,
        'aria-hidden': 'true',
        'font-family': 'Helvetica, Arial, sans-serif',
      });
      svg.innerHTML = content;
      this.element.append(svg);
    }
  }

  // -------------------------------------------------------------- the cells

  // `rules` as the library tells them.
  setRules(rules) {
    const { size, region_of: regionOf, shaded } = rules;
    this.rules = rules;
    this.element.style.setProperty('--size', size);
    this.element.style.setProperty('--columns', rules.candidate_columns);
    const isShaded = new Set(shaded.flat());
    this.cells = regionOf.map((_, k) => {
      const cell = document.createElement('div');
      const column = k % size;
      const row = (k - column) / size;
      cell.className = 'cell';
      cell.setAttribute('role', 'gridcell');
      cell.tabIndex = -1;
      cell.classList.toggle('last-column', column === size - 1);
      cell.classList.toggle('last-row', row === size - 1);
      cell.classList.toggle('shaded', isShaded.has(k));
      return cell;
    });
    this.setRegions(regionOf);
    // Rows are for those who hear the grid; for the eye they are not there.
    const rows = [];
    for (let row = 0; row < size; ++row) {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      element.style.display = 'contents';
      element.append(...this.cells.slice(row * size, (row + 1) * size));
      rows.push(element);
    }
    this.element.replaceChildren(...rows);
    this.chosen = Math.min(this.chosen, this.cells.length - 1);
    if (!this.isPassive) this.cells[this.chosen].tabIndex = 0;
  }

  // The lines between regions.
  setRegions(regionOf) {
    const { size } = this.rules;
    this.cells.forEach((cell, k) => {
      const isLastColumn = k % size === size - 1;
      const isLastRow = k + size >= this.cells.length;
      cell.classList.toggle('right', !isLastColumn && regionOf[k + 1] !== regionOf[k]);
      cell.classList.toggle('bottom', !isLastRow && regionOf[k + size] !== regionOf[k]);
    });
  }

  choose(cell, withFocus = true) {
    this.cells[this.chosen].tabIndex = -1;
    this.chosen = cell;
    this.cells[cell].tabIndex = 0;
    if (withFocus) this.cells[cell].focus();
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { size } = this.rules;
    const column = this.chosen % size;
    const row = (this.chosen - column) / size;
    const moves = {
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, size - 1)],
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, size - 1), column],
      Home: [row, 0],
      End: [row, size - 1],
    };
    const to = moves[event.key];
    if (to !== undefined) this.choose(to[0] * size + to[1]);
    else if (this.pen !== null && (event.key === 'Enter' || event.key === ' ')) {
      this.addToStroke(this.chosen);
    } else if (!this.press(event.key)) return;
    event.preventDefault();
  }

  // True if the key means something.
  press(key) {
    return (this.pen?.onKey ?? this.onKey)(this.chosen, key);
  }

  // For each cell: digit, kind ('clue', 'mine', 'found', 'always'), marks (texts by digit),
  // classes, a hue of the ground.
  show(describe) {
    const { size } = this.rules;
    this.cells.forEach((element, k) => {
      const { digit, kind = 'clue', marks = null, classes = [], hue = null } = describe(k);
      for (const name of CELL_CLASSES) {
        element.classList.toggle(name, (digit > 0 && name === kind) || classes.includes(name));
      }
      element.style.background = hue === null ? '' : `hsl(${hue} 70% 60% / 45%)`;
      element.setAttribute('aria-invalid', String(classes.includes('wrong')));
      const place = `row ${Math.floor(k / size) + 1}, column ${(k % size) + 1}`;
      const isOther = classes.includes('differs') ? ', differs' : '';
      if (digit > 0 || marks === null) {
        element.textContent = digitToText(digit);
        const words = { clue: 'clue', mine: 'yours', found: 'found', always: 'in all solutions' };
        const what = digit > 0 ? `${digitToText(digit)}, ${words[kind]}` : 'empty';
        element.setAttribute('aria-label', `${place}: ${what}${isOther}`);
        return;
      }
      const list = document.createElement('span');
      list.className = marks.some((mark) => mark !== null && mark.text.length > 1)
        ? 'marks numbers'
        : 'marks';
      for (const mark of marks) {
        const small = document.createElement('span');
        if (mark !== null) {
          small.textContent = mark.text;
          small.className = mark.className ?? '';
          if (mark.title !== undefined) small.title = mark.title;
        }
        list.append(small);
      }
      element.replaceChildren(list);
      const possible = marks.flatMap((mark, d) =>
        mark === null ? [] : [mark.title ?? digitToText(d + 1)],
      );
      element.setAttribute('aria-label', `${place}: empty, may be ${possible.join(', ')}`);
    });
  }
}

// "1,234,567", for counts of any size that come as texts.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

// "1 solution", "2,000 solutions".
function plural(number, word) {
  return `${grouped(number)} ${word}${String(number) === '1' ? '' : 's'}`;
}

// How long a search was.
function effort(nodes) {
  return plural(nodes, 'step') + ' of search';
}

// What shows that a count gets on, also where an engine finds no single solutions.
function countingText({ fraction, nodes }) {
  const percent = fraction >= 0.001 ? ` ${(100 * fraction).toFixed(1)} %,` : '';
  return `Counting …${percent} ${effort(nodes)}`;
}

// 12345 as "12k": what fits into a small digit's place.
function shortNumber(number) {
  if (number < 1000) return String(number);
  const power = Math.floor(Math.log10(number) / 3);
  const scaled = number / 1000 ** power;
  return `${scaled < 10 ? scaled.toFixed(1) : Math.floor(scaled)}${'kMGTPE'[power - 1]}`;
}

function download(name, text, type = 'text/plain') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Says something on a button for a moment.
function flash(button, text) {
  button.dataset.text ??= button.textContent;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = button.dataset.text;
  }, 1500);
}

async function copyText(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    flash(button, 'Copied');
  } catch {
    flash(button, 'It is in the address bar');
  }
}

function htmlElement(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function optionOf(value, text = value) {
  return htmlElement('option', { value, textContent: text });
}
