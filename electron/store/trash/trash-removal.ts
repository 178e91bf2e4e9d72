import type { StoreContext } from '../database/context.ts';

/** Rows of a table that one step removes at most. */
const most = 1000;

/** A table that goes with a run or a spider before that goes itself, and what tells its rows apart. */
interface Belonging {
  table: string;
  of: 'run_id' | 'spider_id';
  key: string;
}

const ofRuns: readonly Belonging[] = [
  { table: 'events', of: 'run_id', key: 'id' },
  { table: 'rows', of: 'run_id', key: 'id' },
  { table: 'own_items', of: 'run_id', key: '(run_id, request_id, position)' },
  { table: 'response_heads', of: 'run_id', key: '(run_id, number)' },
  { table: 'aliases', of: 'run_id', key: '(run_id, fingerprint)' },
  { table: 'item_keys', of: 'run_id', key: '(run_id, hash)' },
];
const ofSpiders: readonly Belonging[] = [
  { table: 'memory', of: 'spider_id', key: '(spider_id, fingerprint)' },
  { table: 'answers', of: 'spider_id', key: 'id' },
  { table: 'dataset_sightings', of: 'spider_id', key: '(spider_id, key, place)' },
  { table: 'dataset_entries', of: 'spider_id', key: '(spider_id, key)' },
];

/**
 * Returns a function that frees some of the room of what is to go for good, within a transaction of its caller, and says whether there
 * is more. Nobody sees what it is at, so it may be cut off between any two steps.
 */
export function createTrashRemoval({ connection: { db } }: StoreContext): () => boolean {
  const isGoing = (table: string) => `SELECT ${table}.id FROM ${table} JOIN trash ON trash.id = trash_id
    WHERE removing_at IS NOT NULL ORDER BY ${table}.id LIMIT 1`;
  const next = {
    run: db.prepare<[], number>(isGoing('all_runs')).pluck(),
    spider: db.prepare<[], number>(isGoing('all_spiders')).pluck(),
    project: db.prepare<[], number>(isGoing('all_projects')).pluck(),
  };
  const pages = db.prepare<[]>(
    `DELETE FROM all_saved_pages WHERE id IN (SELECT all_saved_pages.id FROM all_saved_pages JOIN trash ON trash.id = trash_id
      WHERE removing_at IS NOT NULL ORDER BY copy_of IS NULL LIMIT 50)`,
  );
  const entries = db.prepare<[]>(`DELETE FROM trash WHERE removing_at IS NOT NULL`);
  const remove = (table: string) => db.prepare<[number]>(`DELETE FROM ${table} WHERE id = ?`);
  const heads = { run: remove('all_runs'), spider: remove('all_spiders'), project: remove('all_projects') };
  // Origins go first, so that the triggers that count requests and items have no work.
  const origins = db.prepare<[number]>('DELETE FROM origins WHERE run_id = ?');
  const requestIds = db
    .prepare<[number, number], number>('SELECT id FROM requests WHERE run_id = ? LIMIT ?')
    .pluck();
  const among = 'IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids))';
  const storedPages = db.prepare<[{ ids: string }]>(
    `DELETE FROM pages WHERE id IN (SELECT page_id FROM requests WHERE id ${among} AND page_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM requests WHERE page_id = pages.id AND id NOT ${among})`,
  );
  const items = db.prepare<[{ ids: string }]>(`DELETE FROM items WHERE request_id ${among}`);
  const requests = db.prepare<[{ ids: string }]>(`DELETE FROM requests WHERE id ${among}`);
  const belonging = (all: readonly Belonging[]) =>
    all.map(({ table, of, key }) =>
      db.prepare<[number]>(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key.replace(/[()]/g, '')} FROM ${table} WHERE ${of} = ? LIMIT ${most})`,
      ),
    );
  const belongingOf = { run: belonging(ofRuns), spider: belonging(ofSpiders) };

  /** Removes some of what belongs to a run or a spider. @returns whether there was any */
  const removeSome = (what: 'run' | 'spider', id: number): boolean =>
    belongingOf[what].some((statement) => statement.run(id).changes > 0);

  const withFile = db
    .prepare<[number], number>('SELECT request_id FROM file_requests WHERE run_id = ? LIMIT 8')
    .pluck();
  const storedFiles = db.prepare<[{ ids: string }]>(
    `DELETE FROM files WHERE id IN (SELECT file_id FROM file_requests WHERE request_id ${among} AND file_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM file_requests WHERE file_id = files.id AND request_id NOT ${among})`,
  );
  const fileRequests = db.prepare<[{ ids: string }]>(`DELETE FROM file_requests WHERE request_id ${among}`);

  // The chunks of a long file go one after the other: what a step removes has a bound.
  const chunksLeft = db.prepare<[]>(
    `DELETE FROM file_chunks WHERE id IN (SELECT file_chunks.id FROM long_files JOIN file_chunks ON long_file_id = long_files.id
      WHERE file_id IS NULL AND long_files.request_id IS NULL LIMIT 8)`,
  );
  const longFilesLeft = db.prepare<[]>('DELETE FROM long_files WHERE file_id IS NULL AND request_id IS NULL');

  /** Removes some files that no other run has. @returns whether there were any */
  function removeFiles(run: number): boolean {
    const some = withFile.all(run);
    if (some.length === 0) return false;
    const ids = JSON.stringify(some);
    storedFiles.run({ ids });
    fileRequests.run({ ids });
    return true;
  }

  function removeOfRun(run: number): void {
    if (removeFiles(run)) return;
    const some = requestIds.all(run, most);
    if (some.length === 0) {
      if (!removeSome('run', run)) heads.run.run(run);
      return;
    }
    origins.run(run);
    const ids = JSON.stringify(some);
    storedPages.run({ ids });
    items.run({ ids });
    requests.run({ ids });
  }

  return () => {
    if (chunksLeft.run().changes > 0 || longFilesLeft.run().changes > 0) return true;
    const run = next.run.get();
    if (run !== undefined) {
      removeOfRun(run);
      return true;
    }
    if (pages.run().changes > 0) return true;
    const spider = next.spider.get();
    if (spider !== undefined) {
      if (!removeSome('spider', spider)) heads.spider.run(spider);
      return true;
    }
    const project = next.project.get();
    if (project !== undefined) {
      heads.project.run(project);
      return true;
    }
    entries.run();
    return false;
  };
}
