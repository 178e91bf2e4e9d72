import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedPage } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { createPageStyles, type KeptSheet } from './page-styles.ts';
import { damagedRow, notFound } from '../errors.ts';
import { isoTime, rowId } from '../database/rows.ts';

export type SavedPageSource = 'url' | 'file' | 'run' | 'rendered';

/** A page that a person keeps to try a spider on. */
export interface SavedPageRow {
  id: string;
  project: string;
  spider: string;
  title: string;
  /** After redirects; null: not known. */
  url: string | null;
  source: SavedPageSource;
  /** The run that it came from. */
  run: string | null;
  /** Of the text in UTF-8. */
  bytes: number;
  encoding: string;
  addedAt: string;
}

/** What is kept of a page. */
export interface SavedContent {
  title: string;
  url: string | null;
  source: SavedPageSource;
  page: CompressedPage;
  /** Its style sheets as far as they were asked for; they are for looking at it only. Left out: none were. */
  sheets?: readonly KeptSheet[];
}

export interface NewSavedPage extends SavedContent {
  run: string | null;
}

export interface SavedPageRepository {
  /** Newest first. */
  list(project: string, spider: string): SavedPageRow[];
  /** @throws StoreError `not-found` */
  get(id: string): SavedPageRow;
  /** Its text. @throws StoreError `not-found`, `damaged` */
  html(id: string): string;
  /** Its style sheets; empty where none were asked for. @throws StoreError `not-found` */
  sheets(id: string): KeptSheet[];
  /** Keeps other style sheets beside it. @throws StoreError `not-found` */
  keepSheets(id: string, sheets: readonly KeptSheet[]): SavedPageRow;
  /** @throws StoreError `not-found` for a spider that is not there */
  add(project: string, spider: string, page: NewSavedPage): SavedPageRow;
  /** Keeps another content under the same id, as added now. @throws StoreError `not-found` */
  replace(id: string, content: SavedContent): SavedPageRow;
  /** @throws StoreError `not-found` */
  update(id: string, changes: { title?: string; url?: string | null }): SavedPageRow;
  /** @throws StoreError `not-found` */
  delete(id: string): SavedPageRow;
}

export function createSavedPages(context: StoreContext): SavedPageRepository {
  const { connection, now } = context;
  const { db } = connection;
  const styles = createPageStyles(context);
  interface Row {
    id: number;
    project: string;
    spider: string;
    title: string;
    url: string | null;
    source: SavedPageSource;
    run: number | null;
    bytes: number;
    encoding: string;
    added_at: number;
  }
  const columns = `
    SELECT saved_pages.id, projects.name AS project, spiders.name AS spider, title, url, source, run_id AS run,
      length AS bytes, encoding, added_at
    FROM saved_pages JOIN spiders ON spiders.id = saved_pages.spider_id
    JOIN projects ON projects.id = spiders.project_id`;
  const ofSpider = db.prepare<[string, string], Row>(
    `${columns} WHERE projects.name = ? AND spiders.name = ? ORDER BY saved_pages.id DESC`,
  );
  const one = db.prepare<[number], Row>(`${columns} WHERE saved_pages.id = ?`);
  const body = db.prepare<[number], Omit<CompressedPage, 'encoding'>>(
    'SELECT sha256, codec, length, body FROM saved_pages WHERE id = ?',
  );
  const insert = db.prepare<
    [
      Omit<NewSavedPage, 'page' | 'run' | 'sheets'> &
        CompressedPage & { run: number | null; project: string; spider: string; now: number },
    ],
    { id: number }
  >(
    `INSERT INTO saved_pages (spider_id, title, url, source, run_id, encoding, sha256, codec, length, body, added_at)
      SELECT spiders.id, @title, @url, @source, @run, @encoding, @sha256, @codec, @length, @body, @now
      FROM spiders JOIN projects ON projects.id = spiders.project_id
      WHERE projects.name = @project AND spiders.name = @spider RETURNING id`,
  );
  const change = db.prepare<[string, string | null, number]>(
    'UPDATE saved_pages SET title = ?, url = ? WHERE id = ?',
  );
  const renew = db.prepare<
    [Omit<SavedContent, 'page' | 'sheets'> & CompressedPage & { id: number; now: number }]
  >(
    `UPDATE saved_pages SET title = @title, url = @url, source = @source, encoding = @encoding, sha256 = @sha256, codec = @codec,
      length = @length, body = @body, added_at = @now WHERE id = @id`,
  );
  const remove = db.prepare<[number]>('DELETE FROM saved_pages WHERE id = ?');

  function require(id: string): SavedPageRow {
    const row = one.get(rowId(id, 'saved page'));
    if (row === undefined) throw notFound(`saved page "${id}"`);
    return page(row);
  }

  const page = ({ id, run, added_at, ...row }: Row): SavedPageRow => ({
    id: String(id),
    ...row,
    run: run === null ? null : String(run),
    addedAt: isoTime(added_at),
  });

  return {
    list: connection.reading((project: string, spider: string) => ofSpider.all(project, spider).map(page)),
    get: connection.reading(require),
    html: connection.reading((id: string) => {
      const row = body.get(rowId(id, 'saved page'));
      if (row === undefined) throw notFound(`saved page "${id}"`);
      const html = decompressPage(row);
      if (html === null) throw damagedRow(`Saved page ${id}`);
      return html;
    }),
    sheets: connection.reading((id: string) => {
      require(id);
      return styles.of(Number(id));
    }),
    keepSheets: connection.writing((id: string, sheets: readonly KeptSheet[]) => {
      const row = require(id);
      styles.keep(Number(id), sheets);
      return row;
    }),
    add: connection.writing(
      (project: string, spider: string, { page: kept, run, sheets = [], ...rest }: NewSavedPage) => {
        const row = insert.get({
          ...rest,
          ...kept,
          run: run === null ? null : rowId(run, 'run'),
          project,
          spider,
          now: now(),
        });
        if (row === undefined) throw notFound(`spider "${spider}" in the project "${project}"`);
        styles.keep(row.id, sheets);
        return require(String(row.id));
      },
    ),
    replace: connection.writing((id: string, { page: kept, sheets = [], ...content }: SavedContent) => {
      const { addedAt } = require(id);
      // What is known of a page is kept by when it was added: no two contents share a moment.
      const at = Math.max(now(), Date.parse(addedAt) + 1);
      renew.run({ ...kept, ...content, id: Number(id), now: at });
      styles.keep(Number(id), sheets);
      return require(id);
    }),
    update: connection.writing((id: string, changes: { title?: string; url?: string | null }) => {
      const row = require(id);
      const url = changes.url === undefined ? row.url : changes.url;
      change.run(changes.title ?? row.title, url, Number(id));
      return require(id);
    }),
    delete: connection.writing((id: string) => {
      const row = require(id);
      remove.run(Number(id));
      return row;
    }),
  };
}
