// Buttons, keys and texts, and what plays the recording.

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
      this.zoom(this.matrix.readableZoom());
    }
    this.isPlaying = false;
    this.dueSteps = 0;  // Part of a step for which time has passed.
    this.frame = 0;  // The next of an animation, while it plays.
    this.timer = 0;  // Until the address is brought up to date.
    byId('slider').max = stepCount;
    byId('go-to-step').max = stepCount;
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
    byId('go-to').addEventListener('submit', (event) => {
      event.preventDefault();
      this.goTo(Number(byId('go-to-step').value));
    });
    byId('zoom').addEventListener(
        'input', () => this.zoom(Number(byId('zoom').value)));
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
    cancelAnimationFrame(this.frame);
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
      // Time in which the page was not to be seen does not count.
      const seconds = Math.max(0, Math.min(now - last, 1000)) / 1000;
      this.dueSteps += seconds * SPEEDS[byId('speed').value];
      last = now;
      const steps = Math.floor(this.dueSteps);
      this.dueSteps -= steps;
      if (this.replay.step + steps >= stepCount) return this.goTo(stepCount);
      if (steps > 0) {
        this.replay.seek(this.replay.step + steps);
        this.draw();
      }
      this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }

  setSpeed(index) {
    index = Math.max(0, Math.min(index, SPEEDS.length - 1));
    byId('speed').value = index;
    byId('speed-text').textContent =
        `${SPEEDS[index]} step${index === 0 ? '' : 's'}/s`;
  }

  zoom(factor) {
    byId('zoom').value = factor;
    byId('zoom-text').textContent = `${Math.round(100 * byId('zoom').value)} %`;
    byId('matrix').style.width = `${100 * byId('zoom').value}%`;
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const {id, tagName} = event.target;
    // These use the key themselves.
    if (event.key === ' ' && (tagName === 'BUTTON' || id === 'candidates')) {
      return;
    }
    if (id === 'go-to-step' || event.target.closest('.matrix-frame')) return;
    if (['speed', 'zoom'].includes(id) && /^(Arrow|Page|Home|End)/.test(event.key)) return;
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
      'g': () => byId('go-to-step').select(),
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
