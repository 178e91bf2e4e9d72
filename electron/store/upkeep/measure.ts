import type { StorageKind } from '../../../shared/storage-kinds.ts';
import type { StoreContext } from '../database/context.ts';
import { shares, type Shares } from './shares.ts';

/** Bytes of one kind, and whose they are; null: nobody's. */
export interface StoredPart {
  kind: StorageKind;
  project: string | null;
  spider: string | null;
  run: string | null;
  bytes: number;
}

/** What takes the room of a database. The bytes of all parts add up to its size. */
export interface Measurement {
  bytes: number;
  parts: StoredPart[];
}

/** Called between the steps with the share that is done, from 0 to 1. What it throws ends the work. */
export type OnShare = (share: number) => void;

type Owner = Pick<StoredPart, 'project' | 'spider' | 'run'>;
const nobody: Owner = { project: null, spider: null, run: null };

/** Part of a table, from 0 to 1. */
interface Share {
  owner: Owner;
  inTrash: boolean;
  share: number;
}

interface StoredObject {
  name: string;
  table: string;
  isIndex: boolean;
}

/**
 * Reads how much of the file each table and index takes, from the pages themselves, and shares that among the owners of the rows.
 * It reads the whole file but for the bodies of pages, as one snapshot; others write meanwhile.
 */
export function measure({ connection }: StoreContext, onShare: OnShare): Measurement {
  const { file: db } = connection;
  const objects = db
    .prepare<[], { name: string; table: string; isIndex: number }>(
      `SELECT name, tbl_name AS "table", type = 'index' AS isIndex FROM sqlite_schema
        WHERE type IN ('table', 'index') AND rootpage > 0`,
    )
    .all()
    .map((object): StoredObject => ({ ...object, isIndex: object.isIndex === 1 }));
  const sizeOf = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = ? AND aggregate = TRUE',
    )
    .pluck();
  const number = (pragma: string): number => Number(db.pragma(pragma, { simple: true }));

  const read = db.transaction((): Measurement => {
    const owners = createOwners(connection.db);
    const pageBytes = number('page_size');
    const bytes = number('page_count') * pageBytes;
    const parts = new Parts();
    const sharesOf = new Map<string, readonly Share[]>();
    let told = number('freelist_count') * pageBytes;
    parts.add('free', nobody, told);
    let done = 0;
    for (const { name, table, isIndex } of objects) {
      const size = sizeOf.get(name) ?? 0;
      told += size;
      const rule = shares[table];
      const kind = rule === undefined ? 'other' : isIndex ? 'indexes' : rule.kind;
      let split = sharesOf.get(table);
      if (split === undefined) {
        split = rule === undefined ? [] : owners.split(rule);
        sharesOf.set(table, split);
      }
      if (split.length === 0) parts.add(kind, nobody, size);
      for (const { owner, inTrash, share } of split) parts.add(inTrash ? 'trash' : kind, owner, size * share);
      done += 1;
      onShare(done / objects.length);
    }
    // The schema, and pages that SQLite keeps its own accounts in.
    parts.add('other', nobody, bytes - told);
    return { bytes, parts: parts.all() };
  });
  return read.deferred();
}

/** Parts by kind and owner. */
class Parts {
  readonly #parts = new Map<string, StoredPart>();

  add(kind: StorageKind, { project, spider, run }: Owner, bytes: number): void {
    const key = `${kind} ${run ?? ''} ${project ?? ''} ${spider ?? ''}`;
    const known = this.#parts.get(key);
    if (known === undefined) this.#parts.set(key, { kind, project, spider, run, bytes });
    else known.bytes += bytes;
  }

  all(): StoredPart[] {
    return [...this.#parts.values()].filter(({ bytes }) => bytes > 0);
  }
}

/** Whose a row is by its owner's id; `trash`: it was deleted and can be restored. */
type Found = Owner | 'trash';

function createOwners(db: StoreContext['connection']['db']) {
  const rows = <T>(sql: string): (T & { id: number; trash: number | null })[] =>
    db.prepare<[], T & { id: number; trash: number | null }>(sql).all();
  const projects = new Map<number, Found>();
  for (const { id, name, trash } of rows<{ name: string }>(
    'SELECT id, name, trash_id AS trash FROM all_projects',
  ))
    projects.set(id, trash === null ? { ...nobody, project: name } : 'trash');
  const spiders = new Map<number, Found>();
  for (const { id, name, owner, trash } of rows<{ name: string; owner: number }>(
    'SELECT id, name, project_id AS owner, trash_id AS trash FROM all_spiders',
  ))
    spiders.set(id, within(projects.get(owner), trash, { spider: name }));
  const runs = new Map<number, Found>();
  for (const { id, owner, trash } of rows<{ owner: number }>(
    'SELECT id, spider_id AS owner, trash_id AS trash FROM all_runs',
  ))
    runs.set(id, within(spiders.get(owner), trash, { run: String(id) }));
  const all: Readonly<Record<Shares['by'], ReadonlyMap<number, Found>>> = {
    project: projects,
    spider: spiders,
    run: runs,
  };
  return {
    /** The owners of the rows of a table, with shares that add up to 1; none where it is empty. */
    split({ by, sql }: Shares): Share[] {
      const weights = db.prepare<[], { id: number | null; weight: number }>(sql).all();
      const total = weights.reduce((sum, { weight }) => sum + weight, 0);
      return weights.map(({ id, weight }) => {
        const found = all[by].get(id ?? 0) ?? nobody;
        const inTrash = found === 'trash';
        return { owner: inTrash ? nobody : found, inTrash, share: weight / Math.max(1, total) };
      });
    },
  };
}

/** What lies in the trash takes along what belongs to it. */
function within(above: Found | undefined, trash: number | null, own: Partial<Owner>): Found {
  if (trash !== null || above === 'trash') return 'trash';
  return { ...(above ?? nobody), ...own };
}
