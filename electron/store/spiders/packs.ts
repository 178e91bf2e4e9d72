import type { StoreContext } from '../database/context.ts';
import { createImports } from './imports.ts';
import type { NewPack, NewPackPage, PackQueries, StoredPack } from './pack-queries.ts';
import type { SpiderRows } from './spider-rows.ts';
import type { VersionWriter } from './version-writer.ts';

/** Ends a transaction that was only to tell what it would do. */
class Tried extends Error {
  readonly stored: StoredPack;

  constructor(stored: StoredPack) {
    super('Nothing is stored.');
    this.name = 'Tried';
    this.stored = stored;
  }
}

/** Implements `PackQueries` on SQLite. */
export function createPacks(
  context: StoreContext,
  spiders: SpiderRows,
  versions: VersionWriter,
): PackQueries {
  const { connection, now } = context;
  const { db } = connection;
  const imports = createImports(context, spiders, versions);
  const known = db
    .prepare<[number, string | null, Uint8Array], number>(
      'SELECT id FROM saved_pages WHERE spider_id = ? AND url IS ? AND sha256 = ? AND copy_of IS NULL',
    )
    .pluck();
  type Columns = Omit<NewPackPage, 'page' | 'locked' | 'fetchedAt' | 'icon' | 'request'> &
    NewPackPage['page'] & {
      spider: number;
      icon: string | null;
      request: string | null;
      now: number;
      fetchedAt: number | null;
    };
  const insert = db
    .prepare<[Columns], number>(
      `INSERT INTO all_saved_pages (spider_id, title, url, source, run_id, encoding, kind, icon, sha256, codec, length, body, added_at,
          fetched_at, copy_of, request_json)
        VALUES (@spider, @title, @url, @source, NULL, @encoding, @kind, @icon, @sha256, @codec, @length, @body, @now, @fetchedAt, NULL, @request)
        RETURNING id`,
    )
    .pluck();
  const lock = db.prepare<
    [{ page: number; kind: string; name: string; callback: string | null; values: string; now: number }]
  >(
    `INSERT INTO locked_values (page_id, kind, name, callback, values_json, locked_at)
      VALUES (@page, @kind, @name, @callback, @values, @now)
      ON CONFLICT (page_id, kind, name) DO UPDATE SET callback = @callback, values_json = @values, locked_at = @now`,
  );

  function add(
    spider: number,
    { page, locked: _locked, fetchedAt, icon = null, request, ...facts }: NewPackPage,
  ): number {
    const at = fetchedAt === undefined ? null : Date.parse(fetchedAt);
    const own = request === undefined ? null : JSON.stringify(request);
    const id = insert.get({ ...facts, ...page, spider, icon, request: own, now: now(), fetchedAt: at });
    if (id === undefined) throw new Error('A saved page was not added.');
    return id;
  }

  function saveVersions({
    project,
    name,
    versions: given,
  }: NewPack): Pick<StoredPack, 'version' | 'created' | 'unchanged'> {
    const newest = given.at(-1);
    if (newest === undefined) throw new Error('A pack has no version.');
    const planned = versions.preview({ project, name, text: newest.text });
    if (planned.unchanged) return planned;
    let { version } = planned;
    for (const [index, { text, note }] of (planned.created ? given : [newest]).entries()) {
      const isNew = planned.created && index === 0;
      const noted = note === null ? {} : { note };
      const saved = versions.save({
        project,
        spider: isNew ? null : name,
        name,
        text,
        base: 'any',
        origin: 'pack',
        ...noted,
      });
      if (saved.kind !== 'saved') throw new Error(`The spider "${name}" was not saved.`);
      version = saved.version;
    }
    return { ...planned, version };
  }

  function store(pack: NewPack): StoredPack {
    const { version, created, unchanged } = saveVersions(pack);
    const spider = spiders.requireId({ project: pack.project, spider: pack.name });
    if (pack.from !== undefined) imports.note(spider, version, pack.from);
    let pages = 0;
    let locked = 0;
    for (const page of pack.pages) {
      const there = known.get(spider, page.url, page.page.sha256);
      const id = there ?? add(spider, page);
      if (there === undefined) pages += 1;
      for (const { values, ...part } of page.locked)
        locked += lock.run({ ...part, page: id, values: JSON.stringify(values), now: now() }).changes;
    }
    return { version, created, unchanged, pages, locked };
  }

  const storeWhole = connection.change(store);
  const tried = connection.change((pack: NewPack) => {
    // Thrown, so that everything is rolled back.
    throw new Tried(store(pack));
  });
  return {
    ...imports.queries,
    async store(pack, { dryRun }) {
      if (!dryRun) return storeWhole(pack);
      try {
        return await tried(pack);
      } catch (error) {
        if (error instanceof Tried) return error.stored;
        throw error;
      }
    },
  };
}
