// Questions to a worker, and how to stop one that takes long: its worker is ended, and
// another one begins.

class Asker {
  // `makeWorker` returns a promise of a worker that is ready.
  constructor(makeWorker) {
    this.makeWorker = makeWorker;
    this.worker = makeWorker();
    this.pending = null;
  }

  get isBusy() {
    return this.pending !== null;
  }

  // A promise of the answer. A question that is still being answered is given up; its
  // promise is rejected with Stopped.
  async ask(question, onPart = () => {}) {
    this.stop();
    const asked = {};
    const answer = new Promise((resolve, reject) => {
      asked.resolve = resolve;
      asked.reject = reject;
    });
    // It may be rejected before the worker is ready, and so before it is returned.
    answer.catch(() => {});
    this.pending = asked;
    const worker = await this.worker;
    if (this.pending !== asked) return answer; // Stopped before it began.
    worker.onmessage = ({ data }) => {
      if (this.pending !== asked) return;
      if (data.part !== undefined) {
        onPart(data.part);
        return;
      }
      this.pending = null;
      if (data.error !== undefined) asked.reject(new Error(data.error));
      else asked.resolve(data.answer);
      if (data.isBroken) this.replaceWorker();
    };
    asked.hasBegun = true;
    worker.postMessage(question);
    return answer;
  }

  stop() {
    if (this.pending === null) return;
    const { reject, hasBegun } = this.pending;
    this.pending = null;
    if (hasBegun) this.replaceWorker();
    reject(new Stopped());
  }

  replaceWorker() {
    this.worker.then((worker) => worker.terminate());
    this.worker = this.makeWorker();
  }
}

class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}

// What a worker does. (Its program is this function's text, behind that of engine.js.)
function workAsEngine() {
  let engine = null;
  self.onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) {
      engine = new Engine(data);
      self.postMessage({ isReady: true });
      return;
    }
    try {
      self.postMessage({ answer: engine.ask(data, (part) => self.postMessage({ part })) });
    } catch (error) {
      // After a trap, the memory may hold anything.
      const isBroken = error instanceof WebAssembly.RuntimeError || engine.lastWords !== '';
      const text = isBroken ? `there is not enough memory (${error.message})` : error.message;
      self.postMessage({ error: text, isBroken });
    }
  };
}

// The module stands in a script of its own, as text: pages from disk cannot fetch files.
function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = name;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} is missing`));
    document.head.append(script);
  });
}

// The digits of base 85, as Python's base64.b85encode() writes them.
const BASE_85 =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

// Five letters are four bytes; the last ones may be more than there were.
function bytesOf({ bytes, text }) {
  const values = new Uint8Array(128);
  for (const [value, letter] of [...BASE_85].entries()) values[letter.charCodeAt(0)] = value;
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let k = 0; k < text.length; k += 5) {
    let word = 0;
    for (let i = 0; i < 5; ++i) word = word * 85 + values[text.charCodeAt(k + i)];
    view.setUint32((k / 5) * 4, word);
  }
  return new Uint8Array(view.buffer, 0, bytes);
}

async function unpack(packed) {
  const bytes = bytesOf(packed);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

// A function that makes workers.
async function prepareWorkers() {
  await loadScript(hasVectors() ? 'dlx-simd.js' : 'dlx-plain.js');
  const module = await WebAssembly.compile(await unpack(self.dlxModule));
  const program = `${NO_SUCH_FUNCTION_TEXT}\n${systemFor}\n${Engine}\n(${workAsEngine})();`;
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  return () =>
    new Promise((resolve) => {
      const worker = new Worker(address);
      worker.onmessage = () => resolve(worker);
      worker.postMessage(module);
    });
}

const NO_SUCH_FUNCTION_TEXT = `const NO_SUCH_FUNCTION = ${NO_SUCH_FUNCTION};`;
