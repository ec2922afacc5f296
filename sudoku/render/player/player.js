'use strict';

// Plays a recorded search: buttons, keys and texts. What is searched has a face
// (sudoku/render/player/player_page.h), whose scripts follow this one.

const byId = (id) => document.getElementById(id);

// What was recorded: sudoku/render/player/player_page.cc writes it.
const {start, stepCount, stepsPerSecond, endText, recording} =
    JSON.parse(byId('recording').textContent);

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

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

class Player {
  constructor(face) {
    this.face = face;
    this.isPlaying = false;
    this.dueSteps = 0;  // Part of a step for which time has passed.
    this.frame = 0;  // The next of an animation, while it plays.
    this.timer = 0;  // Until the address is brought up to date.
    byId('slider').max = stepCount;
    byId('go-to-step').max = stepCount;
    byId('speed').max = SPEEDS.length - 1;
    byId('end-text').textContent = endText;
    this.listen();
    this.goToFragment();
    this.setSpeed(SPEEDS.indexOf(stepsPerSecond));
  }

  listen() {
    const onClick = (id, action) =>
        byId(id).addEventListener('click', action);
    onClick('start', () => this.goTo(0));
    onClick('back', () => this.goTo(this.face.step - 1));
    onClick('play', () => this.toggle());
    onClick('step', () => this.goTo(this.face.step + 1));
    onClick('end', () => this.goTo(stepCount));
    byId('slider').addEventListener(
        'input', () => this.goTo(Number(byId('slider').value)));
    byId('speed').addEventListener(
        'input', () => this.setSpeed(Number(byId('speed').value)));
    byId('go-to').addEventListener('submit', (event) => {
      event.preventDefault();
      this.goTo(Number(byId('go-to-step').value));
    });
    document.addEventListener('keydown', (event) => this.press(event));
    window.addEventListener('hashchange', () => this.goToFragment());
  }

  // "#step=12"
  goToFragment() {
    const match = /^#step=(\d+)$/.exec(location.hash);
    this.goTo(match === null ? start : Number(match[1]));
  }

  goTo(step) {
    this.pause();
    this.face.seek(Math.max(0, Math.min(step, stepCount)));
    this.draw();
    // The address tells the step, but browsers do not like it to be changed
    // many times a second.
    clearTimeout(this.timer);
    this.timer = setTimeout(
        () => history.replaceState(null, '', `#step=${this.face.step}`), 300);
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.isPlaying = false;
    this.dueSteps = 0;
  }

  toggle() {
    if (this.isPlaying) return this.goTo(this.face.step);
    // At the end there is nothing to play but all of it, again.
    if (this.face.step === stepCount) this.face.seek(0);
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
      if (this.face.step + steps >= stepCount) return this.goTo(stepCount);
      if (steps > 0) {
        this.face.seek(this.face.step + steps);
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

  // Whether the element that has the focus uses the key itself.
  usesKey(element, key) {
    if (element.closest('.uses-keys') !== null) return true;
    const {id, tagName, type} = element;
    if (key === ' ') return tagName === 'BUTTON' || type === 'checkbox';
    return type === 'range' && id !== 'slider' &&
        /^(Arrow|Page|Home|End)/.test(key);
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.usesKey(event.target, event.key)) return;
    const leap = Math.max(1, Math.floor(stepCount / 20));
    const speed = Number(byId('speed').value);
    const {step} = this.face;
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
      'g': () => byId('go-to-step').select(),
      ...this.face.keys,
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  draw() {
    const {step} = this.face;
    this.face.draw();
    const number = (value) => value.toLocaleString('en');
    byId('where').textContent =
        `Step ${number(step)} of ${number(stepCount)}`;
    byId('depth').textContent = this.face.depthText();
    // What happens while it plays is too fast to be read out.
    byId('what').setAttribute('aria-live', this.isPlaying ? 'off' : 'polite');
    byId('what').textContent = this.face.eventText();
    byId('slider').value = step;
    byId('play').textContent = this.isPlaying ? 'Pause' : 'Play';
    byId('end-text').hidden = step !== stepCount;
    this.drawCounters();
  }

  drawCounters() {
    const elements = [];
    for (const [name, value, isAlwaysShown] of this.face.counters()) {
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
