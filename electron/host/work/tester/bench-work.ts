import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { createOffline, type ReadPage } from '../../../engine/offline.ts';
import { callbacksOf, type Trial } from '../../../proof/bench-callbacks.ts';
import { effectSentence, effectsOf } from '../../../proof/bench-effect.ts';
import { pageChange } from '../../../proof/bench-page-change.ts';
import { takePage, type TakenPage } from '../../../proof/bench-take.ts';
import {
  judgePages,
  partsOf,
  passes,
  renamedFields,
  type BenchedPage,
  type Locked,
} from '../../../proof/bench.ts';
import type { LockedValues, NewLockedValues } from '../../../store/pages/locked-value-queries.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { isMeantCell } from '../../data/meant-cell.ts';
import { requirePage } from '../../data/require.ts';
import { withUsualArgs } from '../../data/run-args.ts';
import { requireSpider, requireVersion } from '../../data/stored-spiders.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { shownCell, shownPage, type TriedPage } from './bench-shown.ts';
import { nearPages } from './near-pages.ts';
import type { OpenPage } from './open-page.ts';
import { contentOf, readPage } from './read-open-page.ts';

/** What the bench needs of its thread. */
interface BenchAccess {
  readonly workspace: Workspace;
  /** Opens a saved page; its tree is cached. */
  readonly open: (id: string) => Promise<OpenPage>;
}

/** A saved page that is judged. */
interface Fixture {
  row: SavedPageRow;
  /** The page that its locked values belong to: itself, or the one that it is a newer copy of. */
  page: string;
  open: OpenPage;
}

/** The saved pages of a spider with their locked values, and its newest text. */
interface Bench {
  newest: string;
  locked: readonly LockedValues[];
  fixtures: readonly Fixture[];
  /** Number of pages that are not looked at. */
  left: number;
}

type Cancelled = () => boolean;

/** What is remembered of a page: the callbacks of a few spiders, and intermediate edits. */
const maxRemembered = 40;

/** Runs spiders on saved pages and judges what they take. What a callback takes from a page is remembered with its tree. */
export class BenchWork {
  readonly #access: BenchAccess;
  readonly #known = new WeakMap<OpenPage, Map<string, TakenPage>>();

  constructor(access: BenchAccess) {
    this.#access = access;
  }

  /** Carries out `tests.run`. */
  async run(
    { text, rows = false, ...of }: CallArgs<'tests.run'>,
    isCancelled: Cancelled,
  ): Promise<CallValue<'tests.run'>> {
    const begun = performance.now();
    const bench = await this.#bench(of, isCancelled);
    const copies = await this.#access.workspace.queries.savedPages.copies(of.project, of.spider);
    const tried = this.#tried(text ?? bench.newest, bench);
    const benched = benchedPages(tried, (page) => lockedOn(bench.locked, page));
    const cells = judgePages(benched);
    const isEdit = text !== undefined && text !== bench.newest;
    const before = isEdit ? this.#tried(bench.newest, bench) : tried;
    const effects = isEdit
      ? effectsOf(judgePages(benchedPages(before, (page) => lockedOn(bench.locked, page))), cells)
      : [];
    const newerOf = (page: string): string | null => copies.find(({ copyOf }) => copyOf === page)?.id ?? null;
    const isAsked = (cell: Parameters<typeof isMeantCell>[1]): boolean =>
      typeof rows === 'boolean' ? rows : isMeantCell(rows, cell);
    return {
      grid: {
        pages: [...tried].map(([page, each]) => shownPage(each, page, newerOf(page))),
        parts: partsOf(benched, cells),
        cells: cells.map((cell) => shownCell(cell, tried.get(cell.page), isAsked(cell))),
        renamed: renamedFields(benched, cells),
        left: bench.left,
      },
      locked: cells.filter(({ locked }) => locked).length,
      passed: cells.some(({ locked }) => locked) && cells.every(({ state }) => passes(state)),
      edit: isEdit ? { effects, sentence: effectSentence(effects) } : null,
      elapsedMs: performance.now() - begun,
    };
  }

  /** Carries out `tests.drift`. */
  async drift(
    { text, ...of }: CallArgs<'tests.drift'>,
    isCancelled: Cancelled,
  ): Promise<CallValue<'tests.drift'>> {
    const bench = await this.#bench(of, isCancelled);
    const copies = await this.#access.workspace.queries.savedPages.copies(of.project, of.spider);
    const newer = { ...bench, fixtures: await this.#opened(nearPages(copies).toReversed(), isCancelled) };
    const wanted = text ?? bench.newest;
    const earlier = this.#tried(wanted, bench);
    const tried = this.#tried(wanted, newer);
    const benched = benchedPages(tried, (page) =>
      expectedOf(earlier.get(page), lockedOn(bench.locked, page)),
    );
    const cells = judgePages(benched);
    return {
      changes: [...tried].map(([page, { row, open, taken, spider }]) => {
        const before = earlier.get(page);
        return {
          page,
          copy: row.id,
          fetchedAt: row.fetchedAt,
          sentence: pageChange(
            { page: contentOf(before?.open), taken: before?.taken ?? nothing },
            { page: contentOf(open), taken },
            wordsOf(spider, taken),
          ),
        };
      }),
      grid: {
        pages: [...tried].map(([page, each]) => shownPage(each, page, each.row.id)),
        parts: partsOf(benched, cells),
        cells: cells.map((cell) => shownCell(cell, tried.get(cell.page), true)),
        renamed: [],
        left: 0,
      },
    };
  }

  /** What a spider takes from its saved pages, to be locked. @throws HostError `unknown-page` */
  async values(
    { text, page, part, ...of }: CallArgs<'tests.lock'>,
    isCancelled: Cancelled,
  ): Promise<NewLockedValues[]> {
    if (page !== undefined) await requirePage(this.#access.workspace, page);
    const bench = await this.#bench(of, isCancelled);
    const which = { ...(page === undefined ? {} : { page }), ...(part === undefined ? {} : { part }) };
    return [...this.#tried(text ?? bench.newest, bench)].flatMap(([id, { taken }]) =>
      taken.parts.flatMap(({ kind, name, values }): NewLockedValues[] => {
        const cell = { page: id, kind, name };
        // No links are locked where there are none, unless they are what was meant.
        const isWorth = kind === 'field' || values.length > 0 || (page !== undefined && part !== undefined);
        return isWorth && isMeantCell(which, cell) ? [{ ...cell, callback: taken.callback, values }] : [];
      }),
    );
  }

  async #bench(
    { project, spider }: { project: string; spider: string },
    isCancelled: Cancelled,
  ): Promise<Bench> {
    const { workspace } = this.#access;
    await requireSpider(workspace, project, spider);
    const { text: newest } = await requireVersion(workspace, project, spider, null);
    const saved = await workspace.queries.savedPages.list(project, spider);
    const near = nearPages(saved);
    const locked = await workspace.queries.lockedValues.list(project, spider);
    const fixtures = await this.#opened(near.toReversed(), isCancelled);
    return { newest, locked, fixtures, left: saved.length - near.length };
  }

  async #opened(rows: readonly SavedPageRow[], isCancelled: Cancelled): Promise<Fixture[]> {
    const fixtures: Fixture[] = [];
    for (const row of rows) {
      if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
      fixtures.push({ row, page: row.copyOf ?? row.id, open: await this.#access.open(row.id) });
    }
    return fixtures;
  }

  /** What a spider takes from the fixtures, by the page that they stand for. @throws HostError `invalid-spider`, `bad-run-args` */
  #tried(text: string, { fixtures, locked }: Pick<Bench, 'fixtures' | 'locked'>): Map<string, TriedPage> {
    const spider = withUsualArgs(checkedSpider(text, 'The text').spider);
    const trial = { spider, offline: createOffline(spider) };
    const [start = 'http://localhost/'] = firstUrls(spider);
    const placed = fixtures.map((fixture) => {
      const { row, page, open } = fixture;
      const known = locked.find((each) => each.page === page && each.callback !== null)?.callback ?? null;
      const own = row.request === undefined ? {} : { request: row.request };
      const sent = row.request === undefined ? {} : { message: row.request.message };
      const read = { ...readPage(open, row.url ?? start), ...sent };
      return { ...fixture, ...own, id: page, url: row.url, known, read };
    });
    const callbacks = callbacksOf(trial, placed);
    return new Map(
      placed.map(({ row, page, open, read }) => [
        page,
        { row, open, spider, taken: this.#take(trial, { open, read }, callbacks.get(page) ?? null) },
      ]),
    );
  }

  #take(
    trial: Trial,
    { open, read }: { open: OpenPage; read: ReadPage },
    callback: string | null,
  ): TakenPage {
    const { rules, allowed_domains: domains, settings, callbacks } = trial.spider;
    const own = callback === null ? null : (callbacks?.[callback] ?? null);
    const key = JSON.stringify([read.url, callback, own, rules, domains, settings]);
    const known = this.#known.get(open) ?? new Map<string, TakenPage>();
    this.#known.set(open, known);
    const taken = known.get(key) ?? takePage(trial, read, callback);
    known.delete(key);
    known.set(key, taken);
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
    return taken;
  }
}

const nothing: TakenPage = { callback: null, rows: null, parts: [], reason: null };

const lockedOn = (locked: readonly LockedValues[], page: string): Locked[] =>
  locked.filter((each) => each.page === page);

/** What is locked on a page, and where nothing is, what was taken from its earlier copy. */
function expectedOf(earlier: TriedPage | undefined, locked: readonly Locked[]): Locked[] {
  const isLocked = ({ kind, name }: Locked): boolean =>
    locked.some((other) => other.kind === kind && other.name === name);
  return [...locked, ...(earlier?.taken.parts ?? []).filter((part) => !isLocked(part))];
}

const benchedPages = (
  tried: ReadonlyMap<string, TriedPage>,
  expected: (page: string) => readonly Locked[],
): BenchedPage[] => [...tried].map(([page, { taken }]) => ({ page, taken, locked: expected(page) }));

/** The words of the selectors of the callback that took a page. */
function wordsOf({ callbacks }: Spider, { callback }: TakenPage): ReadonlySet<string> {
  const own = callback === null ? null : (callbacks?.[callback] ?? null);
  return new Set(JSON.stringify(own).match(/[\w-]+/g) ?? []);
}
