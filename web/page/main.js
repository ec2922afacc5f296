// The page: two rooms with a tab for each, what is dropped or pasted, and the address.

const rooms = {};

function showRoom(name) {
  for (const other of ['sudoku', 'cover']) {
    const isShown = other === name;
    $(other).hidden = !isShown;
    const tab = $(`tab-${other}`);
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
  const fields = new URLSearchParams(location.hash.slice(1));
  if (name === 'cover') rooms.cover.enter(fields).catch(fail);
  else if (rooms.sudoku.hasPuzzle) rooms.sudoku.writeAddress();
  else rooms.sudoku.change({ clues: FIRST_PUZZLE });
}

function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (fields.has('cover') || fields.has('problem')) {
    showRoom('cover');
    return;
  }
  if (!rooms.sudoku.readAddress(fields)) rooms.sudoku.change({ clues: FIRST_PUZZLE });
}

function connectTabs() {
  for (const [name, other] of [['sudoku', 'cover'], ['cover', 'sudoku']]) {
    const tab = $(`tab-${name}`);
    tab.addEventListener('click', () => showRoom(name));
    tab.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      showRoom(other);
      $(`tab-${other}`).focus();
    });
  }
}

// A puzzle may be pasted or dropped anywhere in the room for Sudoku; a problem in the other.
function connectTransfer() {
  const isField = (element) => element.matches?.('input, textarea, select');
  const takeText = (text) => {
    if ($('sudoku').hidden) return rooms.cover.take(text);
    $('text').value = text;
    return rooms.sudoku.read(text);
  };
  document.addEventListener('paste', (event) => {
    if (isField(event.target)) return;
    takeText(event.clipboardData.getData('text/plain'));
    event.preventDefault();
  });
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('drop-here');
  });
  for (const name of ['dragleave', 'drop', 'dragend']) {
    document.addEventListener(name, () => document.body.classList.remove('drop-here'));
  }
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    takeText(file === undefined ? event.dataTransfer.getData('text') : await file.text());
  });
}

// Undo and redo by keys, where these are not a field's own.
function connectKeys() {
  document.addEventListener('keydown', (event) => {
    const isField = event.target.matches?.('input:not([type=radio], [type=checkbox]), textarea');
    if (!(event.ctrlKey || event.metaKey) || isField || $('sudoku').hidden) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) rooms.sudoku.undo();
    else if (key === 'y' || key === 'z') rooms.sudoku.redo();
    else return;
    event.preventDefault();
  });
}

function fail(error) {
  $('fatal').textContent = `This browser cannot run the engines: ${error.message}.`;
  $('fatal').hidden = false;
}

// What is asked once gives way to what a user asks, and is asked again behind it.
async function fill(ask) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    while (rooms.sudoku.long.isBusy) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

// When the first verdict is there, and all else can be asked.
async function start() {
  connectTabs();
  connectTransfer();
  connectKeys();
  const makeWorker = await prepareWorkers();
  rooms.sudoku = new SudokuRoom(makeWorker);
  rooms.cover = new CoverRoom(makeWorker);
  readAddress();
  window.addEventListener('hashchange', readAddress);
  await fill(() => rooms.sudoku.fillMethods());
  await fill(() => rooms.sudoku.ruler.fill());
}

start().catch(fail);
