// The page in a browser without a head, opened from disk as its users do: everything that
// it offers, with mouse, keyboard and touch. Run by tools/check_web with
//
//   PAGE         the page's index.html
//   SCREENSHOTS  a folder for pictures of it

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';

const ADDRESS = pathToFileURL(process.env.PAGE).href;
const SOLUTION = '812753649943682175675491283154237896369845721287169534521974368438526917796318452';
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
after(() => browser?.close());

// A page; what it does wrong, and what it asks of the network, fails the test.
async function open(t, { hash = '', init = null, ...settings } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(120000); // The machine may be busy with other things.
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  if (init !== null) await page.addInitScript(init);
  await page.goto(ADDRESS + hash);
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, []);
  });
  return page;
}

const verdict = (page) => page.locator('#verdict strong');
const answer = (page) => page.locator('#answer strong');
const covers = (page) => page.locator('#cover-answer strong');

// A plain text would also be found in capitals: "One solution" in "More than one solution".
async function waitFor(locator, text) {
  await locator.filter({ hasText: new RegExp(text) }).waitFor({ timeout: 180000 });
}

const digits = (page, id = 'grid') =>
  page.$$eval(`#${id} [role=gridcell]`, (cells) =>
    cells.map((cell) => (cell.querySelector('.marks') ? '.' : cell.textContent || '.')).join(''),
  );

const shoot = (page, name) =>
  page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });

test('the first verdict comes soon after opening', async (t) => {
  const start = Date.now();
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  const seconds = (Date.now() - start) / 1000;
  console.log(`first verdict after ${seconds} s`);
  assert.ok(seconds < 10);
  await shoot(page, 'sudoku_desk_light');
  await page.click('#show-solution');
  assert.equal(await digits(page), SOLUTION);
  await shoot(page, 'sudoku_solution');
});

test('without vectors, the other module answers', async (t) => {
  const page = await open(t, { init: 'WebAssembly.validate = () => false' });
  await waitFor(verdict(page), 'One solution');
  assert.ok(await page.$('script[src="dlx-plain.js"]'));
});

test('typing, and two solutions side by side', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await page.locator('summary', { hasText: 'Size' }).click();
  await page.selectOption('#size', '4');
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('#grid [role=gridcell]').first().click();
  await page.keyboard.type('1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2');
  await page.waitForFunction(() => location.hash.includes('1.....2'));
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('#two .differs').first().waitFor();
  assert.equal(await page.locator('#two [role=grid]').count(), 2);
  assert.ok((await page.locator('#two [aria-label$=differs]').count()) > 0);
  const [one, other] = await page.$$eval('#two [role=grid]', (grids) =>
    grids.map((grid) => [...grid.querySelectorAll('[role=gridcell]')].map((c) => c.textContent)),
  );
  const marked = await page.$$eval('#two figure:first-child [role=gridcell]', (cells) =>
    cells.map((cell) => cell.classList.contains('differs')),
  );
  one.forEach((digit, k) => assert.equal(digit !== other[k], marked[k]));
  await shoot(page, 'sudoku_two_solutions');

  // The same digit twice in a row.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2');
  await waitFor(verdict(page), 'No solution');
  assert.match(await page.locator('#verdict').textContent(), /Two 2s in/);
  assert.ok((await page.locator('#grid .wrong').count()) >= 2);
  assert.ok((await page.locator('#grid [aria-invalid=true]').count()) >= 2);
  await page.keyboard.press('Backspace');
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#undo');
  await waitFor(verdict(page), 'No solution');
});

test('why there is none, when no digits clash', async (t) => {
  const page = await open(t, { hash: '#sudoku=12.....4........' });
  await waitFor(verdict(page), 'No solution');
  assert.ok((await page.locator('#grid .house').count()) > 0);
  assert.ok((await page.locator('#verdict').textContent()).length > 'No solution'.length + 10);
});

test('own digits are not clues', async (t) => {
  const page = await open(t, { hash: '#sudoku=1..4..1..2..3..2' });
  await waitFor(verdict(page), 'One solution');
  await page.check('[name=layer][value=mine]');
  await page.locator('#grid [role=gridcell]').first().click();
  await page.keyboard.type('3'); // A clue stays.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('3');
  await page.locator('#grid .mine').waitFor();
  assert.equal(await digits(page), '13.4..1..2..3..2');
  await page.keyboard.type('2'); // Wrong.
  await waitFor(verdict(page), 'No solution');
});

test('paste, drop, and files of many', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, '+---+---+\n|1.|.4|\n|..|1.|\n|.2|..|\n|3.|.2|\n');
  await page.waitForFunction(() => location.hash.includes('1..4..1..2..3..2'));

  const text = `${HARD} hard\n1....2....3....4 two\n`;
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'puzzles.txt', { type: 'text/plain' }));
    return data;
  }, text);
  await page.dispatchEvent('#grid', 'drop', { dataTransfer: dropped });
  await page.waitForFunction(() => location.hash.includes('8..........36'));
  await page.locator('summary', { hasText: 'Paste' }).click();
  await page.click('#next');
  await waitFor(verdict(page), 'More than one solution');
  assert.match(await page.locator('#read-note').textContent(), /2 of 2: two/);

  await page.fill('#text', '1..4..1..2..3..9\n');
  await page.click('#read');
  await page.locator('#read-note', { hasText: 'Text:1' }).waitFor();
});

test('counting goes up, and stops when told so', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(81)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#count');
  await waitFor(answer(page), 'so far');
  await page.locator('#answer', { hasText: /Counting ….* [\d,]+ nodes/ }).waitFor();
  const number = async () => Number((await answer(page).textContent()).replace(/\D/g, ''));
  const first = await number();
  await page.waitForFunction(
    (before) => Number(document.querySelector('#answer strong').textContent.replace(/\D/g, '')) > before,
    first,
  );
  await shoot(page, 'sudoku_counting');
  await page.click('#stop');
  await page.locator('#answer', { hasText: 'Stopped' }).waitFor();
  assert.ok((await number()) > first);
  assert.equal(await page.locator('#stop').isVisible(), false);
  await page.goto(`${ADDRESS}#sudoku=${'.'.repeat(16)}`);
  await page.click('#count');
  await waitFor(answer(page), '288 solutions');
});

test('in how many solutions each candidate is', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(16)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#tally');
  await waitFor(answer(page), '288 solutions');
  const marks = await page.$$eval('#grid .marks span', (all) => all.map((s) => s.textContent));
  assert.equal(marks.length, 64);
  assert.deepEqual(new Set(marks), new Set(['72']));

  // Two solutions, which differ in six cells: the digits of the others are shown.
  const two = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5.........';
  await page.goto(`${ADDRESS}#sudoku=${two}`);
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#tally');
  await waitFor(answer(page), '2 solutions');
  assert.equal(await page.locator('#grid .always').count(), 49);
  const titles = await page.$$eval('#grid .marks span[title]', (all) => all.map((s) => s.title));
  assert.equal(titles.length, 12);
  assert.equal(titles[0], '1 in 1 of 2');
  await shoot(page, 'sudoku_tally');
});

test('candidates and hints', async (t) => {
  const page = await open(t, { hash: '#sudoku=1..4..1..2..3..2' });
  await waitFor(verdict(page), 'One solution');
  await page.selectOption('#marks', 'candidates');
  assert.ok((await page.locator('#grid .marks').count()) === 10);
  await page.click('#hint');
  await waitFor(answer(page), 'Hint');
  assert.match(await page.locator('#answer').textContent(), /r\dc\d is \d: /);
  assert.equal(await page.locator('#grid .hinted').count(), 1);

  await page.goto(`${ADDRESS}#sudoku=${HARD}`);
  await waitFor(verdict(page), 'One solution');
  await page.click('#hint');
  await waitFor(answer(page), 'not this digit');
  assert.match(await page.locator('#answer').textContent(), /r\dc\d is not \d: /);
  assert.equal(await page.locator('#grid .struck').count(), 1);
  await shoot(page, 'sudoku_hint');
});

test('watching a method', async (t) => {
  const page = await open(t, { hash: '#sudoku=1..4..1..2..3..2' });
  await waitFor(verdict(page), 'One solution');
  await page.locator('summary', { hasText: 'Watch' }).click();
  await page.selectOption('#method', 'moler');
  await page.click('#watch');
  await page.frameLocator('#replay').locator('text=/Step \\d+ of 1\\d/').first().waitFor();
  await shoot(page, 'sudoku_watch');
  await page.keyboard.press('Escape');
});

test('making puzzles, of all kinds and sizes', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await page.locator('summary', { hasText: 'Make' }).click();
  await page.locator('summary', { hasText: 'Size' }).click();
  await page.click('#generate');
  await page.waitForFunction((hard) => !location.hash.includes(hard), HARD.slice(0, 20));
  await waitFor(verdict(page), 'One solution');
  const clues = await digits(page);
  assert.equal(Array.from(clues).reverse().join('').replace(/[^.]/g, '#'), clues.replace(/[^.]/g, '#'));

  await page.check('#diagonals');
  await page.locator('#grid .shaded').first().waitFor();
  await page.check('#windows');
  await page.locator('#kind', { hasText: 'extra regions' }).waitFor();
  await page.click('#clear');
  await page.click('#generate');
  await waitFor(verdict(page), 'One solution');
  await shoot(page, 'sudoku_x_windows');

  await page.uncheck('#diagonals');
  await page.check('#jigsaw');
  await page.click('#example-regions');
  await page.locator('#kind', { hasText: 'irregular' }).waitFor();
  await page.click('#generate');
  await waitFor(verdict(page), 'One solution');
  await shoot(page, 'sudoku_jigsaw');
  await page.uncheck('#jigsaw');

  for (const size of [4, 6, 12, 16, 25]) {
    await page.selectOption('#size', String(size));
    await page.waitForFunction(
      (cells) => document.querySelectorAll('#grid [role=gridcell]').length === cells,
      size ** 2,
    );
    await waitFor(verdict(page), 'More than one solution');
  }
  await page.click('#generate'); // 25 rows.
  await waitFor(verdict(page), 'One solution');
  await shoot(page, 'sudoku_25');
  await page.selectOption('#size', '6');
  await page.selectOption('#box', '3x2');
  await page.waitForFunction(() => location.hash.includes('box=3x2'));
});

test('the address has everything', async (t) => {
  const hash = `#sudoku=${'.'.repeat(16)}&mine=1${'.'.repeat(15)}&regions=1122113243324443&x=1`;
  const page = await open(t, { hash });
  await page.locator('#kind', { hasText: 'irregular regions' }).waitFor();
  assert.equal(await page.locator('#grid .mine').count(), 1);
  assert.ok(await page.locator('#diagonals').isChecked());
  assert.match(page.url(), /regions=1122113243324443/);

  // A size that is not on the list is shown as long as it is there.
  const seven = [1, 2, 3, 4, 5, 6, 7].map((row) => String(row).repeat(7)).join('');
  await page.goto('about:blank');
  await page.goto(`${ADDRESS}#sudoku=${'.'.repeat(49)}&regions=${seven}`);
  await page.locator('#kind', { hasText: '7x7' }).waitFor();
  assert.equal(await page.inputValue('#size'), '7');
  await page.locator('summary', { hasText: 'Size' }).click();
  await page.selectOption('#size', '18');
  await page.locator('#kind', { hasText: '18x18' }).waitFor();
  assert.equal(await page.inputValue('#size'), '18');
  assert.equal(await page.locator('#size .pasted').count(), 0);
});

test('on paper there is the grid, and nothing to click', async (t) => {
  const page = await open(t, { colorScheme: 'dark' });
  await waitFor(verdict(page), 'One solution');
  await page.emulateMedia({ media: 'print' });
  for (const what of ['#print', '#pad', '#text', 'nav']) {
    assert.equal(await page.locator(what).isVisible(), false, what);
  }
  assert.ok(await page.locator('#grid').isVisible());
  const ground = () => getComputedStyle(document.body).backgroundColor;
  assert.equal(await page.evaluate(ground), 'rgb(255, 255, 255)');
});

test('print and pictures', async (t) => {
  const page = await open(t, {
    init: () => {
      window.print = () => {
        window.parent.hasPrinted = document.documentElement.innerHTML;
      };
    },
  });
  await waitFor(verdict(page), 'One solution');
  await page.click('#print');
  await page.waitForFunction(() => (window.hasPrinted ?? '').includes('<svg'));
  const [picture] = await Promise.all([page.waitForEvent('download'), page.click('#picture')]);
  assert.equal(picture.suggestedFilename(), 'sudoku.svg');
});

test('any exact cover problem', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await page.click('#tab-cover');
  await page.locator('#cover-picture svg').waitFor();
  await waitFor(covers(page), '100 covers');
  await shoot(page, 'cover_desk_light');
  await page.fill('#parameters input >> nth=0', '3x20');
  await page.click('#make');
  await page.locator('#facts', { hasText: '1,236 options' }).waitFor();
  await page.click('#count-covers');
  await waitFor(covers(page), '8 covers');
  await page.click('#sample');
  await waitFor(covers(page), 'One at random');
  await page.click('#estimate');
  await waitFor(covers(page), 'About');

  await page.selectOption('#family', 'queens');
  await page.fill('#parameters input:not([type=checkbox])', '6');
  await page.click('#make');
  await page.locator('#facts', { hasText: '36 options' }).waitFor();
  await page.click('#find');
  await waitFor(covers(page), '4 covers');
  assert.equal(await page.locator('#cover-picture circle').count(), 6);
  await page.locator('summary', { hasText: 'The matrix' }).click();
  await page.locator('#matrix svg').waitFor();
  await shoot(page, 'cover_queens');
  assert.match(page.url(), /cover=queens\+6/);

  await page.fill('#problem', 'a b c d\na b\nb c\na c\nd\n');
  await page.locator('#facts', { hasText: '4 options' }).waitFor();
  await page.click('#count-covers');
  await page.locator('#cover-answer', { hasText: 'a, b, c' }).waitFor();
  await page.fill('#problem', 'a b\na |3\nb |4\na b |9\n');
  await page.locator('#best').waitFor();
  await page.click('#best');
  await waitFor(covers(page), 'Cost 7');
  assert.equal(await page.locator('#cover-text').textContent(), 'a\nb');
  await page.fill('#problem', 'a\nb\n');
  await page.locator('#cover-answer', { hasText: 'unknown item' }).waitFor();
});

test('covers are drawn as they are found, and can be saved', async (t) => {
  const page = await open(t, { hash: '#cover=dominoes+12x12' });
  await waitFor(covers(page), 'covers');
  await page.fill('#limit', '100000');
  await page.click('#find');
  await waitFor(covers(page), 'so far');
  await page.locator('#cover-picture svg rect').first().waitFor();
  await page.click('#stop-cover');
  await page.locator('#cover-answer', { hasText: 'stopped' }).waitFor();
  for (const [button, name] of [
    ['#save-covers', 'covers.txt'],
    ['#save-picture', 'cover.svg'],
    ['#save-problem', 'problem.dlx'],
  ]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    assert.equal(file.suggestedFilename(), name);
  }
  await page.click('#count-covers');
  await waitFor(covers(page), '53,060,477,521,960,000 covers');
});

test('every family has a form, and its example can be made', async (t) => {
  const page = await open(t, { hash: '#cover=soma' });
  await page.locator('#cover-picture svg').waitFor();
  await shoot(page, 'cover_soma');
  const families = await page.$$eval('#family option', (all) => all.map((o) => o.value));
  assert.ok(families.length > 12);
  for (const family of families) {
    await page.selectOption('#family', family);
    if (await page.locator('#parameters textarea').count()) continue; // Wants a file.
    await page.click('#make');
    await page.waitForFunction((name) => location.hash.includes(`cover=${name}`), family);
    await page.locator('#facts', { hasText: 'options' }).waitFor();
  }
});

test('a phone, by touch', async (t) => {
  const page = await open(t, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    hash: `#sudoku=${'.'.repeat(81)}`,
  });
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('#grid [role=gridcell]').nth(40).tap();
  await page.locator('#pad button', { hasText: '5' }).tap();
  await page.waitForFunction(() => location.hash.includes('5'));
  assert.equal((await digits(page))[40], '5');
  // (The width of the window would grow with what is too wide.)
  const overflow = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  assert.equal(await page.evaluate(overflow), 0);
  await page.goto(`${ADDRESS}#sudoku=${HARD}`);
  await waitFor(verdict(page), 'One solution');
  await shoot(page, 'sudoku_phone_light');
  await page.locator('#tab-cover').tap();
  await waitFor(covers(page), '100 covers');
  assert.equal(await page.evaluate(overflow), 0);
  await shoot(page, 'cover_phone_light');

  // The narrowest phones, with all that can be opened.
  await page.setViewportSize({ width: 320, height: 568 });
  assert.equal(await page.evaluate(overflow), 0);
  await page.locator('#tab-sudoku').tap();
  for (const summary of await page.locator('#sudoku summary').all()) await summary.tap();
  await page.locator('#method').waitFor();
  assert.equal(await page.evaluate(overflow), 0);
  await shoot(page, 'sudoku_narrow');
});

test('in the dark', async (t) => {
  const page = await open(t, { colorScheme: 'dark' });
  await waitFor(verdict(page), 'One solution');
  await page.selectOption('#marks', 'candidates');
  await shoot(page, 'sudoku_desk_dark');
  await page.click('#tab-cover');
  await waitFor(covers(page), '100 covers');
  await shoot(page, 'cover_desk_dark');
});

test('for those who hear the page, or have a keyboard only', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  for (const tab of ['#tab-sudoku', '#tab-cover']) {
    await page.click(tab);
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach((element) => (element.open = true)),
    );
    const nameless = await page.$$eval(
      'button, input, select, textarea, [role=gridcell], iframe, [role=img]',
      (all) =>
        all
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const labels = [...(element.labels ?? [])].map((label) => label.textContent).join('');
            const name = element.getAttribute('aria-label') ?? element.title ?? '';
            return `${labels}${name}${element.textContent}`.trim() === '';
          })
          .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
  }
  assert.equal(await page.locator('[aria-live=polite]').count(), 3);
  await page.locator('#tab-cover').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('#tab-sudoku').getAttribute('aria-selected'), 'true');
  // One stop of Tab for the whole grid.
  assert.equal(await page.locator('#grid [tabindex="0"]').count(), 1);
});
