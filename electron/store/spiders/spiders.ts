import type { StoreContext } from '../database/context.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type {
  ImportedDocument,
  NewestText,
  NewVersion,
  SaveAllResult,
  SpiderQueries,
  SpiderVersion,
  VersionMarks,
  VersionSummary,
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
): SpiderQueries {
  const { connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const newestTexts = db.prepare<[string], NewestText>(
    `SELECT spiders.name AS spider, v.number AS version, v.document AS text, drafts.text AS draft
    FROM spiders JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.spider_id = spiders.id
      AND v.number = (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id)
    LEFT JOIN drafts ON drafts.spider_id = spiders.id
    WHERE projects.name = ? ORDER BY spiders.name`,
  );

  function mark(
    of: SpiderName,
    number: number,
    marks: VersionMarks,
  ): { kind: 'marked'; version: VersionSummary } | { kind: 'taken'; holder: number } {
    const holder = typeof marks.label === 'string' ? rows.labelled(of, marks.label) : null;
    if (holder !== null && holder.number !== number) return { kind: 'taken', holder: holder.number };
    const version = summaryOf(rows.mark(of, number, marks));
    const subject = String(rows.requireId(of));
    outbox.write({
      kind: 'spider',
      subject,
      project: of.project,
      spider: of.spider,
      what: 'marked',
      version: null,
    });
    return { kind: 'marked', version };
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
  return {
    list: connection.query((project: string | null) => rows.list(project)),
    get: connection.query((of: SpiderName) => rows.get(of)),
    projectsOf: connection.query((spider: string) => rows.projectsOf(spider)),
    versions: connection.query((of: SpiderName) => rows.versions(of)),
    version: connection.query((of: SpiderName, number: number | null) => rows.version(of, number)),
    labelled: connection.query((of: SpiderName, label: string) => rows.labelled(of, label)),
    mark: connection.change(mark),
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
  };
}

const summaryOf = ({
  id: _id,
  spider: _spider,
  project: _project,
  text: _text,
  ...summary
}: SpiderVersion): VersionSummary => summary;
