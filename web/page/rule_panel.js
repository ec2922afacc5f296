// Rules besides rows, columns and boxes: as texts, and drawn on the grid with a mouse, a
// finger or the keyboard; and irregular regions, which are drawn in the same way.

class RulePanel {
  constructor(room) {
    this.room = room;
    this.kinds = [];
    this.drawn = []; // Cells of the rule that is being drawn.
    this.draft = null; // The region of each cell, while regions are drawn.
    this.connect();
  }

  async fill() {
    this.kinds = (await this.room.long.ask({ do: 'rule-kinds' })).kinds;
    this.kinds.sort((a, b) => a.name.localeCompare(b.name));
    $('rule-kind').replaceChildren(...this.kinds.map(({ name }) => optionOf(name)));
    $('rule-kind').value = 'Thermo';
    this.tellKind();
  }

  get kind() {
    return this.kinds.find(({ name }) => name === $('rule-kind').value);
  }

  tellKind() {
    const { meaning, most_numbers: most, fewest_numbers: fewest } = this.kind;
    $('rule-meaning').textContent = `${meaning[0].toUpperCase()}${meaning.slice(1)}.`;
    $('rule-number-field').hidden = most === 0;
    $('rule-number').placeholder = fewest === 0 ? 'none' : '';
  }

  // The grid has been looked at: its rules.
  show({ rules }) {
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

  setRules(rules) {
    const lines = rules.map((rule) => rule.trim().replace(/^\./, '')).filter(Boolean);
    return this.room.change({ rules: lines.map((line) => `.${line}`).join('') });
  }

  remove(number) {
    return this.setRules(this.list().filter((_, k) => k !== number));
  }

  // -------------------------------------------------------- drawing a rule

  startRule() {
    this.start();
    $('draw-rule').setAttribute('aria-pressed', 'true');
    $('add-rule').hidden = false;
    this.note('Draw over the cells of the rule, in their order. (With the keyboard: Enter takes a cell.)');
    this.room.view.setPen({
      onCells: (cells) => {
        this.drawn = cells;
        this.room.draw();
      },
      onEnd: () => this.addRule(),
    });
  }

  async addRule() {
    const cells = this.drawn;
    const { name, fewest_cells: fewest } = this.kind;
    this.drawn = [];
    this.room.view.stroke = [];
    if (cells.length < fewest) {
      this.note(`${name} needs ${plural(fewest, 'cell')} or more.`);
      this.room.draw();
      return;
    }
    const { size } = this.room.state;
    const words = cells.map((cell) => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`);
    const number = $('rule-number-field').hidden ? '' : $('rule-number').value.trim();
    const text = [name, ...(number === '' ? [] : number.split(/[\s,]+/)), ...words].join('~');
    await this.setRules([...this.list(), text]);
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
    this.drawn = [];
    this.draft = null;
    $('draw-rule').setAttribute('aria-pressed', 'false');
    $('draw-regions').setAttribute('aria-pressed', 'false');
    $('region-choice').hidden = $('add-rule').hidden = true;
    this.note('');
    if (!wasDraft || this.room.look === null) return;
    this.room.view.setRegions(this.room.look.rules.region_of);
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
    $('add-rule').addEventListener('click', () => this.addRule());
    $('rule-kind').addEventListener('change', () => this.tellKind());
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
