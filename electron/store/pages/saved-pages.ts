import { isSameRequest, type WrittenRequest } from '../../../shared/spider/start-requests.ts';
import type { PageKind } from '../../../shared/page-kind.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { ActedOn } from '../../engine/acted-on.ts';
import type { CompressedPage, CompressedText } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import type { PictureRows } from './pictures.ts';
import { createPageAnswers } from './page-answers.ts';
import { createPageStyles } from './page-styles.ts';
import { damagedRow, notFound } from '../errors.ts';
import { readActed } from '../database/json-columns.ts';
import { isoTime, rowId } from '../database/rows.ts';
import type {
  KeptSheet,
  NewSavedPage,
  SavedContent,
  SavedPageQueries,
  SavedPageRow,
  SavedPageSource,
} from './saved-page-queries.ts';

/** Implements `SavedPageQueries` on SQLite. */
export function createSavedPages(context: StoreContext, pictures: PictureRows): SavedPageQueries {
  const { connection, now } = context;
  const { db } = connection;
  const styles = createPageStyles(context);
  const known = createPageAnswers(context);
  interface Row {
    id: number;
    project: string;
    spider: string | null;
    draft: number | null;
    title: string;
    url: string | null;
    source: SavedPageSource;
    run: number | null;
    bytes: number;
    encoding: string;
    kind: PageKind;
    icon: string | null;
    added_at: number;
    fetched_at: number;
    copy_of: number | null;
    request_json: string | null;
    acted: string | null;
  }
  const columns = `
    SELECT saved_pages.id, projects.name AS project, spiders.name AS spider, draft_id AS draft, title, url, source, run_id AS run,
      length AS bytes, encoding, kind, icon, added_at,
      coalesce(fetched_at, added_at) AS fetched_at, copy_of, request_json, acted
    FROM saved_pages LEFT JOIN spiders ON spiders.id = saved_pages.spider_id LEFT JOIN drafts ON drafts.id = draft_id
    JOIN projects ON projects.id = coalesce(spiders.project_id, drafts.project_id)`;
  const ofSpider = db.prepare<[string, string], Row>(
    `${columns} WHERE projects.name = ? AND spiders.name = ? AND copy_of IS NULL ORDER BY saved_pages.id DESC`,
  );
  const copiesOf = db.prepare<[string, string], Row>(
    `${columns} WHERE projects.name = ? AND spiders.name = ? AND copy_of IS NOT NULL ORDER BY saved_pages.id DESC`,
  );
  const ofDraft = db.prepare<[string, number], Row>(
    `${columns} WHERE projects.name = ? AND draft_id = ? AND copy_of IS NULL ORDER BY saved_pages.id DESC`,
  );
  const copyOf = db.prepare<[number], Row>(`${columns} WHERE copy_of = ?`);
  const one = db.prepare<[number], Row>(`${columns} WHERE saved_pages.id = ?`);
  const body = db.prepare<[number], CompressedText>(
    'SELECT sha256, codec, length, body FROM saved_pages WHERE id = ?',
  );
  const insert = db.prepare<
    [
      Omit<
        NewSavedPage,
        'page' | 'run' | 'sheets' | 'pictures' | 'fetchedAt' | 'icon' | 'answers' | 'request' | 'acted'
      > &
        CompressedPage & {
          icon: string | null;
          request: string | null;
          acted: string | null;
          run: number | null;
          spider: number | null;
          draft: number | null;
          now: number;
          fetchedAt: number | null;
          copyOf: number | null;
        },
    ],
    { id: number }
  >(
    `INSERT INTO all_saved_pages (spider_id, draft_id, title, url, source, run_id, encoding, kind, icon, sha256, codec, length, body, added_at,
        fetched_at, copy_of, request_json, acted)
      VALUES (@spider, @draft, @title, @url, @source, @run, @encoding, @kind, @icon, @sha256, @codec, @length, @body, @now, @fetchedAt,
        @copyOf, @request, @acted)
      RETURNING id`,
  );
  const spiderId = db
    .prepare<[string, string], number>(
      `SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = ? AND spiders.name = ?`,
    )
    .pluck();
  const draftId = db
    .prepare<[string, number], number>(
      `SELECT drafts.id FROM drafts JOIN projects ON projects.id = drafts.project_id
        WHERE projects.name = ? AND drafts.id = ? AND spider_id IS NULL`,
    )
    .pluck();
  const change = db.prepare<[string, string | null, number]>(
    'UPDATE all_saved_pages SET title = ?, url = ? WHERE id = ?',
  );
  const renew = db.prepare<
    [
      Omit<SavedContent, 'page' | 'sheets' | 'pictures' | 'icon' | 'answers' | 'request' | 'acted'> &
        CompressedPage & { id: number; icon: string | null; acted: string | null; now: number },
    ]
  >(
    `UPDATE all_saved_pages SET title = @title, url = @url, source = @source, encoding = @encoding, kind = @kind, icon = @icon, sha256 = @sha256,
      codec = @codec, length = @length, body = @body, added_at = @now, fetched_at = NULL, acted = @acted WHERE id = @id`,
  );
  const renewFromCopy = db.prepare<[{ id: number; copy: number; now: number }]>(
    `UPDATE all_saved_pages SET added_at = @now,
      (url, source, encoding, kind, icon, sha256, codec, length, body, acted, fetched_at) =
        (SELECT url, source, encoding, kind, icon, sha256, codec, length, body, acted, coalesce(fetched_at, added_at)
          FROM saved_pages WHERE id = @copy)
      WHERE id = @id`,
  );
  const remove = db.prepare<[number]>('DELETE FROM all_saved_pages WHERE id = ?');

  /** @throws StoreError `not-found` */
  function ownerId(owner: PageOwner): { spider: number | null; draft: number | null } {
    const { project, spider } = owner;
    const id =
      spider === null ? draftId.get(project, rowId(owner.draft, 'draft')) : spiderId.get(project, spider);
    if (id !== undefined) return spider === null ? { spider: null, draft: id } : { spider: id, draft: null };
    throw notFound(
      `${spider === null ? `draft ${owner.draft}` : `spider "${spider}"`} in the project "${project}"`,
    );
  }

  function require(id: string): SavedPageRow {
    const row = one.get(rowId(id, 'saved page'));
    if (row === undefined) throw notFound(`saved page "${id}"`);
    return page(row);
  }

  const page = ({
    id,
    run,
    added_at,
    fetched_at,
    copy_of,
    request_json,
    acted,
    draft,
    ...row
  }: Row): SavedPageRow => ({
    id: String(id),
    ...row,
    draft: draft === null ? null : String(draft),
    run: run === null ? null : String(run),
    addedAt: isoTime(added_at),
    fetchedAt: isoTime(fetched_at),
    copyOf: copy_of === null ? null : String(copy_of),
    ...(request_json === null ? {} : { request: readRequest(request_json) }),
    acted: readActed(acted, id),
  });

  const list = (project: string, spider: string) => ofSpider.all(project, spider).map(page);

  function html(id: string): string {
    const row = body.get(rowId(id, 'saved page'));
    if (row === undefined) throw notFound(`saved page "${id}"`);
    const text = decompressPage(row);
    if (text === null) throw damagedRow(`Saved page ${id}`);
    return text;
  }

  function add(
    owner: PageOwner,
    {
      page: kept,
      run,
      sheets = [],
      pictures: shown = [],
      icon = null,
      fetchedAt,
      answers = [],
      request,
      acted = null,
      ...rest
    }: NewSavedPage,
    copied: number | null = null,
  ): SavedPageRow {
    const row = insert.get({
      ...rest,
      ...kept,
      icon,
      request: request === undefined ? null : JSON.stringify(request),
      acted: writtenActed(acted),
      run: run === null ? null : rowId(run, 'run'),
      ...ownerId(owner),
      now: now(),
      fetchedAt: fetchedAt === undefined ? null : Date.parse(fetchedAt),
      copyOf: copied,
    });
    if (row === undefined) throw new Error('A saved page was not added.');
    styles.keep(row.id, sheets);
    known.keep(row.id, answers);
    if (shown.length > 0) pictures.keep(owner.project, shown);
    return require(String(row.id));
  }

  function addCopy(id: string, content: SavedContent): SavedPageRow {
    const row = require(id);
    const { request } = row;
    const earlier = copyOf.get(Number(id));
    if (earlier !== undefined) remove.run(earlier.id);
    const own = request === undefined ? {} : { request };
    return add(ownerOf(row), { ...content, ...own, run: null }, Number(id));
  }

  function keepCopy(id: string): SavedPageRow {
    const before = require(id);
    const copy = requireCopy(id);
    renewFromCopy.run({ id: Number(id), copy, now: laterThan(before) });
    styles.move(copy, Number(id));
    remove.run(copy);
    return require(id);
  }

  /** The row id of the newer copy of a page. */
  function requireCopy(id: string): number {
    const copy = copyOf.get(rowId(id, 'saved page'));
    if (copy === undefined) throw notFound(`newer copy of the saved page "${id}"`);
    return copy.id;
  }

  /** Results about a page are cached by `addedAt`, so each content gets a time of its own. */
  const laterThan = (before: SavedPageRow): number => Math.max(now(), Date.parse(before.addedAt) + 1);

  return {
    list: connection.query(list),
    get: connection.query(require),
    html: connection.query(html),
    sheets: connection.query((id: string) => {
      require(id);
      return styles.of(Number(id));
    }),
    answers: connection.query((id: string) => {
      require(id);
      return known.of(Number(id));
    }),
    keepSheets: connection.change((id: string, sheets: readonly KeptSheet[]) => {
      const row = require(id);
      styles.keep(Number(id), sheets);
      return row;
    }),
    add: connection.change((project: string, spider: string, page: NewSavedPage) =>
      add({ project, spider }, page),
    ),
    ofDraft: connection.query((project: string, draft: string) =>
      ofDraft.all(project, rowId(draft, 'draft')).map(page),
    ),
    addToDraft: connection.change((project: string, draft: string, page: NewSavedPage) =>
      add({ project, spider: null, draft }, page),
    ),
    removeOfDraft: connection.change(
      (id: string) => require(id).draft !== null && remove.run(Number(id)).changes > 0,
    ),
    addOfRun: connection.change((project: string, spider: string, wanted: NewSavedPage & { run: string }) => {
      const present = list(project, spider).find(
        ({ source, run, url, request }) =>
          source === 'run' &&
          run === wanted.run &&
          url === wanted.url &&
          isSameRequest(request, wanted.request),
      );
      if (present !== undefined) return { page: present, isNew: false };
      return { page: add({ project, spider }, wanted), isNew: true };
    }),
    replace: connection.change((id: string, revise: (page: SavedPageRow, html: string) => SavedContent) => {
      const before = require(id);
      const {
        page: kept,
        sheets = [],
        pictures: shown = [],
        icon = null,
        answers = [],
        request: _,
        acted = null,
        ...content
      } = revise(before, html(id));
      const at = laterThan(before);
      renew.run({ ...kept, ...content, icon, acted: writtenActed(acted), id: Number(id), now: at });
      styles.keep(Number(id), sheets);
      known.keep(Number(id), answers);
      if (shown.length > 0) pictures.keep(before.project, shown);
      return require(id);
    }),
    addCopy: connection.change(addCopy),
    copies: connection.query((project: string, spider: string) => copiesOf.all(project, spider).map(page)),
    keepCopy: connection.change(keepCopy),
    dropCopy: connection.change((id: string) => {
      const row = require(id);
      remove.run(requireCopy(id));
      return row;
    }),
    update: connection.change((id: string, changes: { title?: string; url?: string | null }) => {
      const row = require(id);
      const url = changes.url === undefined ? row.url : changes.url;
      change.run(changes.title ?? row.title, url, Number(id));
      return require(id);
    }),
  };
}

/** Whose a page is. */
type PageOwner = { project: string; spider: string } | { project: string; spider: null; draft: string };

const ownerOf = ({ project, spider, draft }: SavedPageRow): PageOwner =>
  spider === null ? { project, spider, draft: draft ?? '' } : { project, spider };

/** A request as `add` has written it. */
function readRequest(json: string): WrittenRequest {
  const request: WrittenRequest = JSON.parse(json);
  return request;
}
const writtenActed = (acted: ActedOn | null): string | null =>
  acted === null ? null : JSON.stringify(acted);
