import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import type { Ledger, NewItem, NewRequest } from '../../../../electron/engine/ports/ledger.ts';
import type { RunControl } from '../../../../electron/engine/ports/run-control.ts';
import type { SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import type { Queries } from '../../../../electron/store/queries.ts';
import { completed, facts, fingerprintOf, item, newRun, request, spiderNamed } from '../support.ts';

/** What a session of a run reports: what the query ports answer comes of it. */
export interface Session {
  ledger: Pick<
    Ledger,
    'admit' | 'claim' | 'claimAlone' | 'complete' | 'fail' | 'skip' | 'retry' | 'release' | 'record'
  >;
  control: Pick<RunControl, 'begin' | 'requested' | 'exclusions' | 'waiting' | 'pausing' | 'end'>;
  routes: Pick<CrawlPorts['routes'], 'keep'>;
  cache: Pick<CrawlPorts['cache'], 'put'>;
  measured: Pick<CrawlPorts['measured'], 'keep'>;
}

/** A session of a run, and the id of the run. */
export interface StartedRun extends Session {
  run: string;
}

/** A database with the query ports on it, and what a test needs to fill it. Its clock stands still unless it is moved. */
export interface Studio {
  queries: Queries;
  /** Whether NUL can be stored in a text; else U+FFFD is. */
  storesNul: boolean;
  /** A session of a run, which has not begun. */
  session(run: string): Session;
  /** Says whether the processes that carry runs out are alive. They are until this is called. */
  setOwnersAlive(alive: boolean): void;
  /** Moves the clock on. */
  pass(ms: number): void;
}

/** When the clock of a studio begins. */
export const startTime = Date.UTC(2026, 10, 20, 12);

export const shop: SpiderName = { project: 'default', spider: 'shop' };

/** Adds a spider with one version. */
export async function addSpider({ queries }: Studio, { project, spider: name }: SpiderName): Promise<void> {
  await queries.spiders.import({ project, name, text: JSON.stringify(spiderNamed(name)) }, { dryRun: false });
}

/** Begins a run of a spider, which is added where it does not exist. */
export async function startRun(studio: Studio, of: SpiderName = shop): Promise<StartedRun> {
  const run = await newRun(studio, of.spider, of.project);
  const session = studio.session(run);
  await session.control.begin();
  return { run, ...session };
}

/** Admits requests of one origin and claims them. @returns their ids, in the order in which they are claimed */
export async function claimed({ ledger }: Session, requests: readonly NewRequest[]): Promise<string[]> {
  await ledger.admit(requests);
  const all = await ledger.claim(requests[0]?.origin ?? '', requests.length, 0);
  return all.map(({ id }) => id);
}

/** Completes a new page that has these items. @returns the id of its request */
export async function readPage(session: Session, n: number, items: NewItem[]): Promise<string> {
  const [id = ''] = await claimed(session, [request(n)]);
  await session.ledger.complete(completed(id, items));
  return id;
}

/** A page that a full run reads. */
export interface CrawledPage {
  /** Its URL is https://example.org/page/n. */
  n: number;
  extracted: boolean;
  /** Whether its response is kept in the HTTP cache. */
  cached?: boolean;
}

/** Carries out a full run that reads these pages, one a second, of a spider that is added where it does not exist. @returns its id */
export async function crawl(studio: Studio, of: SpiderName, pages: readonly CrawledPage[]): Promise<string> {
  const session = await startRun(studio, of);
  const { ledger, control, cache } = session;
  const page = compressPage('<p>page</p>', 'utf-8');
  for (const { n, extracted, cached = false } of pages) {
    const [id = ''] = await claimed(session, [request(n)]);
    await ledger.complete({ id, facts, items: extracted ? [item(n)] : [], links: [], page, events: [] });
    if (cached) {
      const url = `https://example.org/page/${n}`;
      const body = new Uint8Array(8);
      await cache.put(fingerprintOf(n), { url, status: 200, finalUrl: url, hops: [], headers: {}, body });
    }
    studio.pass(1000);
  }
  await control.end('completed', 'Nothing is left to do.', 'finished');
  return session.run;
}
