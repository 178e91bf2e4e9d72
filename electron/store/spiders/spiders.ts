import type { StoreContext } from '../database/context.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { QueueRows } from '../queue/queue-rows.ts';
import type { RunRemoval } from '../runs/run-removal.ts';
import type { ScheduleRows } from '../schedules/schedule-rows.ts';
import type {
  ImportedDocument,
  NewestText,
  NewVersion,
  SaveAllResult,
  SpiderContents,
  SpiderQueries,
} from './spider-queries.ts';
import type { SpiderRows } from './spider-rows.ts';
import type { VersionWriter } from './version-writer.ts';

/** Ends a transaction of several versions, one of which cannot be saved. */
class Refused extends Error {
  readonly result: Exclude<SaveAllResult, { kind: 'saved' }>;

  constructor(result: Exclude<SaveAllResult, { kind: 'saved' }>) {
    super('A version cannot be saved.');
    this.name = 'Refused';
    this.result = result;
  }
}

export function createSpiders(
  context: StoreContext,
  rows: SpiderRows,
  versions: VersionWriter,
  {
    runs,
    queue,
    schedules,
  }: { runs: RunRemoval; queue: Pick<QueueRows, 'forgetSpider'>; schedules: ScheduleRows },
): SpiderQueries {
  const { connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const remove = db.prepare<[number]>('DELETE FROM all_spiders WHERE id = ?');
  const newestTexts = db.prepare<[string], NewestText>(
    `SELECT spiders.name AS spider, v.number AS version, v.document AS text, drafts.text AS draft
    FROM spiders JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.spider_id = spiders.id
      AND v.number = (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id)
    LEFT JOIN drafts ON drafts.spider_id = spiders.id
    WHERE projects.name = ? ORDER BY spiders.name`,
  );
  const runIds = db.prepare<[number], number>('SELECT id FROM runs WHERE spider_id = ? ORDER BY id').pluck();
  const counts = db.prepare<[{ id: number }], SpiderContents>(
    `SELECT (SELECT count(*) FROM spider_versions WHERE spider_id = @id) AS versions,
      (SELECT count(*) FROM runs WHERE spider_id = @id) AS runs,
      (SELECT coalesce(sum(items), 0) FROM origins JOIN runs ON runs.id = run_id WHERE spider_id = @id) AS items,
      (SELECT count(*) FROM saved_pages WHERE spider_id = @id AND copy_of IS NULL) AS savedPages`,
  );

  function contents(id: number): SpiderContents {
    const found = counts.get({ id });
    if (found === undefined) throw new Error(`The spider ${id} was not counted.`);
    return found;
  }

  const preview = connection.query((document: ImportedDocument) => versions.preview(document));
  const store = connection.change((document: ImportedDocument) => versions.import(document));
  const storeAll = connection.change((all: readonly NewVersion[]) => ({
    kind: 'saved' as const,
    versions: all.map((version) => {
      const saved = versions.save(version);
      // Thrown, so that what was saved before it is rolled back.
      if (saved.kind !== 'saved') throw new Refused({ ...saved, spider: version.spider ?? version.name });
      return saved;
    }),
  }));
  const measure = connection.query((of: SpiderName) => contents(rows.requireId(of)));
  const removeWhole = connection.change((of: SpiderName) => {
    const id = rows.requireId(of);
    const removed = contents(id);
    for (const run of runIds.all(id)) runs.removeWithin(run);
    queue.forgetSpider(id, 'Its spider was deleted.');
    schedules.forgetSpider(id);
    remove.run(id);
    outbox.write({ kind: 'spider', subject: String(id), ...of, what: 'deleted', version: null });
    return removed;
  });

  return {
    list: connection.query((project: string | null) => rows.list(project)),
    get: connection.query((of: SpiderName) => rows.get(of)),
    versions: connection.query((of: SpiderName) => rows.versions(of)),
    version: connection.query((of: SpiderName, number: number | null) => rows.version(of, number)),
    versionById: connection.query((id: string) => rows.versionById(id)),
    save: connection.change((version) => versions.save(version)),
    saveAll: async (all) => {
      try {
        return await storeAll(all);
      } catch (error) {
        if (error instanceof Refused) return error.result;
        throw error;
      }
    },
    newestTexts: connection.query((project: string) => newestTexts.all(project)),
    import: (document, { dryRun }) => (dryRun ? preview(document) : store(document)),
    delete: (of, { dryRun }) => (dryRun ? measure(of) : removeWhole(of)),
  };
}
