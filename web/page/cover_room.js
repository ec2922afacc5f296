// The room for exact cover problems of any kind: a text in Knuth's format, or a well-known
// problem that the library makes; its covers, as pictures if they are packings; the matrix.

// Fillings that can be told apart on a light ground and on a dark one.
const PIECE_COLORS = [
  '#e07a6f', '#6fa8dc', '#7fbf72', '#e6b94d', '#a98bd4', '#5fb8ae',
  '#e0975a', '#9aa0a8', '#d47fb5', '#a9bf4f', '#7f8be0', '#b48a63',
];

// A board with pieces: layers stand side by side.
function drawPacking(board, pieces) {
  const SIDE = 20;
  const width = 1 + Math.max(...board.cells.map(([, , column]) => column));
  const height = 1 + Math.max(...board.cells.map(([, row]) => row));
  const layers = 1 + Math.max(...board.cells.map(([layer]) => layer));
  const place = ([layer, row, column]) => [layer * (width + 1) + column, row];
  const svg = svgElement('svg', {
    viewBox: `-1 -1 ${(layers * (width + 1) - 1) * SIDE + 2} ${height * SIDE + 2}`,
    role: 'img',
    'aria-label': `A cover of ${pieces.length} pieces`,
  });
  const square = (cell, attributes) => {
    const [x, y] = place(cell);
    return svgElement('rect', {
      x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE, ...attributes,
    });
  };
  for (const cell of board.cells) {
    svg.append(square(cell, { fill: 'none', stroke: '#8888', 'stroke-width': 0.6 }));
  }
  if (!board.pieces_fill_it) {
    for (const [cell] of pieces) {
      const [x, y] = place(cell);
      svg.append(
        svgElement('circle', {
          cx: (x + 0.5) * SIDE, cy: (y + 0.5) * SIDE, r: SIDE * 0.32, fill: PIECE_COLORS[1],
        }),
      );
    }
    return svg;
  }
  const pieceAt = new Map();
  pieces.forEach((piece, k) => piece.forEach((cell) => pieceAt.set(String(place(cell)), k)));
  const colors = colorPieces(pieces.map((piece) => piece.map(place)), pieceAt);
  const walls = [];
  pieces.forEach((piece, k) => {
    for (const cell of piece) {
      svg.append(square(cell, { fill: PIECE_COLORS[colors[k]] }));
      const [x, y] = place(cell);
      const isOther = (dx, dy) => pieceAt.get(String([x + dx, y + dy])) !== k;
      const [left, top] = [x * SIDE, y * SIDE];
      if (isOther(-1, 0)) walls.push(`M${left} ${top}v${SIDE}`);
      if (isOther(0, -1)) walls.push(`M${left} ${top}h${SIDE}`);
      if (isOther(1, 0)) walls.push(`M${left + SIDE} ${top}v${SIDE}`);
      if (isOther(0, 1)) walls.push(`M${left} ${top + SIDE}h${SIDE}`);
    }
  });
  svg.append(
    svgElement('path', {
      d: walls.join(''), stroke: '#1d1d20', 'stroke-width': 1.4, 'stroke-linecap': 'square',
      fill: 'none',
    }),
  );
  return svg;
}

// A colour for each piece that none of its neighbours has, if there are enough.
function colorPieces(pieces, pieceAt) {
  const colors = [];
  const uses = PIECE_COLORS.map(() => 0);
  pieces.forEach((piece, k) => {
    const taken = new Set();
    for (const [x, y] of piece) {
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const other = pieceAt.get(String([x + dx, y + dy]));
        if (other !== undefined && other < k) taken.add(colors[other]);
      }
    }
    let best = -1;
    for (let color = 0; color < uses.length; ++color) {
      if (taken.has(color)) continue;
      if (best < 0 || uses[color] < uses[best]) best = color;
    }
    colors.push(Math.max(best, 0));
    ++uses[colors[k]];
  });
  return colors;
}

// Options are rows, items are columns; the rows of a cover stand out.
function drawMatrix({ rows, items }, chosen) {
  const SIDE = 13;
  const LEFT = 34;
  const TOP = 46;
  const width = LEFT + items.length * SIDE;
  const height = TOP + rows.length * SIDE;
  const svg = svgElement('svg', {
    viewBox: `0 0 ${width} ${height}`, width, height, 'font-size': 9, fill: 'currentColor',
    role: 'img', 'aria-label': `${rows.length} options and ${items.length} items`,
  });
  items.forEach((name, k) => {
    const x = LEFT + (k + 0.5) * SIDE + 3;
    svg.append(
      svgElement('text', { transform: `translate(${x} ${TOP - 4}) rotate(-90)` }, name),
    );
  });
  const isChosen = new Set(chosen);
  rows.forEach((row, k) => {
    const y = TOP + k * SIDE;
    if (isChosen.has(k)) {
      const fill = PIECE_COLORS[[...isChosen].indexOf(k) % PIECE_COLORS.length];
      svg.append(svgElement('rect', { x: 0, y, width, height: SIDE, fill }));
    }
    const number = { x: LEFT - 5, y: y + 10, 'text-anchor': 'end', opacity: 0.7 };
    svg.append(svgElement('text', number, String(k)));
    for (const item of row) {
      const cx = LEFT + (item + 0.5) * SIDE;
      svg.append(svgElement('circle', { cx, cy: y + SIDE / 2, r: 4 }));
    }
  });
  svg.append(
    svgElement('path', {
      d: rows.map((_, k) => `M${LEFT} ${TOP + k * SIDE}h${width - LEFT}`).join(''),
      stroke: 'currentColor', opacity: 0.15,
    }),
  );
  return svg;
}

// Why a search ended before its end.
const END_WORDS = {
  stopped: 'you stopped the search',
  'time limit': 'the time was up',
  'node limit': 'the search was to take no more steps',
};

// Addresses may have any length, but not everything that takes them along.
const LONGEST_ADDRESS = 30000;

async function throughStream(bytes, stream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

// A text, packed, in characters that an address may have; and the other way round.
async function packText(text) {
  const bytes = await throughStream(text, new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpackText(packed) {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new DecompressionStream('deflate-raw');
  return new TextDecoder().decode(await throughStream(bytes, stream));
}

class CoverRoom {
  constructor(makeWorker) {
    this.quick = new Asker(makeWorker);
    this.long = new Asker(makeWorker);
    this.forget();
    this.connect();
  }

  forget() {
    this.facts = null;
    this.covers = [];
    this.shown = 0;
  }

  // Shows the problem of an address; without one, what was there before.
  async enter(fields) {
    const isFirst = this.families === undefined;
    if (isFirst) await this.fillFamilies();
    if (!isFirst && !fields.has('cover') && !fields.has('problem')) {
      await this.writeAddress();
      return;
    }
    const words = (fields.get('cover') || 'pentominoes 6x10').split(' ');
    const isKnown = this.families.some(({ name }) => name === words[0]);
    $('family').value = isKnown ? words[0] : 'pentominoes';
    this.showParameters(isKnown ? words.slice(1) : []);
    if (fields.has('problem')) await this.takeAddress(fields.get('problem'));
    else await this.make();
    if (this.facts !== null) await this.find();
  }

  async fillFamilies() {
    this.families = (await this.quick.ask({ do: 'families' })).families;
    $('family').replaceChildren(...this.families.map(({ name }) => optionOf(name)));
  }

  async takeAddress(packed) {
    try {
      await this.take(await unpackText(packed));
    } catch {
      this.tell('bad', 'The address is damaged', 'The problem in it cannot be read.');
    }
  }

  // A text that was typed, pasted, dropped, opened, or stood in the address.
  take(text) {
    $('problem').value = text;
    return this.inspect();
  }

  // ----------------------------------------------------------- the problem

  get family() {
    return this.families.find(({ name }) => name === $('family').value);
  }

  // Fields for the parameters, with what `words` say, or what the example says.
  showParameters(words) {
    const { summary, details, example, parameters } = this.family;
    $('family-summary').textContent = `${summary}. ${details}`;
    const given = words.length > 0 ? words : example.split(' ').slice(1);
    const positional = given.filter((word) => !word.startsWith('--'));
    $('parameters').replaceChildren(
      ...parameters.map((parameter) => {
        const label = document.createElement('label');
        const isFlag = parameter.type === 'flag';
        const isFile = parameter.type === 'file';
        const input = document.createElement(isFile ? 'textarea' : 'input');
        input.name = parameter.name;
        input.dataset.parameter = parameter.name;
        const own = given.find((word) => word.startsWith(`--${parameter.name}=`));
        if (isFlag) {
          input.type = 'checkbox';
          input.checked = given.includes(`--${parameter.name}`);
          label.className = 'check';
          label.append(input, ` ${parameter.name}: ${parameter.help}`);
          return label;
        }
        if (!isFile) {
          input.placeholder = parameter.default ?? '';
          if (parameter.is_positional) input.value = positional.shift() ?? '';
          else if (own !== undefined) input.value = own.slice(own.indexOf('=') + 1);
        }
        label.title = parameter.help;
        label.append(parameter.name.replaceAll('-', ' '), input);
        return label;
      }),
    );
  }

  // The words after `dlx make NAME`, and the contents of files among them.
  words() {
    const words = [];
    const files = {};
    for (const parameter of this.family.parameters) {
      const input = $('parameters').querySelector(`[name="${parameter.name}"]`);
      if (parameter.type === 'flag') {
        if (input.checked) words.push(`--${parameter.name}`);
      } else if (input.value.trim() !== '') {
        const isFile = parameter.type === 'file';
        const value = isFile ? parameter.name : input.value.trim();
        if (isFile) files[value] = input.value;
        words.push(parameter.is_positional ? value : `--${parameter.name}=${value}`);
      }
    }
    return { words, files };
  }

  async make() {
    const { words, files } = this.words();
    try {
      const name = this.family.name;
      const { text } = await this.quick.ask({ do: 'make', name, words, files });
      // An address has no files.
      const isAll = Object.keys(files).length === 0;
      this.made = { text, words: isAll ? [name, ...words].join(' ') : null };
      await this.take(text);
    } catch (error) {
      if (!(error instanceof Stopped)) this.tell('bad', 'That cannot be made', `${error.message}.`);
    }
  }

  // The address of what is there: the words that make it, or all of the text, packed.
  async writeAddress() {
    const text = $('problem').value;
    const isMade = this.made?.text === text && this.made.words !== null;
    const fields = isMade ? { cover: this.made.words } : { problem: await packText(text) };
    if ($('problem').value !== text || $('cover').hidden) return;
    this.isAddressed = isMade || fields.problem.length < LONGEST_ADDRESS;
    history.replaceState(null, '', this.isAddressed ? `#${new URLSearchParams(fields)}` : '#cover');
  }

  async share(button) {
    await this.writeAddress();
    if (this.isAddressed) await copyText(button, location.href);
    else flash(button, 'Too long: save it');
  }

  // What the library says about the text.
  async inspect() {
    this.long.stop();
    this.forget();
    this.hideCovers();
    this.tell('', '', '');
    await this.writeAddress();
    try {
      const facts = await this.quick.ask({ do: 'inspect', text: $('problem').value });
      this.facts = facts;
      const { primary, secondary, options, colors } = facts;
      const also = [
        secondary > 0 ? `and ${grouped(secondary)} secondary ones` : '',
        colors > 0 ? `${grouped(colors)} colours` : '',
        facts.has_multiplicities ? 'multiplicities' : '',
        facts.has_costs ? 'costs' : '',
      ].filter((word) => word !== '');
      $('facts').textContent =
        `${grouped(primary)} items${also.length > 0 ? ` (${also.join(', ')})` : ''}, ` +
        `${grouped(options)} options.`;
      $('best').hidden = !facts.has_costs;
      $('matrix-details').hidden = facts.matrix === undefined;
      this.drawMatrix([]);
    } catch (error) {
      if (error instanceof Stopped) return;
      $('facts').textContent = '';
      this.tell('bad', 'This is no problem', `${error.message}.`);
    }
  }

  // ------------------------------------------------------------- the covers

  async askLong(question, show) {
    $('stop-cover').hidden = false;
    this.tell('', 'Working …', '');
    $('cover-answer').scrollIntoView({ block: 'nearest' });
    let last = null;
    try {
      const text = $('problem').value;
      const answer = await this.long.ask({ text, ...question }, (part) => {
        last = part;
        show(part, false);
      });
      show(answer, true);
    } catch (error) {
      if (!(error instanceof Stopped)) {
        this.tell('bad', 'That was not possible', `${error.message}.`);
      } else if (last !== null) {
        show({ ...last, covers: [], outcome: 'stopped', isStopped: true }, true);
      } else {
        this.tell('', 'Stopped', '');
      }
    } finally {
      $('stop-cover').hidden = !this.long.isBusy;
    }
  }

  tell(mood, title, text) {
    const strong = document.createElement('strong');
    strong.className = 'number';
    strong.textContent = title;
    $('cover-answer').className = `verdict ${mood}`;
    $('symmetry-answer').textContent = '';
    $('cover-answer').replaceChildren(strong, text);
  }

  find() {
    this.covers = [];
    this.hideCovers();
    const limit = Number($('limit').value) || 100;
    return this.askLong({ do: 'covers', limit }, (part, isEnd) => {
      this.add(part.covers);
      const title = plural(part.count, 'cover');
      if (!isEnd) this.tell('', `${title} so far`, 'Searching …');
      else if (part.outcome === 'exhausted') this.tell('good', title, 'There are no others.');
      else {
        const why = part.outcome === 'solution limit'
          ? `The search ended at the ${grouped(limit)} that were asked for; there may be more.`
          : `There may be more: ${END_WORDS[part.outcome] ?? part.outcome}.`;
        this.tell('', title, why);
      }
    });
  }

  async count() {
    let isAll = false;
    const start = Date.now();
    await this.askLong({ do: 'count-covers' }, (part, isEnd) => {
      const title = plural(part.count, 'cover');
      if (part.is_all && part.count === '0') {
        const items = part.clashing_items.join(', ');
        this.tell('bad', 'No cover', items && `These cannot be covered together: ${items}.`);
      } else if (part.is_all) {
        isAll = true;
        const way = `${effort(part.nodes)}, by the engine ${part.engine}`;
        this.tell('good', title, `That is all: ${way}.`);
      } else {
        this.tell('', `${title} so far`, isEnd ? 'Stopped.' : countingText(part));
      }
    });
    if (isAll) await this.countClasses(30 + (3 * (Date.now() - start)) / 1000);
  }

  // Beside the count: how many there are up to symmetry.
  async countClasses(seconds) {
    const say = (text) => {
      $('symmetry-answer').textContent = text;
    };
    say('Up to symmetry: counting …');
    $('stop-cover').hidden = false;
    try {
      const question = { do: 'count-classes', text: $('problem').value, seconds };
      const { symmetries, classes, is_all: isAll, why_not: whyNot } = await this.long.ask(question);
      if (symmetries === '1') say('The problem has no symmetries: no two of them are the same.');
      else if (classes === undefined) {
        say(`The problem has ${grouped(symmetries)} symmetries. Up to these: ${whyNot}.`);
      } else {
        const least = isAll ? '' : 'at least ';
        say(
          `Up to symmetry: ${least}${grouped(classes)}. ` +
            `(The problem has ${grouped(symmetries)} symmetries, such as turned boards.)`,
        );
      }
    } catch (error) {
      say(error instanceof Stopped ? '' : `Up to symmetry: ${error.message}.`);
    } finally {
      $('stop-cover').hidden = !this.long.isBusy;
    }
  }

  sample() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    return this.askLong({ do: 'sample-covers', n: 1, seed }, ({ covers, count }) => {
      this.covers = [];
      this.add(covers);
      this.tell('', 'One at random', `Each of the ${grouped(count)} was as likely.`);
    });
  }

  best() {
    return this.askLong({ do: 'best-covers' }, ({ covers, cost }) => {
      if (covers === undefined) {
        this.tell('', cost === undefined ? 'Searching …' : `${grouped(cost)} so far`, '');
        return;
      }
      this.covers = [];
      this.add(covers);
      if (covers.length === 0) this.tell('bad', 'No cover', '');
      else this.tell('good', `Cost ${grouped(covers[0].cost)}`, 'No cover costs less.');
    });
  }

  estimate() {
    return this.askLong({ do: 'estimate-covers', seconds: 5 }, ({ covers, is_exact: isExact }) => {
      const text = (number) =>
        number < 1e15 ? grouped(Math.round(number)) : number.toExponential(3);
      const range = `With a probability of 95 %, from ${text(covers.low)} to ${text(covers.high)}.`;
      this.tell('', `About ${text(covers.value)} covers`, isExact ? 'That is exact.' : range);
    });
  }

  hideCovers() {
    $('cover-figure').hidden = $('cover-text').hidden = true;
  }

  add(covers) {
    const wasEmpty = this.covers.length === 0;
    this.covers.push(...covers);
    if (this.covers.length === 0) return;
    // As they are found, the newest is shown.
    this.show(wasEmpty ? 0 : this.covers.length - 1);
  }

  show(number) {
    this.shown = Math.min(Math.max(number, 0), this.covers.length - 1);
    const cover = this.covers[this.shown];
    $('cover-figure').hidden = $('cover-text').hidden = false;
    $('cover-number').textContent = `${grouped(this.shown + 1)} of ${grouped(this.covers.length)}`;
    $('first-cover').disabled = $('previous-cover').disabled = this.shown === 0;
    $('last-cover').disabled = $('next-cover').disabled =
      this.shown === this.covers.length - 1;
    const isPacking = cover.pieces !== undefined;
    $('cover-picture').hidden = $('save-picture').hidden = !isPacking;
    if (isPacking) {
      $('cover-picture').replaceChildren(drawPacking(this.facts.board, cover.pieces));
    }
    $('cover-text').textContent = cover.texts.join('\n');
    this.drawMatrix(cover.options);
  }

  drawMatrix(chosen) {
    this.chosen = chosen;
    if (!$('matrix-details').open || this.facts?.matrix === undefined) return;
    $('matrix').replaceChildren(drawMatrix(this.facts.matrix, chosen));
  }

  saveCovers() {
    const texts = this.covers.map(
      ({ number, texts: options }) => `| cover ${number}\n${options.join('\n')}\n`,
    );
    download('covers.txt', texts.join('\n'));
  }

  savePicture() {
    const svg = $('cover-picture').firstElementChild.cloneNode(true);
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    download('cover.svg', svg.outerHTML, 'image/svg+xml');
  }

  // ------------------------------------------------------------- controls

  connect() {
    const on = (id, what) => $(id).addEventListener('click', what);
    $('make-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.make();
    });
    $('family').addEventListener('change', () => this.showParameters([]));
    let timer = 0;
    $('problem').addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.inspect(), 300);
    });
    $('problem-file').addEventListener('change', async (event) => {
      const [file] = event.target.files;
      if (file === undefined) return;
      await this.take(await file.text());
    });
    on('find', () => this.find());
    on('count-covers', () => this.count());
    on('sample', () => this.sample());
    on('best', () => this.best());
    on('estimate', () => this.estimate());
    on('stop-cover', () => this.long.stop());
    on('first-cover', () => this.show(0));
    on('previous-cover', () => this.show(this.shown - 1));
    on('next-cover', () => this.show(this.shown + 1));
    on('last-cover', () => this.show(this.covers.length - 1));
    on('save-covers', () => this.saveCovers());
    on('save-picture', () => this.savePicture());
    on('save-problem', () => download('problem.dlx', $('problem').value));
    on('share-problem', (event) => this.share(event.currentTarget));
    $('matrix-details').addEventListener('toggle', () => this.drawMatrix(this.chosen ?? []));
  }
}
