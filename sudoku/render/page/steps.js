// The steps of a puzzle in the player: a picture and a text for each.

const player = new Player({
  step: 0,
  keys: {},
  depthText: () => '',
  seek(step) { this.step = step; },
  draw() { byId('grid').innerHTML = recording[this.step].picture; },
  eventText() { return recording[this.step].text; },
  counters: () => [],
});
