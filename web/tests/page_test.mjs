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

const LOCKED = '..84...3....3.....9....157479...8........7..514.....2...9.6...2.5....4......9..56';
// Both are .~R1C1_8~R2C3_3~R2C4_6 with a cage, a thermometer, a dot, and anti-knight.
const FPUZZLES = 'https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVAcyogBMEBtN0AN0' +
  'K2NwAcDCFxgA7BGir8AvsmByF8xSuVqFAXWSdV3XvwQBmYaInwps+SB59cANhPjJ0mLrfKtO9e6W+Vnv28gwM1tE' +
  'J8IgIjgtyiY+L848IT/MOjkxK0QQjEMAGsxCHoyNGd+VGYIADMqmCpxAGNcThAmrCwwdhAAJQBGAGEBAh6BxBAsm' +
  'wM8XpAZLLyIdrqGwnpm0DaOrr7+mdQdgCZh7oPd8dRJ3BBegHZZrPI6gFsKJ5g0OvZQLAgxGE74Bweoh+gAWY4Cf' +
  'qGY43fpHDQaOYyIA';
const SUDOKUPAD = 'https://sudokupad.app/fpuzN4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVAcyogBMEBtN0AN0K2' +
  'NwAcDCFxgA7BGir8AvsmByF8xSuVqFAXWSdV3XvwQBmYaInwps%2BSB59cANhPjJ0mLrfKtO9e6W%2BVnv28gwM1' +
  'tEJ8IgIjgtyiY%2BL848IT%2FMOjkxK0QQjEMAGsxCHoyNGd%2BVGYIADMqmCpxAGNcThAmrCwwdhAAJQBGAGEBA' +
  'h6BxBAsmwM8XpAZLLyIdrqGwnpm0DaOrr7%2BmdQdgCZh7oPd8dRJ3BBegHZZrPI6gFsKJ5g0OvZQLAgxGE74Bwe' +
  'oh%2BgAWY4CfqGY43fpHDQaOYyIA';

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
  page.setDefaultTimeout(Number(process.env.WAIT ?? 120000)); // The machine may be busy with other things.
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
  await locator.filter({ hasText: new RegExp(text) }).waitFor({ timeout: Number(process.env.WAIT ?? 180000) });
}

const digits = (page, id = 'grid') =>
  page.$$eval(`#${id} [role=gridcell]`, (cells) =>
    cells.map((cell) => (cell.querySelector('.marks') ? '.' : cell.textContent || '.')).join(''),
  );

// Pastes outside of any field.
const paste = (page, text) =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

const cellAt = (page, k, id = 'grid') => page.locator(`#${id} [role=gridcell]`).nth(k);

// The middle of a cell, or of one that would be so many cells away.
async function placeOf(page, cell, [right, down] = [0, 0]) {
  const { x, y, width, height } = await cellAt(page, cell).boundingBox();
  return { x: x + (right + 0.5) * width, y: y + (down + 0.5) * height };
}

// With the mouse from one cell to the next; it may begin beside the first one.
async function drag(page, cells, beside = [0, 0]) {
  await cellAt(page, cells[0]).scrollIntoViewIfNeeded();
  for (const [k, cell] of cells.entries()) {
    const { x, y } = await placeOf(page, cell, k === 0 ? beside : [0, 0]);
    await page.mouse.move(x, y, { steps: 4 });
    if (k === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

// With a finger. (Playwright can only tap.)
async function dragByFinger(page, cells) {
  await cellAt(page, cells[0]).scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (const [k, cell] of cells.entries()) {
    await touch(k === 0 ? 'touchStart' : 'touchMove', [await placeOf(page, cell)]);
  }
  // A finger that comes to rest does not fling, and the next tap is more than the end of that.
  await page.waitForTimeout(300);
  await touch('touchMove', [await placeOf(page, cells.at(-1))]);
  await touch('touchEnd', []);
}

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
  await page.click('#check');
  await waitFor(answer(page), 'All right');
  await page.keyboard.press('ArrowRight');
  await page.locator('#grid [role=gridcell]').nth(2).click();
  await page.keyboard.type('3'); // Wrong, and told at once: it stands in the row already.
  await page.locator('#verdict', { hasText: 'One solution' }).waitFor();
  await page.locator('#verdict', { hasText: /But two 3s in row 1/ }).waitFor();
  await page.keyboard.press('Backspace');
  await page.locator('#grid [role=gridcell]').nth(4).click();
  await page.keyboard.type('4'); // Wrong, which is told when asked for.
  await waitFor(verdict(page), 'One solution');
  await page.click('#check');
  await waitFor(answer(page), 'Something is wrong');
  assert.match(await page.locator('#answer').textContent(), /R2c1 is not 4/);
  assert.equal(await page.locator('#grid .wrong').count(), 1);
  await page.click('#hint');
  await page.locator('#answer', { hasText: 'R2c1 is not 4' }).waitFor();
  await page.click('#clear-mine');
  assert.equal(await page.locator('#grid .mine').count(), 0);
});

test('undo and redo, by buttons and keys', async (t) => {
  const page = await open(t, { hash: '#sudoku=1..4..1..2..3..2' });
  await waitFor(verdict(page), 'One solution');
  assert.ok(await page.locator('#undo').isDisabled());
  await page.check('[name=layer][value=mine]');
  await cellAt(page, 1).click();
  // At once, although the engines have not said a word.
  await page.evaluate(() => {
    for (const key of ['3', 'ArrowRight', '2']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      document.activeElement.dispatchEvent(event);
    }
    const cells = [...document.querySelectorAll('#grid [role=gridcell]')];
    window.atOnce = cells.slice(0, 4).map((cell) => cell.textContent).join('');
  });
  assert.equal(await page.evaluate(() => window.atOnce), '1324');
  assert.equal(await digits(page), '1324..1..2..3..2');
  await page.click('#undo');
  await page.click('#undo');
  assert.equal(await digits(page), '1..4..1..2..3..2');
  assert.ok(await page.locator('#undo').isDisabled());
  await page.click('#redo');
  await page.waitForFunction(() => location.hash.includes('mine=.3'));
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => location.hash.includes('mine=.32'));
  assert.ok(await page.locator('#redo').isDisabled());
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.doesNotMatch(page.url(), /mine/);
  await cellAt(page, 2).click();
  await page.keyboard.type('2');
  assert.ok(await page.locator('#redo').isDisabled());
});

test('paste, drop, and files of many', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await paste(page, '+---+---+\n|1.|.4|\n|..|1.|\n|.2|..|\n|3.|.2|\n');
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
  await page.locator('#read-note', { hasText: 'Line 1' }).waitFor();
  await waitFor(answer(page), 'No puzzle was found');

  await paste(page, `Hello, a hard one:\n\n${HARD}\n\nHave fun with it!\n`);
  await waitFor(answer(page), 'A puzzle was found');
  assert.match(await page.locator('#answer').textContent(), /1 other line is no puzzle \(line 1: /);
  await paste(page, 'There is nothing in these words.');
  await waitFor(answer(page), 'No puzzle was found');
  assert.match(await page.locator('#answer').textContent(), /Line 1: this line is neither/);
  assert.equal(await digits(page), HARD);
});

test('counting goes up, and stops when told so', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(81)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#count');
  await waitFor(answer(page), 'so far');
  await page.locator('#answer', { hasText: /Counting ….* [\d,]+ steps of search/ }).waitFor();
  const number = async () => Number((await answer(page).textContent()).replace(/\D/g, ''));
  const first = await number();
  await page.waitForFunction(
    (before) => Number(document.querySelector('#answer strong').textContent.replace(/\D/g, '')) > before,
    first,
  );
  await shoot(page, 'sudoku_counting');
  // What is drawn and is no rule leaves the puzzle as it is.
  await page.locator('summary', { hasText: 'More rules' }).click();
  await page.click('#draw-rule');
  await drag(page, [0]);
  await page.locator('#draw-note', { hasText: 'at least 2 cells' }).waitFor();
  await page.click('#draw-rule');
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

test('hints come bit by bit, can be applied, and do not come again', async (t) => {
  const page = await open(t, { hash: `#sudoku=${LOCKED}` });
  await waitFor(verdict(page), 'One solution');
  await page.click('#hint');
  await waitFor(answer(page), 'Hint: Locked Candidates');
  const text = () => page.locator('#answer').textContent();
  assert.match(await text(), /medium, rated 2\.6/);
  assert.doesNotMatch(await text(), /column/);
  assert.equal(await page.locator('#grid .struck').count(), 0);
  await page.click('#more');
  assert.match(await text(), /Look at 5 of box 4 in column 3/);
  assert.equal(await page.locator('#grid .base').count(), 2);
  await page.click('#more');
  assert.match(await text(), /not 5 in r2c3/);
  assert.equal(await page.locator('#grid .struck').count(), 1);
  assert.equal(await page.locator('#more').isVisible(), false);
  await shoot(page, 'sudoku_hint');
  await page.click('#apply');
  await waitFor(answer(page), 'Applied');
  await page.waitForFunction(() => location.hash.includes('out=11.5'));
  assert.equal(await page.inputValue('#marks'), 'candidates');
  await page.click('#hint');
  await waitFor(answer(page), 'Hint');
  await page.click('#more');
  assert.doesNotMatch(await text(), /5 of box 4 in column 3/);

  // To the end, with the hints alone.
  await page.goto('about:blank');
  await page.goto(`${ADDRESS}#sudoku=1..4..1..2..3..2`);
  await waitFor(verdict(page), 'One solution');
  for (let k = 0; k < 10; ++k) {
    await page.click('#hint');
    await page.click('#apply');
    await waitFor(answer(page), 'Applied');
  }
  await waitFor(verdict(page), 'Solved');
  await page.click('#hint');
  await page.locator('#answer', { hasText: 'full, and right' }).waitFor();
});

test('small digits are crossed out, kept and checked', async (t) => {
  const page = await open(t, { hash: '#sudoku=1..4..1..2..3..2' });
  await waitFor(verdict(page), 'One solution');
  await page.check('[name=layer][value=small]');
  await cellAt(page, 1).click();
  await page.keyboard.type('3'); // Which it is.
  await page.waitForFunction(() => location.hash.includes('out=1.3'));
  assert.equal(await page.locator('#grid .marks').count(), 10);
  await page.click('#check');
  await waitFor(answer(page), 'Something is wrong');
  assert.match(await page.locator('#answer').textContent(), /A small digit that r1c2 needs is crossed out/);
  await cellAt(page, 1).click();
  await page.keyboard.type('3');
  await page.waitForFunction(() => !location.hash.includes('out='));
  await page.click('#check');
  await waitFor(answer(page), 'Nothing to check');
});

test('all steps, and the rating', async (t) => {
  const page = await open(t, { hash: `#sudoku=${LOCKED}` });
  await waitFor(verdict(page), 'One solution');
  await page.locator('summary', { hasText: 'Steps and rating' }).click();
  await page.click('#all-steps');
  await waitFor(answer(page), '^\\d+ steps$');
  const count = await page.locator('#step-list li').count();
  assert.ok(count > 54);
  assert.match(await page.locator('#step-text').textContent(), /^Locked Candidates/);
  await page.click('#next-step');
  await page.locator('#step-number', { hasText: `2 of ${count}` }).waitFor();
  await page.locator('#step-list button').last().click();
  assert.ok(await page.locator('#next-step').isDisabled());
  assert.equal(await page.locator('#step-grid .marks').count(), 1);
  assert.equal(await page.locator('#step-grid .hinted').count(), 1);
  await shoot(page, 'sudoku_steps');
  await page.click('#rate');
  await waitFor(answer(page), 'Unfair');
  assert.match(await page.locator('#answer').textContent(), /8\.4; up to the first digit 2\.6/);
});

test('small digits that are in a solution, while one types', async (t) => {
  const page = await open(t, { hash: '#sudoku=1....2....3....4' });
  await waitFor(verdict(page), 'More than one solution');
  await page.selectOption('#marks', 'possible');
  const seen = () => page.$$eval('#grid .marks span', (all) => all.filter((s) => s.textContent).length);
  await page.waitForFunction(
    () => document.querySelector('#grid .marks') && !document.querySelector('#grid .pale'),
  );
  assert.equal(await seen(), 24); // 12 cells, two solutions that differ in each.
  await cellAt(page, 1).click();
  await page.keyboard.type('3');
  await waitFor(verdict(page), 'One solution');
  await page.waitForFunction(
    () => [...document.querySelectorAll('#grid .marks span')].filter((s) => s.textContent).length === 11,
  );
});

const RULES = '.Cage~17~R1C1~R1C2~R2C1.Thermo~R9C4~R8C3~R7C2.WhiteDot~1~R1C8~R1C9.AntiKnight';

test('rules are read from texts and addresses, drawn and proved', async (t) => {
  const page = await open(t);
  await waitFor(verdict(page), 'One solution');
  await paste(page, `.Shape~4x4.~R1C1_3.Cage~7~R1C1~R1C2.Thermo~R2C1~R2C2~R2C3~R2C4\n`);
  await page.locator('#kind', { hasText: '4x4' }).waitFor();
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('#grid .layer.below path').first().waitFor({ state: 'attached' });
  await page.click('#count');
  await waitFor(answer(page), '6 solutions');
  await page.locator('summary', { hasText: 'More rules' }).click();
  assert.equal(await page.locator('#rule-list li').count(), 2);

  // A cage that cannot be, beside the others.
  await page.fill('#rules-text', 'Cage~7~R1C1~R1C2\nCage~3~R1C1~R1C2');
  await page.click('#take-rules');
  await waitFor(verdict(page), 'No solution');
  await page.locator('#verdict', { hasText: 'This rule cannot hold with r1c1=3: Cage~3' }).waitFor();
  await page.locator('#rule-list button').last().click();
  await waitFor(verdict(page), 'More than one solution');
  await page.fill('#rules-text', 'Cage~7~R1C1~R9C2');
  await page.click('#take-rules');
  await page.locator('#verdict', { hasText: /This cannot be.*R9C2/ }).waitFor();
  await page.click('#undo');
  await waitFor(verdict(page), 'More than one solution');

  // What pages for setters have in their addresses.
  for (const address of [FPUZZLES, SUDOKUPAD]) {
    await page.click('#clear');
    await paste(page, address);
    await page.waitForFunction(() => location.hash.includes('AntiKnight'));
    await cellAt(page, 0).filter({ hasText: '8' }).waitFor();
    await waitFor(verdict(page), 'More than one solution');
    assert.equal((await digits(page)).slice(0, 12), '8..........3');
    assert.equal(await page.locator('#rule-list li').count(), 4);
  }
  await shoot(page, 'sudoku_rules');

  // A rule that is not known is named.
  await paste(page, '.~R1C1_5.Frobnicate~R1C1~R1C2.Thermo~R9C4~R8C3\n');
  await page.locator('#verdict', { hasText: 'Frobnicate' }).waitFor();
});

test('rules are drawn with the mouse and with keys', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(16)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('summary', { hasText: 'More rules' }).click();
  await page.click('#draw-rule');
  await drag(page, [4, 5, 6, 7]);
  await page.waitForFunction(() => location.hash.includes('Thermo%7ER2C1%7ER2C2%7ER2C3%7ER2C4'));
  assert.equal(await digits(page), '.'.repeat(16));
  await page.selectOption('#rule-kind', 'Cage');
  await page.fill('#rule-number', '7');
  await cellAt(page, 0).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#grid .drawing').count(), 2);
  await page.click('#add-rule');
  await page.locator('#rule-list', { hasText: 'Cage~7~R1C1~R1C2' }).waitFor();
  await page.click('#draw-rule');
  await waitFor(verdict(page), 'More than one solution');
  await page.click('#count');
  await waitFor(answer(page), '12 solutions');

  // Clues for these rules, and the steps through them.
  await page.locator('summary', { hasText: 'Make' }).click();
  await page.click('#generate');
  await waitFor(verdict(page), 'One solution');
  await page.click('#hint');
  await waitFor(answer(page), 'Hint');
  await page.reload();
  await waitFor(verdict(page), 'One solution');
  assert.equal(await page.locator('#rule-list li').count(), 2);
});

const ruleList = (page) => page.$$eval('#rule-list code', (all) => all.map((c) => c.textContent));

test('rules of every form: drawn, then their number is typed', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(16)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('summary', { hasText: 'More rules' }).click();
  await page.click('#draw-rule');
  const choose = (kind) => page.selectOption('#rule-kind', kind);
  const hasRules = (...expected) =>
    page.waitForFunction(
      (text) => [...document.querySelectorAll('#rule-list code')].map((c) => c.textContent).join(' ') === text,
      expected.join(' '),
    );

  // A number is typed on the grid, and may be another one later.
  await choose('Cage');
  await drag(page, [0, 1]);
  await hasRules('Cage~R1C1~R1C2');
  await page.keyboard.type('7');
  await hasRules('Cage~7~R1C1~R1C2');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  await hasRules('Cage~5~R1C1~R1C2');
  assert.equal(await digits(page), '.'.repeat(16));
  await page.click('#undo');
  await hasRules();
  await page.click('#redo');
  await hasRules('Cage~5~R1C1~R1C2');

  // Outside of the grid, from where the number stands.
  await choose('Skyscraper');
  await drag(page, [4, 5], [-1, 0]);
  await page.locator('#draw-note', { hasText: 'Now type its number' }).waitFor();
  await shoot(page, 'sudoku_rule_outside');
  await page.keyboard.type('3');
  await hasRules('Cage~5~R1C1~R1C2', 'Skyscraper~R2~3~');
  await choose('LittleKiller');
  await drag(page, [11, 6], [1, 1]);
  await page.fill('#rule-number', '8');
  await hasRules('Cage~5~R1C1~R1C2', 'Skyscraper~R2~3~', 'LittleKiller~8~R3C4');
  await page.locator('#rule-list button').nth(1).click();
  await hasRules('Cage~5~R1C1~R1C2', 'LittleKiller~8~R3C4');

  // Two strokes; the whole grid; what cannot be.
  await choose('EqualSum');
  await drag(page, [12, 13]);
  await page.locator('#draw-note', { hasText: 'And now the other cells' }).waitFor();
  await drag(page, [15]);
  await page.locator('#rule-list', { hasText: 'EqualSum~R4C1~R4C2~-~R4C4' }).waitFor();
  await choose('AntiKing');
  await page.click('#add-rule');
  await page.locator('#rule-list', { hasText: 'AntiKing' }).waitFor();
  await choose('Thermo');
  await drag(page, [5]);
  await page.locator('#draw-note', { hasText: 'Thermo has 1 of at least 2 cells' }).waitFor();
  assert.equal((await ruleList(page)).length, 4);
  await page.click('#draw-rule');
  assert.equal(await page.locator('#grid .drawing').count(), 0);
  assert.equal(await page.locator('#rule-panel #rule-bar').count(), 1);
});

test('a setter with a phone', async (t) => {
  const page = await open(t, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    hash: `#sudoku=${'.'.repeat(36)}`,
  });
  await waitFor(verdict(page), 'More than one solution');
  await page.selectOption('#marks', 'possible');
  await page.locator('summary', { hasText: 'More rules' }).tap();
  await page.selectOption('#rule-kind', 'Cage');
  await page.locator('#draw-rule').tap();
  await dragByFinger(page, [0, 1, 7]);
  await page.locator('#pad button', { hasText: '6' }).tap();
  await page.waitForFunction(() => location.hash.includes('Cage%7E6%7ER1C1%7ER1C2%7ER2C2'));
  // What is in a solution: 1, 2 and 3 in the cage.
  await page.waitForFunction(
    () => document.querySelector('#grid .cell .marks')?.textContent === '123',
  );
  await shoot(page, 'sudoku_setter_phone');
  // The pad has a 0 for the numbers of rules only.
  await dragByFinger(page, [12, 18]);
  await page.locator('#draw-note', { hasText: 'R3C1~R4C1 is there' }).waitFor();
  await page.locator('#pad button', { hasText: '1' }).tap();
  await page.locator('#pad .zero').tap();
  await page.waitForFunction(() => location.hash.includes('Cage%7E10%7ER3C1%7ER4C1'));
  // The number is within reach of the grid.
  const below = async (id) => (await page.locator(id).boundingBox()).y;
  assert.ok((await below('#rule-number')) - (await below('#grid')) < 844 - 60);
  await page.locator('#draw-rule').tap();
  assert.equal(await page.locator('#pad .zero').isVisible(), false);
});

test('regions are drawn with the mouse', async (t) => {
  const page = await open(t, { hash: `#sudoku=${'.'.repeat(16)}` });
  await waitFor(verdict(page), 'More than one solution');
  await page.locator('summary', { hasText: 'Size' }).click();
  await page.check('#jigsaw');
  await page.click('#draw-regions');
  // A row for the first region, which leaves two of the others short.
  await drag(page, [0, 1, 2, 3]);
  await page.locator('#draw-note', { hasText: 'region 1 has 6 cells' }).waitFor();
  await page.locator('#region-choice button').nth(1).click();
  await drag(page, [4, 5]);
  await page.waitForFunction(() => location.hash.includes('regions=1111'));
  assert.match(page.url(), /regions=1111222233443344/);
  await page.locator('#kind', { hasText: 'irregular' }).waitFor();
  // One goes on.
  assert.equal(await page.locator('#draw-regions').getAttribute('aria-pressed'), 'true');
  await drag(page, [8]);
  await page.locator('#draw-note', { hasText: 'region 2 has 5 cells' }).waitFor();
  await shoot(page, 'sudoku_drawn_regions');
  await page.click('#draw-regions');
  await page.click('#count');
  await waitFor(answer(page), 'solutions');
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

  // What cannot be crossed out is not.
  await page.goto('about:blank');
  await page.goto(`${ADDRESS}#sudoku=1..4..1..2..3..2&out=1.9-2.x-99.1-5.13-7`);
  await waitFor(verdict(page), 'One solution');
  assert.match(page.url(), /out=5\.13$/);

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
  await page.click('#count-covers');
  await page.locator('#symmetry-answer', { hasText: 'Up to symmetry: 1. (The problem has 8' }).waitFor();
  await page.locator('summary', { hasText: 'The matrix' }).click();
  await page.locator('#matrix svg').waitFor();
  await shoot(page, 'cover_queens');
  assert.match(page.url(), /cover=queens\+6/);

  // The address of what was typed, not of what was made before.
  await page.fill('#problem', 'p q r\np q\nr\np\nq r\n');
  await page.locator('#facts', { hasText: '4 options' }).waitFor();
  await page.click('#share-problem');
  await page.waitForFunction(() => location.hash.startsWith('#problem='));
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await waitFor(covers(page), '2 covers');
  assert.match(await page.inputValue('#problem'), /^p q r\n/);
  await page.click('#tab-sudoku');
  await page.click('#tab-cover');
  await page.waitForFunction(() => location.hash.startsWith('#problem='));
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
  // The answer is above the text of the problem, and is seen when it is asked for.
  const top = async (id) => (await page.locator(id).boundingBox()).y;
  assert.ok((await top('#cover-answer')) < (await top('#problem')));
  await page.locator('#find').tap();
  await waitFor(covers(page), '100 covers');
  assert.ok((await top('#cover-answer')) < 844 - 40);

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
  assert.equal(await page.locator('[aria-live=polite]').count(), 4);
  await page.locator('#tab-cover').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('#tab-sudoku').getAttribute('aria-selected'), 'true');
  // One stop of Tab for the whole grid.
  assert.equal(await page.locator('#grid [tabindex="0"]').count(), 1);
});
