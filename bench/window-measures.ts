import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Browser, Locator, Page } from 'playwright';
import type { Host } from '../electron/host/serving/host.ts';
import type { WebDoor } from '../electron/web/door.ts';
import type { CallArgs, CallName, CallValue } from '../shared/contract/index.ts';
import { benchSpider } from './own.ts';
import { startSite } from './site-process.ts';

declare global {
  interface Window {
    /** What is being measured in the page: resolves with milliseconds. */
    figure: Promise<number>;
    /** Of what is being watched; ends the watch. */
    longestTask: () => number;
  }
}

/** What a measure has to work with. */
export interface Bench {
  browser: Browser;
  door: WebDoor;
  host: Host;
  rounds: number;
}

interface Measure {
  what: string;
  targetMs: number;
  measure: (bench: Bench) => Promise<Measured>;
}

interface Measured {
  /** One figure for each round, in milliseconds. */
  all: number[];
  /** What helps to understand them, likewise. */
  beside?: Readonly<Record<string, number>>;
}

/** Typing rests for so long before the editor checks (`renderer/spider-document/checking.ts`). */
const typingRestMs = 120;
/** How long the table is scrolled in each round while a crawl runs. */
const scrollMs = 5000;
const pagesOfSite = 20_000;

export const measures: Readonly<Record<string, Measure>> = {
  usable: {
    what: 'the window is usable after its host has answered',
    targetMs: 2000,
    measure: usable,
  },
  problems: {
    what: 'a key, once typing rests, to the problems shown',
    targetMs: 50,
    measure: problems,
  },
  rows: {
    what: 'the results of a spider with many items are opened, to their first rows',
    targetMs: 100,
    measure: rows,
  },
  outline: {
    what: 'another selector, to its matches outlined on a page of 1 MB',
    targetMs: 50,
    measure: outline,
  },
  tasks: {
    what: 'the longest task of the window while a crawl runs at full speed and the table is scrolled',
    targetMs: 50,
    measure: tasks,
  },
};

async function call<N extends CallName>({ host }: Bench, name: N, args: CallArgs<N>): Promise<CallValue<N>> {
  const context = {
    client: 'web',
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  } as const;
  const answer = await host.dispatch(name, args, context);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dispatcher answers each call with its own value
  return answer.value as CallValue<N>;
}

async function open({ browser, door }: Bench): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
  return page;
}

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

async function usable(bench: Bench): Promise<Measured> {
  const figures: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const context = await bench.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const ticket = bench.door.newTicket();
    const begun = performance.now();
    await page.goto(ticket);
    await page.waitForSelector('[data-app-state="loaded"]');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('[role="dialog"] input:focus');
    figures.push(performance.now() - begun);
    await context.close();
  }
  return { all: figures };
}

async function problems(bench: Bench): Promise<Measured> {
  const text = readFileSync(new URL('../resources/samples/sample-shop.json', import.meta.url), 'utf8');
  await call(bench, 'spiders.save', { project: 'default', spider: null, text, base: null });
  const page = await open(bench);
  await go(page, '#/spider/default/sample-shop/author');
  await page.waitForSelector('.author-counter[data-errors="0"]');
  await page.locator('.author-text .monaco-editor').first().click();
  await page.keyboard.press('Control+Home');
  const figures: number[] = [];
  // The first check starts the worker.
  for (let round = -2; round < bench.rounds; round += 1) {
    await page.evaluate(() => {
      const counter = () => document.querySelector('.author-counter')?.getAttribute('data-errors');
      const before = counter();
      let pressed = 0;
      addEventListener('keydown', () => (pressed = performance.now()), { capture: true, once: true });
      window.figure = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (counter() === before) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - pressed));
        });
        observer.observe(document.body, { subtree: true, attributes: true, childList: true });
      });
    });
    // A letter before the brace, and away again.
    await page.keyboard.press(round % 2 === 0 ? 'x' : 'Backspace');
    const figure = (await page.evaluate(() => window.figure)) - typingRestMs;
    if (round >= 0) figures.push(figure);
  }
  await page.context().close();
  return { all: figures };
}

async function rows(bench: Bench): Promise<Measured> {
  const page = await open(bench);
  const figures: number[] = [];
  const text = JSON.stringify({
    name: 'empty',
    allowed_domains: ['a.test'],
    start_urls: ['https://a.test/'],
  });
  await call(bench, 'spiders.save', { project: 'default', spider: null, text, base: null });
  for (let round = 0; round < bench.rounds; round += 1) {
    // Each time a new window, of which nothing but the code of the screen is there.
    await page.reload();
    await page.waitForSelector('[data-app-state="loaded"]');
    await go(page, '#/spider/default/empty/results');
    await page.getByText('No items yet').waitFor();
    await go(page, '#/spider/default/catalogue/runs');
    await page.waitForSelector('[role="grid"] [role="row"][data-row="0"]');
    const figure = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const begun = performance.now();
          const observer = new MutationObserver(() => {
            const row = document.querySelector(
              '[aria-label="Items of catalogue"] [data-row="10"]:not([aria-busy])',
            );
            if (row === null) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - begun));
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
          window.location.hash = '#/spider/default/catalogue/results';
        }),
    );
    figures.push(figure);
  }
  await page.context().close();
  return { all: figures };
}

/** A shop window of a megabyte. */
function largePage(): string {
  const products = Array.from(
    { length: 4000 },
    (_, n) =>
      `<article class="product p${n % 50}" data-n="${n}"><h2><a href="/p/${n}">Thing number ${n}</a></h2><p class="price">EUR ${n}.50</p><p>${'Words about it. '.repeat(8)}</p></article>`,
  );
  return `<!doctype html><title>Large</title><h1>Things</h1>${products.join('\n')}`;
}

async function outline(bench: Bench): Promise<Measured> {
  const spider = 'outline';
  const text = JSON.stringify({ name: spider, allowed_domains: ['a.test'], start_urls: ['https://a.test/'] });
  await call(bench, 'spiders.save', { project: 'default', spider: null, text, base: null });
  const body = Buffer.from(largePage());
  const { upload } = await call(bench, 'uploads.begin', { name: 'large.html', bytes: body.length });
  for (let offset = 0; offset < body.length; offset += 500_000) {
    const data = body.subarray(offset, offset + 500_000).toString('base64');
    await call(bench, 'uploads.append', { upload, offset, data });
  }
  await call(bench, 'pages.addFile', { project: 'default', spider, upload });
  const page = await open(bench);
  await go(page, `#/spider/default/${spider}/author`);
  await page.locator('[data-pane="tester"]').getByRole('tab', { name: 'Selector' }).click();
  const field = page.getByRole('textbox', { name: 'Selector', exact: true });
  await page.frameLocator('iframe').locator('h1').waitFor();
  const figures: number[] = [];
  // The first reads the page.
  for (let round = -2; round < bench.rounds; round += 1) {
    await page.evaluate(() => {
      let typed = 0;
      addEventListener('input', () => (typed = performance.now()), { capture: true, once: true });
      window.figure = new Promise((resolve) => {
        const hear = (event: MessageEvent<{ kind?: unknown; drawn?: unknown }>) => {
          if (typed === 0 || event.data?.kind !== 'outlined' || event.data.drawn === 0) return;
          removeEventListener('message', hear);
          resolve(performance.now() - typed);
        };
        addEventListener('message', hear);
      });
    });
    await field.fill(`.p${round + 5} h2 a`);
    const figure = await page.evaluate(() => window.figure);
    if (round >= 0) figures.push(figure);
  }
  await page.context().close();
  return { all: figures };
}

async function tasks(bench: Bench): Promise<Measured> {
  const site = await startSite(pagesOfSite, '1', 'large');
  try {
    // A site is on a machine of its own: this one shall not take a core from the window, as the crawl may.
    if (site.process.pid !== undefined)
      setPriority(site.process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const text = JSON.stringify(benchSpider(site.url, 16));
    await call(bench, 'spiders.save', { project: 'default', spider: null, text, base: null });
    const page = await open(bench);
    const { run: started } = await call(bench, 'runs.start', {
      project: 'default',
      spider: 'bench',
      limit: null,
      allowPrivate: true,
    });
    await go(page, '#/spider/default/catalogue/results');
    const table = page.getByRole('grid', { name: 'Items of catalogue' });
    await table.locator('[data-row="10"]').waitFor();
    const figures: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1)
      figures.push(await longestWhileScrolling(page, table));
    await bench.browser.startTracing(page, { categories: ['toplevel'] });
    await longestWhileScrolling(page, table);
    const processorMs = longestOnProcessor(await bench.browser.stopTracing());
    const { state, counters } = await call(bench, 'runs.get', { run: started.id });
    if (state !== 'running' || counters.done < 100) throw new Error(`The crawl was ${state}, not under way.`);
    await page.context().close();
    await call(bench, 'runs.stop', { run: started.id });
    return { all: figures, beside: { processorMs: Math.round(processorMs) } };
  } finally {
    site.process.kill();
  }
}

/**
 * Turns the wheel over a table for some seconds as fast as the window takes it, some twenty times a second. A script that sets the
 * place of the scroll bar in every frame would measure the layouts that this forces, too.
 *
 * @returns its longest task, in milliseconds; 0: none is as long as 50
 */
async function longestWhileScrolling(page: Page, table: Locator): Promise<number> {
  await table.hover();
  await page.evaluate(() => {
    let longestMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    window.longestTask = () => {
      observer.disconnect();
      return longestMs;
    };
  });
  const end = performance.now() + scrollMs;
  while (performance.now() < end) await page.mouse.wheel(0, 180);
  return page.evaluate(() => window.longestTask());
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Of the processor that the thread had, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The most processor time that a task had, in milliseconds: where a task lasts much longer than that, it waited for a core
 * that something else had.
 */
function longestOnProcessor(trace: Buffer): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const windows = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && windows.has(threadOf(event)));
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
}
