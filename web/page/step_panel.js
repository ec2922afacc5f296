// Help for who solves: the next step, told bit by bit, all steps, how hard it is, and whether
// what was written so far is right. Nothing here takes a digit of one's own for a clue.

// What is told of a step: its name; where it is; what follows.
const LAST_STAGE = 3;

class StepPanel {
  constructor(room) {
    this.room = room;
    this.forget();
    this.connect();
  }

  // Of the last position.
  forget() {
    this.hint = null;
    this.stage = 0;
    this.wrong = [];
    $('step-buttons').hidden = true;
    $('steps').hidden = true;
    this.steps = null;
  }

  // ---------------------------------------------------------------- hints

  ask() {
    return this.room.askLong({ do: 'hint', ...this.room.played() }, (step) => {
      this.forget();
      this.room.showsSolution = false;
      if (step.kind === 'placement' || step.kind === 'elimination') {
        this.hint = step;
        this.more();
      } else {
        this.tellNone(step);
      }
    });
  }

  tellNone({ kind, reason, house = [] }) {
    this.wrong = kind === 'mistake' ? house : [];
    const title = kind === 'mistake' ? 'Something is wrong' : 'No hint';
    this.room.tell(title, this.room.sentence(reason.slice(0, -1)));
    this.room.draw();
  }

  more() {
    this.stage = Math.min(this.stage + 1, LAST_STAGE);
    const { name, level, rating, where, effect, reason, cell } = this.hint;
    const hardness = [level, rating > 0 ? `rated ${rating.toFixed(1)}` : ''].filter(Boolean);
    const texts = [
      hardness.length > 0 ? `That is ${hardness.join(', ')}. Do you see it?` : 'Do you see where?',
      `Look at ${where}.`,
      reason.includes(effect) ? reason : `${where}: ${effect}`,
    ];
    this.room.tell(`Hint: ${name}`, texts[this.stage - 1]);
    $('step-buttons').hidden = false;
    $('more').hidden = this.stage === LAST_STAGE;
    this.room.draw();
    if (this.stage === LAST_STAGE) this.room.view.choose(cell, false);
  }

  // Writes what the step says: digits as one's own, and which small digits are out.
  async apply() {
    const { placed, removed, name, reason } = this.hint;
    const { mine, out } = this.room.state;
    const digits = Array.from(mine);
    for (const [cell, digit] of placed) digits[cell] = digitToText(digit);
    const struck = { ...out };
    for (const [cell, digit] of removed) {
      struck[cell] = withDigit(struck[cell] ?? '', digit, true);
    }
    if (removed.length > 0 && $('marks').value === 'none') $('marks').value = 'candidates';
    const isDone = this.room.change({ mine: digits.join(''), out: struck });
    this.room.tell(`Applied: ${name}`, reason);
    await isDone;
  }

  // How a candidate looks while a step is shown: a class, or nothing.
  static classOf({ placed, removed, base = [], links = [], fins = [] }, cell, digit, stage) {
    const has = (list) => list.some(([c, d]) => c === cell && d === digit);
    if (stage >= 3 && has(placed)) return 'hinted';
    if (stage >= 3 && has(removed)) return 'struck';
    if (stage < 2) return '';
    if (has(fins)) return 'fin';
    if (links.some(({ on }) => has(on))) return 'on';
    if (links.some(({ off }) => has(off)) || (links.length === 0 && has(base))) return 'base';
    return '';
  }

  classOf(cell, digit) {
    return this.hint === null ? '' : StepPanel.classOf(this.hint, cell, digit, this.stage);
  }

  // The cells that stand out, and those whose small digits are told of.
  get house() {
    return this.stage >= 2 ? this.hint.house : [];
  }

  speaksOf(cell) {
    if (this.hint === null || this.stage < 2) return false;
    const { placed, removed, base = [], links = [] } = this.hint;
    const parts = [base, ...links.map(({ on }) => on), ...links.map(({ off }) => off)];
    if (this.stage === LAST_STAGE) parts.push(placed, removed);
    return parts.some((list) => list.some(([c]) => c === cell));
  }

  // ------------------------------------------------------------- all steps

  askAll() {
    return this.room.askLong({ do: 'steps', ...this.room.played() }, (answer, isEnd) => {
      if (answer.count !== undefined) {
        const title = `${plural(answer.count, 'step')} so far`;
        this.room.tell(title, isEnd ? 'Stopped.' : 'Working …');
        return;
      }
      this.forget();
      if (answer.kind !== 'steps') {
        this.tellNone(answer);
        return;
      }
      const { steps, is_solved: isSolved } = answer;
      this.room.tell(
        plural(steps.length, 'step'),
        isSolved ? 'They lead to the solution.' : 'There the time was up.',
      );
      this.steps = steps;
      this.fillSteps();
      this.showStep(0);
    });
  }

  fillSteps() {
    $('steps').hidden = this.steps.length === 0;
    $('step-list').replaceChildren(
      ...this.steps.map((step, k) => {
        const { name, level, reason } = step;
        const button = htmlElement('button', { type: 'button', className: 'step' });
        button.append(htmlElement('strong', { textContent: name }), ` ${reason}`);
        if (level !== '') button.title = level;
        button.addEventListener('click', () => this.showStep(k));
        return htmlElement('li', {}, button);
      }),
    );
    this.stepView = new GridView($('step-grid'), { isPassive: true, label: 'Before the step' });
    this.stepView.setRules(this.room.look.rules);
    this.stepView.setDrawing(this.room.look.drawing);
  }

  showStep(number) {
    if (this.steps.length === 0) return;
    this.shown = Math.min(Math.max(number, 0), this.steps.length - 1);
    const step = this.steps[this.shown];
    $('step-number').textContent = `${this.shown + 1} of ${this.steps.length}`;
    $('previous-step').disabled = this.shown === 0;
    $('next-step').disabled = this.shown === this.steps.length - 1;
    $('step-text').textContent = `${step.name}. ${step.reason}`;
    const { clues, size } = this.room.state;
    this.stepView.show((k) => {
      const classes = step.house.includes(k) ? ['house'] : [];
      const digit = textToDigit(step.cells[k], size);
      if (digit > 0) return { digit, kind: clues[k] === '.' ? 'mine' : 'clue', classes };
      const marks = Array.from({ length: size }, (_, d) => {
        if (!hasBit(step.candidates[k], d)) return null;
        return { text: digitToText(d + 1), className: StepPanel.classOf(step, k, d + 1, 3) };
      });
      return { digit: 0, marks, classes };
    });
    for (const [k, item] of [...$('step-list').children].entries()) {
      const button = item.firstElementChild;
      if (k === this.shown) {
        button.setAttribute('aria-current', 'step');
        // Not scrollIntoView(): that scrolls the page as well.
        $('step-list').scrollTop = item.offsetTop - $('step-list').offsetTop - 40;
      } else {
        button.removeAttribute('aria-current');
      }
    }
  }

  // ------------------------------------------------------ rating, checking

  rate() {
    // Of the puzzle as it was given.
    const { cells, mine, kept, ...question } = this.room.played();
    return this.room.askLong({ do: 'rate', cells, ...question }, (answer) => {
      if (answer.kind !== 'rating') {
        this.tellNone(answer);
        return;
      }
      const { er, ep, ed, score, level, hardest, uses } = answer;
      const title = answer.is_solved
        ? `${level[0].toUpperCase()}${level.slice(1)}`
        : answer.is_stopped ? 'Not rated in time' : 'Harder than the techniques here';
      const rating = answer.is_rated ? '' : 'above ';
      const list = uses.map(([name, count]) => `${name}${count > 1 ? ` × ${count}` : ''}`);
      this.room.tell(
        title,
        `Rating (Sudoku Explainer): ${rating}${er.toFixed(1)}; up to the first digit ` +
          `${ep.toFixed(1)}, first step ${ed.toFixed(1)}. Score (HoDoKu): ${grouped(score)}. ` +
          `${hardest === '' ? '' : `The hardest technique is ${hardest}. `}` +
          `Used: ${list.join(', ')}.`,
      );
    });
  }

  check() {
    return this.room.askLong({ do: 'check', ...this.room.played() }, (answer) => {
      this.forget();
      this.wrong = answer.wrong_cells;
      if (!/[^.]/.test(this.room.state.mine) && Object.keys(this.room.state.out).length === 0) {
        this.room.tell('Nothing to check', 'There are no digits of your own.');
      } else if (!answer.is_right) {
        const sentence = this.room.sentence(answer.sentence.slice(0, -1));
        this.room.tell('Something is wrong', sentence);
      } else {
        this.room.tell('All right so far', 'All that you wrote agrees with a solution.');
      }
      this.room.draw();
    });
  }

  connect() {
    const on = (id, what) => $(id).addEventListener('click', what);
    on('hint', () => this.ask());
    on('more', () => this.more());
    on('apply', () => this.apply());
    on('all-steps', () => this.askAll());
    on('rate', () => this.rate());
    on('check', () => this.check());
    on('previous-step', () => this.showStep(this.shown - 1));
    on('next-step', () => this.showStep(this.shown + 1));
  }
}

// Whether bit number `d` is set; there may be more than 32.
function hasBit(bits, d) {
  return Math.floor(bits / 2 ** d) % 2 === 1;
}

// A list of digits as a text, with that digit or without.
function withDigit(digits, digit, isIn) {
  const others = Array.from(digits).filter((text) => text !== digitToText(digit));
  if (isIn) others.push(digitToText(digit));
  return others.sort().join('');
}
