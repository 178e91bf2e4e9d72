import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { decompressPage } from '../../../../electron/engine/stored-page.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type {
  CrawlHistoryQueries,
  RememberedPage,
  SpiderName,
} from '../../../../electron/store/history/queries.ts';
import type { DraftPlace, DraftQueries, DraftRow } from '../../../../electron/store/spiders/draft-queries.ts';
import type {
  KeptSheet,
  NewSavedPage,
  SavedContent,
  SavedPageQueries,
  SavedPageRow,
} from '../../../../electron/store/pages/saved-page-queries.ts';
import { fingerprintOf } from '../support.ts';
import { startTime, type Studio } from './studio.ts';

const isoTime = (ms: number): string => new Date(ms).toISOString();
const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What is known of a spider. */
interface Spider {
  pages: Map<string, RememberedPage>;
  cached: Set<string>;
  draft: DraftRow | null;
}

interface KeptSavedPage {
  row: SavedPageRow;
  html: string;
  sheets: readonly KeptSheet[];
}

/** The tables of `memoryStudio`. */
class Tables {
  now = startTime;
  readonly projects = new Map<string, Map<string, Spider>>();
  readonly unsaved = new Map<string, DraftRow>();
  readonly savedPages = new Map<string, KeptSavedPage>();
  ids = 0;

  spider({ project, spider }: SpiderName): Spider | null {
    return this.projects.get(project)?.get(spider) ?? null;
  }

  addSpider({ project, spider }: SpiderName): void {
    const spiders = this.projects.get(project) ?? new Map<string, Spider>();
    this.projects.set(project, spiders);
    if (!spiders.has(spider)) spiders.set(spider, { pages: new Map(), cached: new Set(), draft: null });
  }
}

/** A studio of maps: it answers in a later turn of the event loop, as a database in another process does. */
export function memoryStudio(): Studio {
  const tables = new Tables();
  return {
    queries: { drafts: draftsOf(tables), history: historyOf(tables), savedPages: savedPagesOf(tables) },
    pass: (ms) => {
      tables.now += ms;
    },
    addProject: async (name) => void tables.projects.set(name, tables.projects.get(name) ?? new Map()),
    addSpider: async (of) => tables.addSpider(of),
    async deleteSpider({ project, spider }) {
      tables.projects.get(project)?.delete(spider);
      for (const [id, { row }] of tables.savedPages)
        if (row.project === project && row.spider === spider) tables.savedPages.delete(id);
    },
    async crawl(of, pages) {
      tables.addSpider(of);
      const run = String((tables.ids += 1));
      for (const { n, extracted, cached = false } of pages) {
        const spider = tables.spider(of);
        const at = isoTime(tables.now);
        const url = `https://example.org/page/${n}`;
        const [extractedRun, extractedAt] = extracted ? [run, at] : [null, null];
        const unknown = { etag: null, lastModified: null, contentType: null, contentHash: null };
        const page = {
          url,
          finalUrl: url,
          ...unknown,
          fetchedRun: run,
          fetchedAt: at,
          extractedRun,
          extractedAt,
        };
        spider?.pages.set(fingerprintOf(n), page);
        if (cached) spider?.cached.add(fingerprintOf(n));
        tables.now += 1000;
      }
      return run;
    },
  };
}

function historyOf(tables: Tables): CrawlHistoryQueries {
  const pagesOf = (of: SpiderName): RememberedPage[] => [...(tables.spider(of)?.pages.values() ?? [])];
  return {
    async summary(of) {
      await setImmediate();
      const pages = pagesOf(of);
      const answers = tables.spider(of)?.cached.size ?? 0;
      return {
        pages: pages.length,
        extracted: pages.filter(({ extractedRun }) => extractedRun !== null).length,
        since: pages.map(({ fetchedAt }) => fetchedAt).toSorted()[0] ?? null,
        cache: { answers, bytes: answers * 8 },
      };
    },
    async list(of, { text, offset, limit }) {
      await setImmediate();
      const matching = pagesOf(of)
        .filter(({ url }) => url.toLowerCase().includes(text.toLowerCase()))
        .toSorted((a, b) => (a.fetchedAt === b.fetchedAt ? 0 : a.fetchedAt < b.fetchedAt ? 1 : -1));
      return { pages: matching.slice(offset, offset + limit), matching: matching.length };
    },
    async get(of, fingerprint) {
      await setImmediate();
      return tables.spider(of)?.pages.get(fingerprint) ?? null;
    },
    async forget(of, fingerprint) {
      await setImmediate();
      const spider = tables.spider(of);
      const forgotten = (kept: Map<string, unknown> | Set<string>): number => {
        const before = kept.size;
        if (fingerprint === null) kept.clear();
        else kept.delete(fingerprint);
        return before - kept.size;
      };
      if (spider === null) return { pages: 0, answers: 0 };
      return { pages: forgotten(spider.pages), answers: forgotten(spider.cached) };
    },
  };
}

function draftsOf(tables: Tables): DraftQueries {
  function find(place: DraftPlace): DraftRow | null {
    if (place.spider !== null) return tables.spider(place)?.draft ?? null;
    const draft = tables.unsaved.get(place.draft ?? '');
    return draft?.project === place.project ? draft : null;
  }

  function set(place: DraftPlace, draft: DraftRow | null): void {
    if (place.spider === null) {
      if (draft !== null) tables.unsaved.set(draft.id, draft);
      else if (place.draft !== null) tables.unsaved.delete(place.draft);
      return;
    }
    const spider = tables.spider(place);
    if (spider === null) throw notFound(`spider "${place.spider}" in the project "${place.project}"`);
    spider.draft = draft;
  }

  return {
    async get(place) {
      await setImmediate();
      return find(place);
    },
    async unsaved(project) {
      await setImmediate();
      return [...tables.unsaved.values()]
        .filter((draft) => project === null || draft.project === project)
        .toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || Number(b.id) - Number(a.id));
    },
    async put(place, text, base, known) {
      await setImmediate();
      const before = find(place);
      if (before !== null && before.text !== text && before.revision !== known)
        return { kind: 'conflict', draft: before };
      const { project, spider } = place;
      if (!tables.projects.has(project)) throw notFound(`project "${project}"`);
      const id = before?.id ?? String((tables.ids += 1));
      const updatedAt = isoTime(tables.now);
      const draft = { id, project, spider, text, base, revision: revisionOf(text), updatedAt };
      set(place, draft);
      return { kind: 'kept', draft };
    },
    async discard(place, seen) {
      await setImmediate();
      const draft = find(place);
      if (draft === null) return 'missing';
      if (seen !== 'any' && draft.text !== seen.text && draft.revision !== seen.revision) return 'conflict';
      set(place, null);
      return 'discarded';
    },
  };
}

function savedPagesOf(tables: Tables): SavedPageQueries {
  function find(id: string): KeptSavedPage {
    const kept = tables.savedPages.get(id);
    if (kept === undefined) throw notFound(`saved page "${id}"`);
    return kept;
  }

  const list = (project: string, spider: string): SavedPageRow[] =>
    [...tables.savedPages.values()]
      .map(({ row }) => row)
      .filter((row) => row.project === project && row.spider === spider)
      .toReversed();

  /** What is kept of a content, and the columns that come of it. */
  function written({ page, sheets = [], title, url, source }: SavedContent) {
    const html = decompressPage(page) ?? '';
    return { html, sheets, columns: { title, url, source, bytes: page.length, encoding: page.encoding } };
  }

  function add(project: string, spider: string, content: NewSavedPage): SavedPageRow {
    if (tables.spider({ project, spider }) === null) throw notFound(`spider "${spider}"`);
    const id = String((tables.ids += 1));
    const { columns, ...kept } = written(content);
    const row = { id, project, spider, ...columns, run: content.run, addedAt: isoTime(tables.now) };
    tables.savedPages.set(id, { row, ...kept });
    return row;
  }

  return {
    async list(project, spider) {
      await setImmediate();
      return list(project, spider);
    },
    async get(id) {
      await setImmediate();
      return find(id).row;
    },
    async html(id) {
      await setImmediate();
      return find(id).html;
    },
    async sheets(id) {
      await setImmediate();
      return [...find(id).sheets];
    },
    async keepSheets(id, sheets) {
      await setImmediate();
      const kept = find(id);
      kept.sheets = sheets;
      return kept.row;
    },
    async add(project, spider, page) {
      await setImmediate();
      return add(project, spider, page);
    },
    async addOfRun(project, spider, wanted) {
      await setImmediate();
      const known = list(project, spider).find(
        ({ source, run, url }) => source === 'run' && run === wanted.run && url === wanted.url,
      );
      return { page: known ?? add(project, spider, wanted), isNew: known === undefined };
    },
    async replace(id, revise) {
      await setImmediate();
      const { row, html } = find(id);
      const { columns, ...kept } = written(revise(row, html));
      const addedAt = isoTime(Math.max(tables.now, Date.parse(row.addedAt) + 1));
      const replaced = { ...row, ...columns, addedAt };
      tables.savedPages.set(id, { row: replaced, ...kept });
      return replaced;
    },
    async update(id, { title, url }) {
      await setImmediate();
      const kept = find(id);
      kept.row = { ...kept.row, title: title ?? kept.row.title, url: url === undefined ? kept.row.url : url };
      return kept.row;
    },
    async delete(id) {
      await setImmediate();
      const { row } = find(id);
      tables.savedPages.delete(id);
      return row;
    },
  };
}
