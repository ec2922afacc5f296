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

class GridView {
  // `onKey(cell, key)` hears of keys that do not just move about.
  constructor(element, { isPassive = false, onKey = () => {}, label = 'Sudoku grid' } = {}) {
    this.element = element;
    this.isPassive = isPassive;
    this.onKey = onKey;
    this.chosen = 0;
    this.cells = [];
    element.setAttribute('role', 'grid');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-readonly', String(isPassive));
    if (isPassive) return;
    element.addEventListener('keydown', (event) => this.handleKey(event));
    element.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(event.target);
      if (cell >= 0) this.choose(cell, false);
    });
  }

  // `rules` as the library tells them.
  setRules(rules) {
    const { size, region_of: regionOf, shaded } = rules;
    this.rules = rules;
    this.element.style.setProperty('--size', size);
    this.element.style.setProperty('--columns', rules.candidate_columns);
    const isShaded = new Set(shaded.flat());
    this.cells = regionOf.map((region, k) => {
      const cell = document.createElement('div');
      const column = k % size;
      const row = (k - column) / size;
      cell.className = 'cell';
      cell.setAttribute('role', 'gridcell');
      cell.tabIndex = -1;
      cell.classList.toggle('last-column', column === size - 1);
      cell.classList.toggle('last-row', row === size - 1);
      cell.classList.toggle('right', column < size - 1 && regionOf[k + 1] !== region);
      cell.classList.toggle('below', row < size - 1 && regionOf[k + size] !== region);
      cell.classList.toggle('shaded', isShaded.has(k));
      return cell;
    });
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
    else if (!this.onKey(this.chosen, event.key)) return;
    event.preventDefault();
  }

  // For each cell: digit, kind ('clue', 'mine', 'found', 'always'), marks (texts by digit),
  // classes.
  show(describe) {
    const { size } = this.rules;
    this.cells.forEach((element, k) => {
      const { digit, kind = 'clue', marks = null, classes = [] } = describe(k);
      for (const name of ['clue', 'mine', 'found', 'always', 'house', 'wrong', 'differs']) {
        element.classList.toggle(name, (digit > 0 && name === kind) || classes.includes(name));
      }
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

// What shows that a count gets on, also where an engine finds no single solutions.
function countingText({ fraction, nodes }) {
  const percent = fraction >= 0.001 ? ` ${(100 * fraction).toFixed(1)} %,` : '';
  return `Counting …${percent} ${grouped(nodes)} nodes`;
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

async function copyAddress(button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'It is in the address bar';
  }
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}
