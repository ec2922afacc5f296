// Plays the events of a recorded search of a Sudoku back, by the same rules as
// sudoku/lab/replay.cc. sudoku/render/replay_page.cc writes what was recorded.

const {size, digitNames} = recording;
const cellCount = size * size;

// The kinds of events, by their numbers, and the roles of cells.
const [TRY, PLACE, RULE_OUT, UNDO, DEAD_END, SOLUTION, SWAP, RESTART] =
    [0, 1, 2, 3, 4, 5, 6, 7];
const ROLES = ['empty', 'clue', 'tried', 'implied'];
const [EMPTY, CLUE, TRIED, IMPLIED] = [0, 1, 2, 3];

const cellName = (cell) => recording.cellNames[cell];
const bitOf = (cell, digit) => cell * size + digit - 1;

const peersOf = Array.from({length: cellCount}, () => new Set());
for (const house of recording.houses) {
  for (const cell of house) {
    for (const peer of house) {
      if (peer !== cell) peersOf[cell].add(peer);
    }
  }
}

// How things stand after some of the events. To go back is to go forward from
// the last checkpoint before.
class Replay {
  constructor() {
    this.step = 0;
    this.state = Replay.start();
    this.distance = 4 * cellCount;
    this.checkpoints = [Replay.copy(this.state)];
  }

  static start() {
    const digits = Uint8Array.from(recording.clues);
    return {
      digits,
      roles: digits.map((digit) => digit === 0 ? EMPTY : CLUE),
      ruledOut: new Uint8Array(cellCount * size),
      counts: new Array(8).fill(0),
      changes: [],  // What an undo takes back, from the first try on.
      tries: [],    // Where in `changes` the tries stand.
      lastUndone: null,
    };
  }

  static copy(state) {
    return {
      digits: state.digits.slice(),
      roles: state.roles.slice(),
      ruledOut: state.ruledOut.slice(),
      counts: state.counts.slice(),
      changes: state.changes.slice(),
      tries: state.tries.slice(),
      lastUndone: state.lastUndone,
    };
  }

  // The last event, or null at the start.
  get event() {
    if (this.step === 0) return null;
    const [kind, cell, value] =
        recording.events.slice(3 * this.step - 3, 3 * this.step);
    return {kind, cell, value};
  }

  seek(step) {
    const nearest = Math.min(
        Math.floor(step / this.distance), this.checkpoints.length - 1);
    if (step < this.step || nearest * this.distance > this.step) {
      this.state = Replay.copy(this.checkpoints[nearest]);
      this.step = nearest * this.distance;
    }
    while (this.step < step) {
      ++this.step;
      this.apply(this.event);
      if (this.step === this.checkpoints.length * this.distance) {
        this.checkpoints.push(Replay.copy(this.state));
      }
    }
  }

  apply({kind, cell, value}) {
    const state = this.state;
    ++state.counts[kind];
    if (kind === TRY) state.tries.push(state.changes.length);
    if (kind === TRY || kind === PLACE) {
      this.remember(kind, cell, value);
      state.digits[cell] = value;
      state.roles[cell] = kind === TRY ? TRIED : IMPLIED;
    } else if (kind === RULE_OUT) {
      if (!state.ruledOut[bitOf(cell, value)]) {
        this.remember(kind, cell, value);
        state.ruledOut[bitOf(cell, value)] = 1;
      }
    } else if (kind === UNDO) {
      this.undo();
    } else if (kind === SWAP) {
      for (const values of [state.digits, state.roles]) {
        [values[cell], values[value]] = [values[value], values[cell]];
      }
      state.changes = [];
      state.tries = [];
    } else if (kind === RESTART) {
      this.state = {...Replay.start(), counts: state.counts};
    }
  }

  remember(kind, cell, value) {
    const {tries, changes, digits, roles} = this.state;
    if (tries.length === 0) return;
    changes.push({
      kind,
      cell,
      value,
      digitBefore: digits[cell],
      roleBefore: roles[cell],
    });
  }

  undo() {
    const state = this.state;
    state.lastUndone = null;
    if (state.tries.length === 0) return;
    const begin = state.tries.pop();
    state.lastUndone = state.changes[begin];
    while (state.changes.length > begin) {
      const change = state.changes.pop();
      if (change.kind === RULE_OUT) {
        state.ruledOut[bitOf(change.cell, change.value)] = 0;
      } else {
        state.digits[change.cell] = change.digitBefore;
        state.roles[change.cell] = change.roleBefore;
      }
    }
  }

  // The digits that an empty cell may have.
  candidates(cell) {
    const taken = new Set();
    for (const peer of peersOf[cell]) taken.add(this.state.digits[peer]);
    const digits = [];
    for (let digit = 1; digit <= size; ++digit) {
      if (!taken.has(digit) && this.isAllowed(cell, digit)) digits.push(digit);
    }
    return digits;
  }

  isAllowed(cell, digit) {
    const allowed = recording.allowed;
    return !this.state.ruledOut[bitOf(cell, digit)] &&
        (allowed === undefined || allowed[cell].includes(digit));
  }

  // Whether a peer holds the same digit. Clues are at odds with clues only.
  isInConflict(cell) {
    const {digits, roles} = this.state;
    if (digits[cell] === 0) return false;
    for (const peer of peersOf[cell]) {
      if (digits[peer] === digits[cell] &&
          (roles[cell] !== CLUE || roles[peer] === CLUE)) {
        return true;
      }
    }
    return false;
  }

  activeCells() {
    const event = this.event;
    if (event === null) return [];
    if (event.kind === UNDO) {
      return this.state.lastUndone === null ? [] : [this.state.lastUndone.cell];
    }
    if (event.kind === SWAP) return [event.cell, event.value];
    return event.cell < 0 ? [] : [event.cell];
  }

  // The digit that the last event is about, with its cell, or null.
  activeDigit() {
    const event = this.event;
    if (event === null) return null;
    if (event.kind === UNDO) return this.state.lastUndone;
    return [TRY, PLACE, RULE_OUT].includes(event.kind) ? event : null;
  }

  // Why a digit that has been written follows, or null.
  reasonForDigit({cell, value}) {
    const digits = this.state.digits;
    const allows = (other) => this.candidates(other).includes(value);
    digits[cell] = 0;  // As it was before.
    let reason = null;
    if (allows(cell) && this.candidates(cell).length === 1) {
      reason = 'nothing else is left there';
    } else {
      const index = recording.houses.findIndex(
          (house) => house.length === size && house.includes(cell) &&
              !house.some((other) => other !== cell && digits[other] === 0 &&
                              allows(other)));
      if (index >= 0) {
        reason = `the only place for ${digitNames[value - 1]} in ` +
            recording.houseNames[index];
      }
    }
    digits[cell] = value;
    return reason;
  }

  // ": row 1 and column 9 hold every digit": the fewest houses of an empty cell
  // that leave it nothing; '' if its houses do not explain that.
  reasonForDeadEnd(cell) {
    const houses = [...recording.houses.keys()].filter(
        (index) => recording.houses[index].includes(cell));
    const most = 10;
    if (houses.length > most) return '';
    const chosenBy = (mask) => houses.filter((_, i) => mask >> i & 1);
    let fewest = [];
    for (let mask = 1; mask < 1 << houses.length; ++mask) {
      const chosen = chosenBy(mask);
      if (fewest.length > 0 && chosen.length >= fewest.length) continue;
      const digits = new Set(chosen.flatMap(
          (index) => recording.houses[index].map(
              (other) => this.state.digits[other])));
      digits.delete(0);
      if (digits.size === size) fewest = chosen;
    }
    const names = fewest.map((index) => recording.houseNames[index]);
    const last = names.pop();
    if (last === undefined) return '';
    return names.length === 0 ?
        `: ${last} holds every digit` :
        `: ${names.join(', ')} and ${last} hold every digit`;
  }

  // What the last event was, in words, and why.
  eventText() {
    const event = this.event;
    const assignment =
        ({cell, value}) => `${cellName(cell)} = ${digitNames[value - 1]}`;
    if (event === null) {
      const clues = recording.clues.filter((digit) => digit !== 0).length;
      return `the puzzle, ${clues} clue${clues === 1 ? '' : 's'}`;
    }
    switch (event.kind) {
      case TRY:
        return `try ${assignment(event)}`;
      case PLACE: {
        const reason = this.reasonForDigit(event);
        return reason === null ? `${assignment(event)} follows` :
                                 `${assignment(event)}: ${reason}`;
      }
      case RULE_OUT: {
        const digit = digitNames[event.value - 1];
        const sentence = `${cellName(event.cell)} cannot be ${digit}`;
        const holders = [...peersOf[event.cell]].filter(
            (peer) => this.state.digits[peer] === event.value);
        return holders.length === 0 ?
            sentence :
            `${sentence}: ${cellName(Math.min(...holders))} is ${digit}`;
      }
      case UNDO:
        return this.state.lastUndone === null ?
            'nothing to take back' :
            `take back ${assignment(this.state.lastUndone)}`;
      case DEAD_END:
        if (event.cell < 0) return 'dead end: some digit has no place left';
        return `dead end: ${cellName(event.cell)} ` +
            (this.state.digits[event.cell] === 0 ?
                 `has no candidate${this.reasonForDeadEnd(event.cell)}` :
                 'cannot keep its digit');
      case SOLUTION:
        return 'solution';
      case SWAP:
        return `swap ${cellName(event.cell)} and ${cellName(event.value)}`;
      case RESTART:
        return 'restart from the clues';
    }
  }
}
