import type { StoreContext } from '../database/context.ts';
import { isoTime } from '../database/rows.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { LibraryImport, LibraryOrigin, PackQueries } from './pack-queries.ts';
import type { SpiderRows } from './spider-rows.ts';
import type { VersionWriter } from './version-writer.ts';

/** What is known of imports from the library. */
interface Imports {
  /** Notes, within a transaction of its caller, where a version of a spider came from. */
  note(spider: number, number: number, from: LibraryOrigin): void;
  queries: Pick<PackQueries, 'imports' | 'imported' | 'goBack'>;
}

type Row = Omit<LibraryImport, 'from' | 'importedAt'> & LibraryOrigin & { imported_at: number };

/** Implements on SQLite what is known of imports from the library. */
export function createImports(
  { connection, now }: StoreContext,
  spiders: SpiderRows,
  versions: VersionWriter,
): Imports {
  const { db } = connection;
  const put = db.prepare<[LibraryOrigin & { spider: number; number: number; base: number; now: number }]>(
    `INSERT INTO library_imports (version_id, base_id, registry, name, version, sha256, kind, imported_at)
      SELECT v.id, base.id, @registry, @name, @version, @sha256, @kind, @now
      FROM spider_versions AS v JOIN spider_versions AS base ON base.spider_id = v.spider_id AND base.number = @base
      WHERE v.spider_id = @spider AND v.number = @number
      ON CONFLICT (version_id) DO UPDATE SET base_id = excluded.base_id, registry = excluded.registry, name = excluded.name,
        version = excluded.version, sha256 = excluded.sha256, kind = excluded.kind, imported_at = excluded.imported_at`,
  );
  const columns = `SELECT projects.name AS project, spiders.name AS spider, v.number, base.number AS base, registry, imports.name,
      imports.version, sha256, kind, imported_at
    FROM library_imports AS imports JOIN spider_versions AS v ON v.id = imports.version_id
    JOIN spider_versions AS base ON base.id = imports.base_id
    JOIN spiders ON spiders.id = v.spider_id JOIN projects ON projects.id = spiders.project_id`;
  const ofSpider = db.prepare<[SpiderName], Row>(
    `${columns} WHERE projects.name = @project AND spiders.name = @spider ORDER BY v.number DESC`,
  );
  const newest = db.prepare<[{ project: string | null }], Row>(
    `${columns} WHERE (@project IS NULL OR projects.name = @project)
      AND v.number = (SELECT max(number) FROM spider_versions
        WHERE spider_id = spiders.id AND id IN (SELECT version_id FROM library_imports))
      ORDER BY projects.name, spiders.name`,
  );
  const imports = (of: SpiderName): LibraryImport[] => ofSpider.all(of).map(libraryImport);

  const goBack = connection.change<Parameters<PackQueries['goBack']>, number | null>(
    ({ project, spider, text, note, newest: base, like }) => {
      const saved = versions.save({ project, spider, name: spider, text, base, note });
      if (saved.kind !== 'saved') return null;
      const origin = imports({ project, spider }).find(({ number }) => number === like);
      if (origin !== undefined) {
        const id = spiders.requireId({ project, spider });
        put.run({ ...origin.from, spider: id, number: saved.version, base: origin.base, now: now() });
      }
      return saved.version;
    },
  );

  return {
    note: (spider, number, from) => put.run({ ...from, spider, number, base: number, now: now() }),
    queries: {
      imports: connection.query(imports),
      imported: connection.query((project: string | null) => newest.all({ project }).map(libraryImport)),
      goBack,
    },
  };
}

function libraryImport({ project, spider, number, base, imported_at, ...from }: Row): LibraryImport {
  return { project, spider, number, base, from, importedAt: isoTime(imported_at) };
}
