import { decompressPage } from '../../../../electron/engine/stored-page.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type {
  NewSavedPage,
  SavedContent,
  SavedPageQueries,
  SavedPageRow,
} from '../../../../electron/store/pages/saved-page-queries.ts';
import { isSameRequest } from '../../../../shared/spider/start-requests.ts';
import { keepPictures } from './memory-pictures.ts';
import { isoTime, type KeptSavedPage, type Tables } from './memory-tables.ts';

export function savedPagesOf(tables: Tables): SavedPageQueries {
  function find(id: string): KeptSavedPage {
    const kept = tables.savedPages.get(id);
    if (kept === undefined) throw notFound(`saved page "${id}"`);
    return kept;
  }

  const ofSpider = (project: string, spider: string): SavedPageRow[] =>
    [...tables.savedPages.values()]
      .map(({ row }) => row)
      .filter((row) => row.project === project && row.spider === spider)
      .toReversed();
  const list = (project: string, spider: string): SavedPageRow[] =>
    ofSpider(project, spider).filter(({ copyOf }) => copyOf === null);
  const copyOf = (id: string): KeptSavedPage | undefined =>
    [...tables.savedPages.values()].find(({ row }) => row.copyOf === id);

  /** What is kept of a content, and the columns that come of it. */
  function written(
    project: string,
    {
      page,
      sheets = [],
      pictures = [],
      icon = null,
      answers = [],
      acted = null,
      title,
      url,
      source,
    }: SavedContent,
  ) {
    keepPictures(tables, project, pictures);
    const html = decompressPage(page) ?? '';
    const { length: bytes, encoding, kind } = page;
    return { html, sheets, answers, columns: { title, url, source, bytes, encoding, kind, icon, acted } };
  }

  function add(
    owner: { project: string; spider: string | null; draft?: string | null },
    content: NewSavedPage,
    copied: string | null = null,
  ): SavedPageRow {
    const { project, spider, draft = null } = owner;
    const isThere =
      spider === null
        ? tables.unsaved.get(draft ?? '')?.project === project
        : tables.spider({ project, spider }) !== null;
    if (!isThere) throw notFound(`spider "${spider ?? ''}"`);
    const id = String((tables.ids += 1));
    const { columns, ...kept } = written(project, content);
    const addedAt = isoTime(tables.now);
    const fetchedAt = content.fetchedAt ?? addedAt;
    const { run, request } = content;
    const own = request === undefined ? {} : { request };
    const row = { id, project, spider, draft, ...columns, run, addedAt, fetchedAt, copyOf: copied, ...own };
    tables.savedPages.set(id, { row, ...kept, locked: [] });
    return row;
  }

  return {
    async list(project, spider) {
      return list(project, spider);
    },
    async get(id) {
      return find(id).row;
    },
    async html(id) {
      return find(id).html;
    },
    async sheets(id) {
      return [...find(id).sheets];
    },
    async answers(id) {
      return [...find(id).answers];
    },
    async keepSheets(id, sheets) {
      const kept = find(id);
      kept.sheets = sheets;
      return kept.row;
    },
    async add(project, spider, page) {
      return add({ project, spider }, page);
    },
    async ofDraft(project, draft) {
      return [...tables.savedPages.values()]
        .map(({ row }) => row)
        .filter((row) => row.project === project && row.draft === draft)
        .toReversed();
    },
    async addToDraft(project, draft, page) {
      return add({ project, spider: null, draft }, page);
    },
    async removeOfDraft(id) {
      return find(id).row.draft !== null && tables.savedPages.delete(id);
    },
    async addOfRun(project, spider, wanted) {
      const known = list(project, spider).find(
        ({ source, run, url, request }) =>
          source === 'run' &&
          run === wanted.run &&
          url === wanted.url &&
          isSameRequest(request, wanted.request),
      );
      return { page: known ?? add({ project, spider }, wanted), isNew: known === undefined };
    },
    async replace(id, revise) {
      const { row, html, locked } = find(id);
      const { columns, ...kept } = written(row.project, revise(row, html));
      const addedAt = isoTime(Math.max(tables.now, Date.parse(row.addedAt) + 1));
      const replaced = { ...row, ...columns, addedAt, fetchedAt: addedAt };
      tables.savedPages.set(id, { row: replaced, ...kept, locked });
      return replaced;
    },
    async addCopy(id, content) {
      const { request, ...owner } = find(id).row;
      tables.savedPages.delete(copyOf(id)?.row.id ?? '');
      const own = request === undefined ? {} : { request };
      return add(owner, { ...content, ...own, run: null }, id);
    },
    async copies(project, spider) {
      return ofSpider(project, spider).filter((row) => row.copyOf !== null);
    },
    async keepCopy(id) {
      const kept = find(id);
      const copy = copyOf(id);
      if (copy === undefined) throw notFound(`newer copy of the saved page "${id}"`);
      const { url, source, bytes, encoding, kind, icon, acted, fetchedAt } = copy.row;
      const addedAt = isoTime(Math.max(tables.now, Date.parse(kept.row.addedAt) + 1));
      kept.row = { ...kept.row, url, source, bytes, encoding, kind, icon, acted, fetchedAt, addedAt };
      kept.html = copy.html;
      kept.sheets = copy.sheets;
      tables.savedPages.delete(copy.row.id);
      return kept.row;
    },
    async update(id, { title, url }) {
      const kept = find(id);
      kept.row = { ...kept.row, title: title ?? kept.row.title, url: url === undefined ? kept.row.url : url };
      return kept.row;
    },
    async dropCopy(id) {
      const { row } = find(id);
      const copy = copyOf(id);
      if (copy === undefined) throw notFound(`newer copy of the saved page "${id}"`);
      tables.savedPages.delete(copy.row.id);
      return row;
    },
  };
}
