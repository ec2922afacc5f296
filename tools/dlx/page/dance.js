// The links of a dance in the player: nodes in lists that go round a torus.
// tools/dlx/dance_page.cc writes what was recorded.

const [BRANCH, UNLINK_HEADER, UNLINK_NODE, TRY, DEAD_END, COVER, RELINK_NODE,
       RELINK_HEADER, TAKE_BACK, CLOSE, HOOK_DOWN, HOOK_RIGHT] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

// Nodes in one array: the root, a header for each item, then the options'.
const ROOT = 0;
const nodes = [];
const nodeAt = new Map();  // 'option,item' -> its number.
const headerOf = (item) => item + 1;

function build() {
  const make = (item, option) => {
    const q = nodes.length;
    nodes.push({item, option, up: q, down: q, left: q, right: q, isIn: true});
    return q;
  };
  make(-1, -1);
  recording.items.forEach((_, item) => make(item, -1));
  let last = ROOT;  // The headers of primary items go round with the root.
  recording.items.forEach(({primary}, item) => {
    if (!primary) return;
    joinRight(last, headerOf(item));
    last = headerOf(item);
  });
  joinRight(last, ROOT);
  recording.options.forEach(({items}, option) => items.forEach((item, i) => {
    const q = make(item, option);
    nodeAt.set(`${option},${item}`, q);
    nodes[q].isIn = false;
    if (recording.builds) return;
    hookDown(q);
    if (i > 0) hookRight(q);
  }));
}

function joinRight(a, b) {
  nodes[a].right = b;
  nodes[b].left = a;
}
function joinDown(a, b) {
  nodes[a].down = b;
  nodes[b].up = a;
}

// As the last of its item, and of its option; and back.
function hookDown(q) {
  const header = headerOf(nodes[q].item);
  joinDown(nodes[header].up, q);
  joinDown(q, header);
  nodes[q].isIn = true;
}
function unhookDown(q) {
  unlinkNode(q);
  nodes[q].up = nodes[q].down = q;
}
function hookRight(q) {
  const first = nodes[q - 1].right;
  joinRight(q - 1, q);
  joinRight(q, first);
}
function unhookRight(q) {
  joinRight(nodes[q].left, nodes[q].right);
  nodes[q].left = nodes[q].right = q;
}

// The dance itself: two assignments each.
function unlinkNode(q) {
  nodes[nodes[q].up].down = nodes[q].down;
  nodes[nodes[q].down].up = nodes[q].up;
  nodes[q].isIn = false;
}
function relinkNode(q) {
  nodes[nodes[q].down].up = q;
  nodes[nodes[q].up].down = q;
  nodes[q].isIn = true;
}
function unlinkHeader(q) {
  nodes[nodes[q].left].right = nodes[q].right;
  nodes[nodes[q].right].left = nodes[q].left;
  nodes[q].isIn = false;
}
function relinkHeader(q) {
  nodes[nodes[q].right].left = q;
  nodes[nodes[q].left].right = q;
  nodes[q].isIn = true;
}

let step = 0;
const tried = [];

function apply([kind, item, option], isForward) {
  const q = nodeAt.get(`${option},${item}`);
  if (kind === UNLINK_NODE || kind === RELINK_NODE) {
    (kind === UNLINK_NODE) === isForward ? unlinkNode(q) : relinkNode(q);
  } else if (kind === UNLINK_HEADER || kind === RELINK_HEADER) {
    const header = headerOf(item);
    (kind === UNLINK_HEADER) === isForward ? unlinkHeader(header) :
                                             relinkHeader(header);
  } else if (kind === HOOK_DOWN) {
    (isForward ? hookDown : unhookDown)(q);
  } else if (kind === HOOK_RIGHT) {
    (isForward ? hookRight : unhookRight)(q);
  } else if (kind === TRY || kind === TAKE_BACK) {
    (kind === TRY) === isForward ? tried.push(option) : tried.pop();
  }
}

function seek(target) {
  while (step < target) apply(recording.steps[step++], true);
  while (step > target) apply(recording.steps[--step], false);
}

// ------------------------------------------------------------- the picture

const svg = byId('links');
const [WIDTH, HEIGHT] = [34, 26];
const [STEP_X, STEP_Y] = [66, 52];
const nameWidth = 20 +
    9 * Math.max(1, ...recording.options.map(({name}) => name.length));
const [LEFT, TOP] = [nameWidth + STEP_X / 2 + 12, 44];
const fullWidth = LEFT + STEP_X * (recording.items.length + 0.7);
const fullHeight = TOP + STEP_Y * (recording.options.length + 0.8);

const xOf = (q) => LEFT + STEP_X * nodes[q].item + STEP_X / 2;
const yOf = (q) => TOP + STEP_Y * (nodes[q].option + 1) - STEP_Y / 4;
const widthOf = (q) => nodes[q].option < 0 ? WIDTH + 10 : WIDTH;

function arrowHead(id) {
  const marker = add(svg, 'marker', {
    id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: 'auto',
  });
  add(marker, 'path', {d: 'M0 0L8 4L0 8z'});
}

// From a node to the next one on its right, in a row or among the headers; by
// the edges if it is not on the right.
function linkRight(from, to) {
  const [x1, x2, y] = [
    xOf(from) + widthOf(from) / 2, xOf(to) - widthOf(to) / 2, yOf(from) - 6,
  ];
  if (x2 > x1) return [`M${x1} ${y}H${x2}`];
  return [`M${x1} ${y}H${fullWidth}`, `M${nameWidth + 2} ${y}H${x2}`];
}
function linkDown(from, to) {
  const [y1, y2, x] =
      [yOf(from) + HEIGHT / 2, yOf(to) - HEIGHT / 2, xOf(from) + 8];
  if (y2 > y1) return [`M${x} ${y1}V${y2}`];
  return [`M${x} ${y1}V${fullHeight}`, `M${x} 2V${y2}`];
}

function drawLink(parts, isLost) {
  parts.forEach((d, i) => add(svg, 'path', {
    class: isLost ? 'link lost' : 'link',
    d,
    'marker-end': `url(#${isLost ? 'lost-arrow' : 'arrow'})`,
  }));
}

function activeNode() {
  if (step === 0) return -1;
  const [kind, item, option] = recording.steps[step - 1];
  if ([UNLINK_NODE, RELINK_NODE, HOOK_DOWN, HOOK_RIGHT].includes(kind)) {
    return nodeAt.get(`${option},${item}`);
  }
  return [BRANCH, UNLINK_HEADER, RELINK_HEADER, DEAD_END, CLOSE].includes(kind) ?
      headerOf(item) :
      -1;
}

function listLength(item) {
  let length = 0;
  for (let q = nodes[headerOf(item)].down; q !== headerOf(item);
       q = nodes[q].down) {
    ++length;
  }
  return length;
}

function labelOf({item, option}) {
  if (item < 0) return 'root';
  if (option >= 0) return '';
  return `${recording.items[item].name}: ${listLength(item)}`;
}

function nameOf(q) {
  const {item, option} = nodes[q];
  if (item < 0) return 'root';
  const name = recording.items[item].name;
  return option < 0 ? name : `${name} of ${recording.options[option].name}`;
}

// Of the node to which something happens.
function links() {
  const q = activeNode();
  if (q < 0) return [];
  const {left, right, up, down} = nodes[q];
  return [['L', left], ['R', right], ['U', up], ['D', down]].map(
      ([letter, to]) => [letter, nameOf(to)]);
}

function draw() {
  svg.replaceChildren();
  svg.setAttribute('viewBox', `0 0 ${fullWidth} ${fullHeight}`);
  svg.style.maxWidth = `${2 * fullWidth}px`;
  arrowHead('arrow');
  arrowHead('lost-arrow');
  for (const option of tried) {
    add(svg, 'rect', {
      class: 'band', x: 0, y: TOP + STEP_Y * (option + 0.3), rx: 6,
      width: fullWidth, height: STEP_Y * 0.9,
    });
  }
  nodes.forEach((node, q) => {
    if (node.right !== q) {
      drawLink(linkRight(q, node.right), node.option < 0 && !node.isIn);
    }
    if (node.down !== q) {
      drawLink(linkDown(q, node.down), node.option >= 0 && !node.isIn);
    }
  });
  const active = activeNode();
  nodes.forEach((node, q) => {
    const classes = ['node'];
    if (!node.isIn) classes.push(node.option < 0 ? 'covered' : 'out');
    if (q === active) classes.push('active');
    const group = add(svg, 'g', {class: classes.join(' ')});
    const width = widthOf(q);
    add(group, 'rect', {
      x: xOf(q) - width / 2, y: yOf(q) - HEIGHT / 2, width, height: HEIGHT,
      rx: 5,
    });
    add(group, 'text', {x: xOf(q), y: yOf(q) + 5}, labelOf(node));
  });
  recording.options.forEach(({name}, option) => {
    add(svg, 'text', {
      class: 'name', x: nameWidth - 8, y: TOP + STEP_Y * (option + 1) - 8,
    }, name);
  });
}

build();
const player = new Player({
  get step() {
    return step;
  },
  depthText: () => `depth ${tried.length}`,
  seek,
  draw,
  eventText: () =>
      step === 0 ? recording.start : recording.steps[step - 1][3],
  counters: links,
});
