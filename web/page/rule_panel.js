// Rules besides rows, columns and boxes: as texts, and drawn on the grid with a mouse, a
// finger or the keyboard; and irregular regions, which are drawn in the same way.
//
// A rule is drawn first, then its number is typed; or the other way round. What its text
// is, the library says.

class RulePanel {
  constructor(room) {
    this.room = room;
    this.kinds = [];
    this.isDrawingRule = false;
    this.forgetRule();
    this.draft = null; // The region of each cell, while regions are drawn.
    this.writer = null; // Tells the texts of rules; there is none until one is drawn.
    this.connect();
  }

  async fill() {
    this.kinds = (await this.room.long.ask({ do: 'rule-kinds' })).kinds;
    const groups = [...new Set(this.kinds.map(({ group }) => group))];
    this.kinds.sort((a, b) => a.name.localeCompare(b.name));
    $('rule-kind').replaceChildren(
      ...groups.map((label) => {
        const kinds = this.kinds.filter(({ group }) => group === label);
        return htmlElement('optgroup', { label }, ...kinds.map(({ name }) => optionOf(name)));
      }),
    );
    $('rule-kind').value = 'Thermo';
    this.chooseKind();
  }

  get kind() {
    return this.kinds.find(({ name }) => name === $('rule-kind').value);
  }

  chooseKind() {
    const { meaning, most_numbers: most, fewest_numbers: fewest, strokes } = this.kind;
    $('rule-meaning').textContent = `${meaning[0].toUpperCase()}${meaning.slice(1)}.`;
    $('rule-number-field').hidden = most === 0;
    $('rule-number').placeholder = fewest === 0 ? 'none' : '';
    $('rule-number').value = '';
    this.showButtons();
    if (this.isDrawingRule) this.takePen();
  }

  showButtons() {
    const isEverywhere = this.kind?.strokes === 0;
    $('draw-rule').setAttribute('aria-pressed', String(this.isDrawingRule));
    $('draw-rule').hidden = isEverywhere && !this.isDrawingRule;
    $('add-rule').hidden = !isEverywhere && !this.isDrawingRule;
    $('pad').classList.toggle('numbers', this.isDrawingRule && !$('rule-number-field').hidden);
  }

  // The grid has been looked at: its rules.
  show({ rules }) {
    const { text: last } = this.rule;
    if (last !== null && !this.list().includes(last)) this.forgetRule();
    $('rules-text').value = this.list().join('\n');
    const meanings = new Map(rules.map(({ text, meaning }) => [text, meaning]));
    $('rule-list').replaceChildren(
      ...this.list().map((text, number) => {
        const remove = htmlElement('button', { type: 'button', textContent: 'Remove' });
        remove.setAttribute('aria-label', `Remove ${text}`);
        remove.addEventListener('click', () => this.remove(number));
        const name = htmlElement('code', { textContent: text });
        const meaning = htmlElement('span', { className: 'quiet' });
        meaning.textContent = meanings.get(text) ?? '';
        return htmlElement('li', {}, name, ' ', remove, ' ', meaning);
      }),
    );
  }

  // The texts of the rules, as they stand in one text with dots before them. (What is between
  // "Or" or "And" and "End" belongs together.)
  list() {
    const rules = [];
    let depth = 0;
    for (const part of this.room.state.rules.split('.').slice(1)) {
      if (depth > 0) rules[rules.length - 1] += `.${part}`;
      else rules.push(part);
      if (/^(Or|And|Replicate)\b/.test(part)) ++depth;
      if (/^End\b/.test(part) && depth > 0) --depth;
    }
    return rules;
  }

  setRules(rules, settings = {}) {
    const lines = rules.map((rule) => rule.trim().replace(/^\./, '')).filter(Boolean);
    return this.room.change({ rules: lines.map((line) => `.${line}`).join('') }, settings);
  }

  remove(number) {
    return this.setRules(this.list().filter((_, k) => k !== number));
  }

  // -------------------------------------------------------- drawing a rule

  forgetRule() {
    // What is being drawn; `text` is that of the rule, once it is one of the puzzle.
    this.rule = { strokes: [], text: null };
    this.stroke = []; // The one that is not at its end.
  }

  // The cells of a rule that is not yet there.
  get drawn() {
    return this.rule.text === null ? [...this.rule.strokes.flat(), ...this.stroke] : [];
  }

  startRule() {
    this.start();
    this.isDrawingRule = true;
    this.showButtons();
    $('grid').after($('rule-bar'));
    this.takePen();
  }

  takePen() {
    const { how, is_outside: isOutside, strokes } = this.kind;
    this.forgetRule();
    this.note(strokes === 0 ? '' : `${how} (With the keyboard: Enter takes a cell.)`);
    const pen = {
      isOutside,
      onCells: (cells) => {
        if (cells.length === 1) this.beginStroke();
        this.stroke = cells;
        this.room.draw();
      },
      onEnd: (cells) => {
        this.rule.strokes.push(cells);
        this.stroke = [];
        this.placeRule();
      },
      onKey: (cell, key) => this.typeNumber(key),
    };
    this.room.view.setPen(strokes === 0 ? null : pen);
    this.room.draw();
  }

  // A rule that is there, or has all its cells, is not drawn further.
  beginStroke() {
    const { strokes, text } = this.rule;
    if (text !== null) $('rule-number').value = '';
    if (text !== null || strokes.length >= this.kind.strokes) this.forgetRule();
  }

  // Keys on the grid while a rule is drawn.
  typeNumber(key) {
    const field = $('rule-number');
    if ($('rule-number-field').hidden) return false;
    if (key === 'Backspace') field.value = field.value.slice(0, -1);
    else if (/^[0-9,]$/.test(key)) field.value += key;
    else return false;
    this.changeNumber();
    return true;
  }

  changeNumber() {
    if (this.kind.strokes > 0 && this.rule.strokes.length > 0) this.placeRule();
  }

  async placeRule() {
    const { rule, kind } = this;
    const number = $('rule-number').value.trim();
    if (rule.strokes.length < kind.strokes) return this.note('And now the other cells.');
    if (number === '' && kind.fewest_numbers > 0) return this.note('Now type its number.');
    const [cells = [], others = []] = rule.strokes;
    const drawn = { kind: kind.name, number, cells, other_cells: others };
    // A worker of its own: what is counted or found goes on until there is another rule.
    this.writer ??= new Asker(this.room.makeWorker);
    try {
      const { text } = await this.writer.ask({ do: 'rule-text', ...this.room.rules, ...drawn });
      await this.putRule(text, rule, kind);
    } catch (error) {
      if (!(error instanceof Stopped)) this.note(this.room.sentence(error.message));
    }
  }

  // A rule more; or, if it is there with another number, in its place. Meanwhile another one
  // may have been begun.
  putRule(text, rule, kind) {
    const rules = this.list();
    const place = rules.indexOf(rule.text);
    const isNew = place < 0;
    if (rules.includes(text)) {
      if (isNew && rule === this.rule) this.forgetRule();
      this.room.draw();
      return this.note(`${text} is there.`);
    }
    rules[isNew ? rules.length : place] = text;
    const mayChange = rule === this.rule && kind.strokes > 0 && kind.most_numbers > 0;
    this.note(`${text} is there.${mayChange ? ' Type a number to change it.' : ''}`);
    if (kind.strokes > 0) rule.text = text;
    return this.setRules(rules, { keepsHistory: isNew });
  }

  // -------------------------------------------------------- drawing regions

  startRegions() {
    this.start();
    $('draw-regions').setAttribute('aria-pressed', 'true');
    this.draft = [...this.room.look.rules.region_of];
    this.region = 0;
    this.fillRegions();
    this.room.view.setPen({
      onCells: (cells) => {
        for (const cell of cells) this.draft[cell] = this.region;
        this.showDraft();
      },
      onEnd: () => this.takeDraft(),
    });
    this.showDraft();
  }

  // How many cells each region has; which one is drawn.
  fillRegions() {
    const { size } = this.room.state;
    $('region-choice').replaceChildren(
      ...Array.from({ length: size }, (_, region) => {
        const button = htmlElement('button', { type: 'button' });
        button.addEventListener('click', () => {
          this.region = region;
          this.showDraft();
        });
        return button;
      }),
    );
    $('region-choice').hidden = false;
  }

  showDraft() {
    const { size } = this.room.state;
    const sizes = this.sizes();
    for (const [region, button] of [...$('region-choice').children].entries()) {
      button.setAttribute('aria-pressed', String(region === this.region));
      button.textContent = `${digitToText(region + 1)}: ${sizes[region]}`;
      button.setAttribute('aria-label', `Region ${region + 1}, ${plural(sizes[region], 'cell')}`);
      button.classList.toggle('short', sizes[region] !== size);
    }
    this.room.view.setRegions(this.draft);
    this.room.draw();
    const wrong = sizes.flatMap((cells, region) =>
      cells === size ? [] : [`region ${region + 1} has ${plural(cells, 'cell')}`],
    );
    this.note(
      wrong.length === 0
        ? 'All regions have as many cells as there are digits.'
        : `Choose a region and draw over its cells. Now ${wrong.join(', ')}; each needs ${size}.`,
    );
  }

  sizes() {
    const sizes = Array(this.room.state.size).fill(0);
    for (const region of this.draft) ++sizes[region];
    return sizes;
  }

  takeDraft() {
    const letters = this.draft.map((region) => digitToText(region + 1));
    $('regions').value = inLines(letters, this.room.state.size);
    if (this.sizes().some((cells) => cells !== this.room.state.size)) return;
    this.room.change({ regions: $('regions').value, windows: false, box: '' });
  }

  // Whether these are the regions that are drawn, whatever their numbers.
  isDrawing({ region_of: regionOf }) {
    if (this.draft === null || this.draft.length !== regionOf.length) return false;
    const numbers = new Map(this.draft.map((region, cell) => [region, regionOf[cell]]));
    return this.draft.every((region, cell) => numbers.get(region) === regionOf[cell]);
  }

  // The hue of a cell while regions are drawn; else null.
  hueOf(cell) {
    return this.draft === null ? null : (this.draft[cell] * 137) % 360;
  }

  // ---------------------------------------------------------------- both

  start() {
    this.stop();
    $('grid').scrollIntoView({ block: 'nearest' });
  }

  note(text) {
    $('draw-note').textContent = text;
  }

  stop() {
    const wasDraft = this.draft !== null;
    this.room.view.setPen(null);
    this.isDrawingRule = false;
    this.forgetRule();
    this.draft = null;
    $('rule-panel').prepend($('rule-bar'));
    $('draw-regions').setAttribute('aria-pressed', 'false');
    $('region-choice').hidden = true;
    this.showButtons();
    this.note('');
    if (this.room.look === null) return;
    if (wasDraft) this.room.view.setRegions(this.room.look.rules.region_of);
    this.room.draw();
  }

  connect() {
    const toggle = (id, start) =>
      $(id).addEventListener('click', () => {
        if ($(id).getAttribute('aria-pressed') === 'true') this.stop();
        else start();
      });
    toggle('draw-rule', () => this.startRule());
    toggle('draw-regions', () => this.startRegions());
    $('add-rule').addEventListener('click', () => {
      if (this.stroke.length > 0) this.room.view.endStroke();
      else this.placeRule();
    });
    $('rule-kind').addEventListener('change', () => this.chooseKind());
    $('rule-number').addEventListener('input', () => this.changeNumber());
    $('take-rules').addEventListener('click', () =>
      this.setRules($('rules-text').value.split(/\n/)),
    );
  }
}

function inLines(letters, width) {
  const lines = [];
  for (let k = 0; k < letters.length; k += width) {
    lines.push(letters.slice(k, k + width).join(''));
  }
  return lines.join('\n');
}
