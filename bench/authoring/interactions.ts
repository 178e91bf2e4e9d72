import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { renderTable } from '../../electron/cli/table.ts';
import { windowBrowserPath } from '../../test/e2e/window/chromium.ts';
import { Person } from '../../test/e2e/window/person.ts';
import { Studio } from '../../test/e2e/window/studio.ts';
import { servePage } from './interactions/page-site.ts';
import { visitList, visitNext, type Place, type Visit } from './interactions/visit.ts';
import { WantedRows } from './interactions/wanted-rows.ts';
import { nextLinks, openSet, textsOf, type LabelledPage } from './labelled-set.ts';

/** Which pages are visited. */
export interface Portion {
  readonly data: string;
  /** One set; undefined: both. */
  readonly set: string | undefined;
  /** The first page of each set, counted from 1, and how many; Infinity: all that follow. */
  readonly from: number;
  readonly pages: number;
}

/** A page, and how far someone came with it. */
interface Counted extends Visit {
  readonly id: string;
}

/** What someone does on a page; null: its truth does not tell what is right. */
type Aim = (page: LabelledPage) => ((place: Place) => Promise<Visit>) | null;

const aims: Readonly<Record<string, Aim>> = {
  'lists-modern': (page) => {
    const truth = { texts: textsOf(page), records: recordsOf(page) };
    return (place) => visitList(place, new WantedRows(place.site.body, truth));
  },
  pagination: (page) => {
    const next = nextLinks(page);
    return next === null || next.size === 0 ? null : (place) => visitNext(place, [...next]);
  },
};

/** Where a page was whose address is not known. */
const unknownAddress = new URL('http://site.example/');

/** How long a step may take on a busy machine, in milliseconds. */
const patienceMs = 60_000;

/** How many interactions are to be enough, at the median. */
const goal = 6;

/**
 * Counts what a person does in the real window from the address of a page to its rows, or to its next page.
 * @param asJson whether the figures are printed as JSON
 * @returns the exit code: 1 where the median is above the goal, 2 where nothing could be counted
 */
export async function scoreInteractions(portion: Portion, asJson: boolean): Promise<number> {
  if (!existsSync(fileURLToPath(new URL('../../dist/renderer/index.html', import.meta.url)))) {
    console.error('The window is not built: npm run build.');
    return 2;
  }
  const counted = await countInteractions(portion);
  if ([...counted.values()].every((pages) => pages.length === 0)) {
    console.error(`No page was visited. The sets are ${Object.keys(aims).join(' and ')}.`);
    return 2;
  }
  const figures = new Map([...counted].map(([set, pages]) => [set, figuresOf(pages)]));
  if (asJson) console.log(JSON.stringify(Object.fromEntries(figures), null, 2));
  else console.log(tableOf(figures));
  return [...figures.values()].every(({ median }) => median !== null && median <= goal) ? 0 : 1;
}

async function countInteractions({ data, set, from, pages }: Portion): Promise<Map<string, Counted[]>> {
  const counted = new Map<string, Counted[]>();
  const studio = await Studio.start();
  const browser = await chromium.launch({ executablePath: windowBrowserPath() });
  try {
    await studio.call('projects.create', { name: 'default' });
    const window = new Window(browser, studio);
    for (const [name, aim] of Object.entries(aims)) {
      if (set !== undefined && set !== name) continue;
      const labelled = openSet(data, name);
      const all: Counted[] = [];
      counted.set(name, all);
      for (const page of labelled.pages.slice(from - 1, from - 1 + pages)) {
        const visit = aim(page);
        if (visit === null) continue;
        const site = await servePage(URL.parse(page.url ?? '') ?? unknownAddress, labelled.bytes(page));
        const found = await window.visited((person) => visit({ person, studio, site }));
        await site.close();
        all.push({ id: page.id, ...found });
        console.error(lineOf({ id: page.id, ...found }));
      }
    }
  } finally {
    await browser.close();
    await studio.close();
  }
  return counted;
}

/** A window of a studio in a browser: one for all visits, until one fails in it. */
class Window {
  readonly #browser: Browser;
  readonly #studio: Studio;
  #page: Page | null = null;

  constructor(browser: Browser, studio: Studio) {
    this.#browser = browser;
    this.#studio = studio;
  }

  /** A visit in it. What fails has not reached its end. */
  async visited(visit: (person: Person) => Promise<Visit>): Promise<Visit> {
    this.#page ??= await this.#open();
    const person = new Person(this.#page);
    try {
      return await visit(person);
    } catch (error) {
      await this.#page.context().close();
      this.#page = null;
      const [first = ''] = String(error).split('\n');
      return {
        did: person.did,
        reached: false,
        why: [`after "${person.did.at(-1) ?? 'nothing'}": ${first}`],
      };
    }
  }

  async #open(): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(this.#studio.newTicket());
    await page.locator('[data-app-state="loaded"]').waitFor();
    return page;
  }
}

/** The figures of a set. What was not reached needs more interactions than anything that was; null stands for that. */
interface Figures {
  readonly pages: number;
  readonly reached: number;
  readonly median: number | null;
  readonly p75: number | null;
  /** The share of pages with so many interactions as the goal at most, 0 to 1. */
  readonly few: number;
  /** The pages that needed more, and why. */
  readonly more: readonly { id: string; interactions: number | null; did: string; why: string }[];
}

function figuresOf(pages: readonly Counted[]): Figures {
  const needed = ({ did, reached }: Counted): number => (reached ? did.length : Infinity);
  const sorted = pages.map(needed).toSorted((a, b) => a - b);
  const at = (share: number): number | null => finite(sorted[Math.floor((sorted.length - 1) * share)]);
  return {
    pages: pages.length,
    reached: pages.filter(({ reached }) => reached).length,
    median: at(0.5),
    p75: at(0.75),
    few: pages.filter((page) => needed(page) <= goal).length / Math.max(1, pages.length),
    more: pages
      .filter((page) => needed(page) > goal)
      .map((page) => ({
        id: page.id,
        interactions: finite(needed(page)),
        did: page.did.join(', '),
        why: page.why.join('; '),
      })),
  };
}

const finite = (number: number | undefined): number | null =>
  number === undefined || number === Infinity ? null : number;

function tableOf(figures: ReadonlyMap<string, Figures>): string {
  const shown = (number: number | null): string => (number === null ? 'not reached' : String(number));
  const rows = [...figures].map(([set, { pages, reached, median, p75, few }]) => [
    set,
    String(pages),
    String(reached),
    shown(median),
    shown(p75),
    `${(100 * few).toFixed(1)} %`,
  ]);
  const table = renderTable(['set', 'pages', 'reached', 'median', '75th percentile', `in ${goal}`], rows);
  const more = [...figures].flatMap(([set, each]) =>
    each.more.map(({ id, interactions, why }) => `${set} ${id}: ${shown(interactions)}, ${why}`),
  );
  return more.length === 0 ? table : `${table}\n\nMore than ${goal}:\n${more.join('\n')}`;
}

const lineOf = ({ id, did, reached, why }: Counted): string =>
  `${reached ? String(did.length).padStart(3) : '  –'}  ${id}  ${why.join('; ')}`;

/** XPaths of the records. */
const recordsOf = ({ records }: LabelledPage): string[] =>
  Array.isArray(records) ? records.filter((path) => typeof path === 'string') : [];
