// A module of WebAssembly at work: questions in, answers out.
//
//   const engine = new Engine(await WebAssembly.compile(bytes));
//   engine.ask({do: 'solve', size: 4, cells: '1..4..1..2..3..2'}).verdict;
//
// What can be asked stands in web/face/sudoku_face.cc and cover_face.cc. An answer comes
// when all is done; until then nothing else happens in this thread, which is why the page
// has workers.

// What a module wants of a system beneath it: the time, random numbers, and somewhere to
// write its last words to. There are no files; what asks for some is told so.
const NO_SUCH_FUNCTION = 52; // ENOSYS, as WASI counts.

function systemFor(engine) {
  const view = () => new DataView(engine.memory.buffer);
  return {
    wasi_snapshot_preview1: {
      clock_time_get(clock, precision, place) {
        const now = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(place, BigInt(Math.round(now * 1e6)), true);
        return 0;
      },
      random_get(place, length) {
        crypto.getRandomValues(new Uint8Array(engine.memory.buffer, place, length));
        return 0;
      },
      environ_sizes_get(count, size) {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_write(file, texts, count, written) {
        let total = 0;
        for (let k = 0; k < count; ++k) {
          const place = view().getUint32(texts + 8 * k, true);
          const length = view().getUint32(texts + 8 * k + 4, true);
          engine.lastWords += engine.textAt(place, length);
          total += length;
        }
        view().setUint32(written, total, true);
        return 0;
      },
      proc_exit() {
        throw new Error(engine.lastWords || 'the program has ended');
      },
    },
    env: {
      emit(place, length) {
        engine.onPart(JSON.parse(engine.textAt(place, length)));
      },
      emscripten_notify_memory_growth() {},
    },
  };
}

export class Engine {
  constructor(module) {
    this.onPart = () => {};
    this.lastWords = '';
    const imports = systemFor(this);
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind === 'function') imports[from][name] ??= () => NO_SUCH_FUNCTION;
    }
    const { exports } = new WebAssembly.Instance(module, imports);
    this.memory = exports.memory;
    this.exports = exports;
    exports._initialize();
  }

  textAt(place, length) {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, place, length));
  }

  // The answer to a question; `onPart` hears of its parts meanwhile. Throws what is wrong
  // with the question. A text as `body`, in the question or in the answer, stands behind
  // the JSON as it is.
  ask({ body, ...question }, onPart = () => {}) {
    const head = JSON.stringify(question);
    const bytes = new TextEncoder().encode(body === undefined ? head : `${head}\n${body}`);
    const place = this.exports.allocate(bytes.length);
    if (place === 0) throw new Error('there is not enough memory');
    new Uint8Array(this.memory.buffer, place, bytes.length).set(bytes);
    this.onPart = onPart;
    const start = this.exports.answer(place, bytes.length);
    const end = new Uint8Array(this.memory.buffer).indexOf(0, start);
    const text = this.textAt(start, end - start);
    const endOfHead = text.indexOf('\n');
    const answer = JSON.parse(endOfHead < 0 ? text : text.slice(0, endOfHead));
    if (answer.error !== undefined) throw new Error(answer.error);
    return endOfHead < 0 ? answer : { ...answer, body: text.slice(endOfHead + 1) };
  }
}

// Whether there are vector instructions: the smallest module that has one.
export function hasVectors() {
  return WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
      253, 15, 253, 98, 11,
    ]),
  );
}
