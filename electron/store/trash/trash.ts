import type { StoreContext } from '../database/context.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import { requireProjectName, type ProjectRows } from '../projects/project-rows.ts';
import type { QueueRows } from '../queue/queue-rows.ts';
import { createRunChanges } from '../runs/run-changes.ts';
import { requireDeletable } from '../runs/deletable-run.ts';
import { createRunReader } from '../runs/run-rows.ts';
import type { ScheduleRows } from '../schedules/schedule-rows.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import type { VersionWriter } from '../spiders/version-writer.ts';
import { createTrashMembers, type Members } from './trash-members.ts';
import { createTrashRemoval } from './trash-removal.ts';
import { createTrashRows } from './trash-rows.ts';
import type { OtherName, RestoreResult, TrashQueries, TrashRow, TrashTarget } from './trash-queries.ts';

/** What the trash works with. */
export interface TrashParts {
  projects: ProjectRows;
  spiders: SpiderRows;
  versions: VersionWriter;
  queue: Pick<QueueRows, 'forgetSpider'>;
  schedules: ScheduleRows;
}

/** Implements `TrashQueries` on SQLite. */
export function createTrash(context: StoreContext, parts: TrashParts): TrashQueries {
  const { connection, now } = context;
  const { db } = connection;
  const members = createTrashMembers(context, { ...parts, runs: createRunReader(context) });
  const rows = createTrashRows(context);
  const putIn = createPut(context, parts);
  const restore = createRestore(context, parts);
  const step = createTrashRemoval(context);
  const mark = db.prepare<[{ id: number; now: number }]>(
    `UPDATE trash SET removing_at = @now WHERE removing_at IS NULL AND (id = @id OR id IN (
      SELECT r.trash_id FROM all_runs AS r JOIN all_spiders AS s ON s.id = r.spider_id WHERE s.trash_id = @id
      UNION SELECT page.trash_id FROM all_saved_pages AS page JOIN all_spiders AS s ON s.id = page.spider_id WHERE s.trash_id = @id
      UNION SELECT s.trash_id FROM all_spiders AS s JOIN all_projects AS p ON p.id = s.project_id WHERE p.trash_id = @id
      UNION SELECT r.trash_id FROM all_runs AS r JOIN all_spiders AS s ON s.id = r.spider_id
        JOIN all_projects AS p ON p.id = s.project_id WHERE p.trash_id = @id
      UNION SELECT page.trash_id FROM all_saved_pages AS page JOIN all_spiders AS s ON s.id = page.spider_id
        JOIN all_projects AS p ON p.id = s.project_id WHERE p.trash_id = @id))`,
  );
  const older = db
    .prepare<[number], number>(
      'SELECT id FROM trash WHERE removing_at IS NULL AND deleted_at < ? ORDER BY id',
    )
    .pluck();
  const outbox = createOutboxWriter(context);
  const removing = (id: number): number => mark.run({ id, now: now() }).changes;

  /** Removes an entry, unless it has gone along with another one, and tells those who show the trash. */
  function empty(id: number): void {
    if (removing(id) > 0) outbox.write({ kind: 'trash', subject: String(id), what: 'emptied' });
  }

  function put(targets: readonly TrashTarget[], { forGood = false } = {}): TrashRow[] {
    // All are there before the first is moved: of a project and a spider in it, the project may come first.
    const put = targets.map((target) => {
      const found = members.of(target);
      return rows.require(String(putIn(found, members.contents(found))));
    });
    if (forGood) for (const { id } of put) removing(Number(id));
    return put;
  }

  return {
    contents: connection.query((target: TrashTarget) => members.contents(members.of(target))),
    put: connection.change(put),
    list: connection.query(() => rows.all()),
    get: connection.query((id: string) => rows.require(id)),
    restore: connection.change((id: string, other: OtherName | null) => restore(rows.require(id), other)),
    remove: connection.change((id: string) => {
      const row = rows.require(id);
      empty(Number(id));
      return row;
    }),
    removeOlder: connection.change((before: number) => {
      const ids = older.all(before);
      for (const id of ids) empty(id);
      return ids.length;
    }),
    step: connection.change(step),
  };
}

/** Returns a function that moves something into the trash, and returns its row id there. */
function createPut(
  context: StoreContext,
  { queue, schedules }: TrashParts,
): (members: Members, contents: TrashRow['contents']) => number {
  const { now, connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const runs = createRunReader(context);
  const changes = createRunChanges(context);
  const requireNotNeeded = requireDeletable(context, runs);
  const insert = db
    .prepare<
      [
        Omit<TrashRow['contents'], never> &
          Pick<Members, 'kind' | 'project' | 'spider' | 'title'> & { now: number },
      ],
      number
    >(
      `INSERT INTO trash (kind, project, spider, title, deleted_at, spiders, versions, runs, paused, items, pages, bytes)
        VALUES (@kind, @project, @spider, @title, @now, @spiders, @versions, @runs, @paused, @items, @pages, @bytes) RETURNING id`,
    )
    .pluck();
  const markAll = (table: string) =>
    db.prepare<[{ trash: number; ids: string }]>(
      `UPDATE ${table} SET trash_id = @trash WHERE trash_id IS NULL AND id IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids))`,
    );
  const mark = {
    runs: markAll('all_runs'),
    spiders: markAll('all_spiders'),
    pages: markAll('all_saved_pages'),
    projects: markAll('all_projects'),
  };
  // No name can have a colon, so the name is free and nobody can ask for this one.
  const nameAway = (table: string) =>
    db.prepare<[{ trash: number; id: number }]>(
      `UPDATE ${table} SET name = 'trash:' || @trash WHERE id = @id`,
    );
  const away = { project: nameAway('all_projects'), spider: nameAway('all_spiders') };

  return ({ kind, head, project, spider, title, spiders, runs: ids, pages }, contents) => {
    // Read before they are marked, as they are to be told of.
    const along = new Set(ids);
    const deleted = ids.map((id) => requireNotNeeded(id, along));
    const trash = insert.get({ kind, project, spider, title, now: now(), ...contents });
    if (trash === undefined) throw new Error('Nothing was put into the trash.');
    const reason = kind === 'project' ? 'Its project was deleted.' : 'Its spider was deleted.';
    for (const { id } of spiders) {
      queue.forgetSpider(id, reason);
      schedules.forgetSpider(id);
    }
    mark.pages.run({ trash, ids: JSON.stringify(pages) });
    mark.runs.run({ trash, ids: JSON.stringify(ids) });
    mark.spiders.run({ trash, ids: JSON.stringify(spiders.map(({ id }) => id)) });
    if (kind === 'project') mark.projects.run({ trash, ids: JSON.stringify([head]) });
    if (kind === 'project' || kind === 'spider') away[kind].run({ trash, id: head });
    for (const run of deleted) changes.write(run, 'deleted');
    for (const { id, name } of spiders)
      outbox.write({
        kind: 'spider',
        subject: String(id),
        project,
        spider: name,
        what: 'deleted',
        version: null,
      });
    if (kind === 'project') outbox.write({ kind, subject: String(head), project, what: 'deleted' });
    if (kind === 'page' && spider !== null)
      outbox.write({ kind, subject: String(head), project, spider, what: 'deleted' });
    return trash;
  };
}

/** Returns a function that takes something out of the trash. */
function createRestore(
  context: StoreContext,
  { projects, spiders, versions, schedules }: TrashParts,
): (row: TrashRow, other: OtherName | null) => RestoreResult {
  const { connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const runs = createRunReader(context);
  const changes = createRunChanges(context);
  const membersOf = (table: string) =>
    db.prepare<[number], number>(`SELECT id FROM ${table} WHERE trash_id = ? ORDER BY id`).pluck();
  const members = {
    projects: membersOf('all_projects'),
    spiders: membersOf('all_spiders'),
    runs: membersOf('all_runs'),
    pages: membersOf('all_saved_pages'),
  };
  const unmark = ['all_projects', 'all_spiders', 'all_runs', 'all_saved_pages'].map((table) =>
    db.prepare<[number]>(`UPDATE ${table} SET trash_id = NULL WHERE trash_id = ?`),
  );
  const nameOf = (table: string) => db.prepare<[string, number]>(`UPDATE ${table} SET name = ? WHERE id = ?`);
  const name = { project: nameOf('all_projects'), spider: nameOf('all_spiders') };
  const spiderName = db.prepare<[number], { project: string; spider: string }>(
    `SELECT projects.name AS project, spiders.name AS spider FROM spiders JOIN projects ON projects.id = spiders.project_id
      WHERE spiders.id = ?`,
  );
  const forget = db.prepare<[number]>('DELETE FROM trash WHERE id = ?');

  /** Gives what is restored its name. @returns whether the name was free */
  function takeName({ kind, project, spider }: TrashRow, head: number | undefined, wanted: string): boolean {
    if (head === undefined || (kind !== 'project' && kind !== 'spider')) return true;
    requireProjectName(wanted);
    const isTaken =
      kind === 'project' ? projects.idOf(wanted) !== null : spiders.get({ project, spider: wanted }) !== null;
    if (isTaken || spider === undefined) return false;
    name[kind].run(wanted, head);
    return true;
  }

  /** Tells of a spider that is there again, and of what has become of its schedules meanwhile. */
  function tellSpider(id: number): void {
    const of = spiderName.get(id);
    if (of === undefined) throw new Error(`The spider ${id} was not restored.`);
    const version = spiders.version(of, null)?.number ?? null;
    outbox.write({ kind: 'spider', subject: String(id), ...of, what: 'restored', version });
  }

  return (row, other) => {
    const trash = Number(row.id);
    if (row.within !== null) return { kind: 'within', row };
    const [project] = members.projects.all(trash);
    const ofSpiders = members.spiders.all(trash);
    const ofRuns = members.runs.all(trash);
    const [page] = members.pages.all(trash);
    const head = row.kind === 'project' ? project : ofSpiders[0];
    const wanted = other?.name ?? (row.kind === 'project' ? row.project : (row.spider ?? ''));
    if (!takeName(row, head, wanted)) return { kind: 'taken', row, name: wanted };
    for (const statement of unmark) statement.run(trash);
    forget.run(trash);
    if (row.kind === 'project' && project !== undefined)
      outbox.write({ kind: 'project', subject: String(project), project: wanted, what: 'restored' });
    for (const id of ofSpiders) {
      tellSpider(id);
      schedules.restoreSpider(id);
    }
    for (const id of ofRuns) changes.write(runs.require(String(id)), 'restored');
    if (row.kind === 'page' && row.spider !== null && page !== undefined)
      outbox.write({
        kind: 'page',
        subject: String(page),
        project: row.project,
        spider: row.spider,
        what: 'restored',
      });
    const restored = {
      project: row.kind === 'project' ? wanted : row.project,
      spider: row.kind === 'spider' ? wanted : row.spider,
    };
    if (row.kind === 'spider' && other !== null && restored.spider !== null) {
      const of = { project: restored.project, spider: restored.spider };
      const text = spiders.version(of, null)?.text;
      if (text !== undefined)
        versions.save({ ...of, name: of.spider, text: other.revise(text), base: 'any', origin: 'rename' });
    }
    return { kind: 'restored', row, ...restored };
  };
}
