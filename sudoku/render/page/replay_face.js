// A Sudoku in the player: the replay, its grid, and the exact cover problem if
// the page has it.

class ReplayFace {
  constructor() {
    this.replay = new Replay();
    this.grid = new GridView(byId('grid'));
    this.matrix = null;
    this.keys = {'c': () => byId('candidates').click()};
    byId('candidates').addEventListener('change', () => this.draw());
    if (recording.article) this.showArticle();
    if (recording.matrix === undefined) return;
    document.querySelector('main').classList.add('has-matrix');
    this.matrix = new MatrixView(byId('matrix'), recording.matrix);
    this.matrix.linkTo(this.grid);
    this.zoom(this.matrix.readableZoom());
    byId('zoom').addEventListener(
        'input', () => this.zoom(Number(byId('zoom').value)));
  }

  // A field for the steps of Moler's article.
  showArticle() {
    byId('article').hidden = false;
    byId('article').addEventListener('submit', (event) => {
      event.preventDefault();
      const wanted = Number(byId('article-step').value);
      let step = 0;
      this.seek(0);
      while (step < stepCount && this.articleStep() < wanted) this.seek(++step);
      player.goTo(step);
    });
  }

  // As Replay::ArticleStep() in sudoku/lab/replay.cc.
  articleStep() {
    const {counts} = this.replay.state;
    const {event} = this.replay;
    return counts[PLACE] + 2 * counts[TRY] + Math.floor(counts[UNDO] / 2) +
        (event !== null && event.kind === DEAD_END ? 1 : 0);
  }

  get step() {
    return this.replay.step;
  }

  depthText() {
    const {digits, tries} = this.replay.state;
    const filled = digits.filter((digit) => digit !== 0).length;
    return `depth ${tries.length}; ` +
        `${filled} of ${digits.length} cells filled`;
  }

  seek(step) {
    this.replay.seek(step);
  }

  draw() {
    this.grid.draw(this.replay, byId('candidates').checked);
    if (this.matrix !== null) this.matrix.draw(this.replay);
  }

  eventText() {
    return this.replay.eventText();
  }

  zoom(factor) {
    byId('zoom').value = factor;
    byId('zoom-text').textContent = `${Math.round(100 * byId('zoom').value)} %`;
    byId('matrix').style.width = `${100 * byId('zoom').value}%`;
  }

  counters() {
    const {counts} = this.replay.state;
    const cells = Array.from({length: cellCount}, (_, cell) => cell);
    const wrong =
        cells.filter((cell) => this.replay.isInConflict(cell)).length;
    return [
      ...(recording.article ? [['step of the article', this.articleStep(), true]] :
                              []),
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
  }
}

const player = new Player(new ReplayFace());
