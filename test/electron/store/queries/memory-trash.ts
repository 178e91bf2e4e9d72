import { notFound, StoreError } from '../../../../electron/store/errors.ts';
import { requireProjectName } from '../../../../electron/store/projects/project-rows.ts';
import { isEnded, isUnderway } from '../../../../electron/store/runs/run-states.ts';
import type {
  OtherName,
  RestoreResult,
  TrashContents,
  TrashQueries,
  TrashRow,
  TrashTarget,
} from '../../../../electron/store/trash/trash-queries.ts';
import { decide } from '../../../../shared/schedules/decide.ts';
import { runChange } from './memory-outbox.ts';
import { readRun } from './memory-run-rows.ts';
import { spidersOf } from './memory-spiders.ts';
import {
  isoTime,
  itemCount,
  type KeptSavedPage,
  type KeptSchedule,
  type KeptTrash,
  type Run,
  type Spider,
  type Tables,
} from './memory-tables.ts';

/** A project, as far as the trash has to do with it. */
type Project = NonNullable<KeptTrash['project']>;

/** What a target has, where it lies. */
interface Found {
  project: Project;
  projectName: string;
  /** The spiders that are deleted, by name. */
  spiders: [string, Spider][];
  runs: Run[];
  pages: KeptSavedPage[];
}

export function trashOf(tables: Tables): TrashQueries {
  const { trash } = tables;

  function place(of: Spider): { project: string; spider: string } | null {
    for (const [project, { spiders }] of tables.projects)
      for (const [spider, each] of spiders) if (each === of) return { project, spider };
    return null;
  }

  const isIn = (project: Project): boolean => [...tables.projects.values()].includes(project);

  function rowOf({ row, project, spider }: KeptTrash): TrashRow {
    const at = spider === null ? null : place(spider);
    const isHere = project !== null && isIn(project);
    const name = [...tables.projects].find(([, each]) => each === project)?.[0];
    const isPart = row.kind === 'run' || row.kind === 'page';
    const within = row.kind !== 'project' && !isHere ? 'project' : isPart && at === null ? 'spider' : null;
    return { ...row, project: name ?? row.project, spider: at?.spider ?? row.spider, within };
  }

  function require(id: string): KeptTrash {
    const kept = trash.get(id);
    if (kept === undefined) throw notFound(`entry "${id}" of the trash`);
    return kept;
  }

  const pagesOf = (project: string, spider: string): KeptSavedPage[] =>
    [...tables.savedPages.values()].filter(({ row }) => row.project === project && row.spider === spider);

  function find(target: TrashTarget): Found & Pick<TrashRow, 'spider' | 'run' | 'title'> {
    const none = { spider: null, run: null, title: null };
    if (target.kind === 'project') {
      const project = tables.projects.get(target.project);
      if (project === undefined) throw notFound(`project "${target.project}"`);
      const spiders = [...project.spiders];
      const runs = spiders.flatMap(([, { runs }]) => runs);
      const pages = spiders.flatMap(([name]) => pagesOf(target.project, name));
      return { ...none, project, projectName: target.project, spiders, runs, pages };
    }
    const page = target.kind === 'page' ? tables.savedPages.get(target.page) : undefined;
    if (target.kind === 'page' && page === undefined) throw notFound(`saved page "${target.page}"`);
    const named =
      target.kind === 'spider' ? target : target.kind === 'run' ? readRun(tables, target.run) : page?.row;
    const of =
      named === undefined || named.spider === null
        ? undefined
        : { project: named.project, spider: named.spider };
    const spider = of === undefined ? null : tables.spider(of);
    const project = tables.projects.get(of?.project ?? '');
    if (of === undefined || spider === null || project === undefined) throw notFound('what is to be deleted');
    const found = {
      ...none,
      project,
      projectName: of.project,
      spider: of.spider,
      spiders: [],
      runs: [],
      pages: [],
    };
    if (target.kind === 'spider')
      return {
        ...found,
        spiders: [[of.spider, spider]],
        runs: spider.runs,
        pages: pagesOf(of.project, of.spider),
      };
    if (target.kind === 'run') return { ...found, run: target.run, runs: [tables.run(target.run)] };
    const copies = [...tables.savedPages.values()].filter(({ row }) => row.copyOf === target.page);
    return { ...found, title: page?.row.title ?? '', pages: page === undefined ? [] : [page, ...copies] };
  }

  function contents({ spiders, runs, pages }: Found): TrashContents {
    return {
      spiders: spiders.length,
      versions: spiders.reduce((sum, [, { versions }]) => sum + versions.length, 0),
      runs: runs.length,
      paused: runs.filter(({ row }) => row.state === 'paused' || row.state === 'interrupted').length,
      items: runs.reduce((sum, run) => sum + itemCount(run), 0),
      pages: pages.filter(({ row }) => row.copyOf === null).length,
      bytes: pages.reduce((sum, { html }) => sum + html.length, 0),
    };
  }

  function requireIdle(runs: readonly Run[]): void {
    if (runs.some(({ row }) => isUnderway(readRun(tables, row.id).state)))
      throw new StoreError('conflict', 'A run is being carried out.', 'Pause it first.');
    const needed = tables
      .runs()
      .some(({ row }) => !isEnded(row.state) && runs.some((run) => run.row.id === row.source));
    if (needed && runs.length === 1)
      throw new StoreError('conflict', 'A generation of it has not ended.', '');
  }

  function put(target: TrashTarget): TrashRow {
    const found = find(target);
    const { project, projectName, spiders, spider: name, run, title, pages } = found;
    requireIdle(found.runs);
    const runs = [...found.runs];
    const counted = contents(found);
    const deleted = runs.map(({ row }) => runChange(readRun(tables, row.id), 'deleted'));
    const links = tables.queue.entries.flatMap((entry) =>
      runs.some(({ row }) => row.id === entry.row.run) ? [{ entry, run: entry.row.run }] : [],
    );
    const owner = name === null ? null : (project.spiders.get(name) ?? null);
    const names = new Set(spiders.map(([each]) => each));
    const isOurs = ({ row }: { row: { project: string; spider: string } }): boolean =>
      row.project === projectName && names.has(row.spider);
    const entries = tables.queue.entries.filter(isOurs);
    const schedules = [...tables.schedules.values()].filter(isOurs);
    const reason = target.kind === 'project' ? 'Its project was deleted.' : 'Its spider was deleted.';
    for (const [each] of spiders) tables.removeSpider({ project: projectName, spider: each }, reason);
    if (target.kind === 'run' && owner !== null) owner.runs = owner.runs.filter(({ row }) => row.id !== run);
    for (const { row } of pages) tables.savedPages.delete(row.id);
    for (const { entry } of links) entry.row.run = null;
    const drafts =
      target.kind === 'project'
        ? [...tables.unsaved.values()].filter((draft) => draft.project === projectName)
        : [];
    for (const { id } of drafts) tables.unsaved.delete(id);
    for (const change of deleted) tables.tell(change);
    if (target.kind === 'project') {
      tables.projects.delete(projectName);
      tables.tell({ kind: 'project', subject: project.id, project: projectName, what: 'deleted' });
    }
    if (target.kind === 'page' && name !== null)
      tables.tell({
        ...{ kind: 'page', subject: target.page },
        ...{ project: projectName, spider: name, what: 'deleted' },
      });
    const deletedAt = isoTime(tables.now);
    const row = {
      id: tables.newId(),
      kind: target.kind,
      project: projectName,
      spider: name,
      run,
      title,
      deletedAt,
      contents: counted,
    };
    trash.set(row.id, {
      row,
      project,
      spider: owner,
      spiders,
      runs,
      pages,
      entries,
      schedules,
      links,
      drafts,
    });
    return rowOf(require(row.id));
  }

  /** Removes an entry, and those of what belongs to it. */
  function remove(id: string): void {
    const { row, project, spider } = require(id);
    trash.delete(id);
    for (const [other, kept] of trash) {
      if (row.kind === 'project' && kept.project === project) trash.delete(other);
      if (row.kind === 'spider' && kept.spider === spider) trash.delete(other);
    }
  }

  function empty(id: string): void {
    remove(id);
    tables.tell({ kind: 'trash', subject: id, what: 'emptied' });
  }

  /** Puts a schedule back, whose moments that have passed are skipped. */
  function restoreSchedule(schedule: KeptSchedule, project: string, spider: string): void {
    const { row } = schedule;
    Object.assign(row, { project, spider });
    const reason = 'Its spider was in the trash.';
    const due = row.enabled ? decide(row, tables.now, () => reason) : null;
    for (const { dueAt } of due?.moments ?? [])
      schedule.ticks.push({
        dueAt: isoTime(dueAt),
        decidedAt: isoTime(tables.now),
        outcome: 'skipped',
        reason,
        entry: null,
      });
    if (due !== null) row.decidedUntil = due.decidedUntil;
    tables.schedules.set(row.id, schedule);
    tables.tell({
      kind: 'schedule',
      subject: row.id,
      project,
      spider,
      what: 'added',
      dueAt: null,
      reason: null,
    });
  }

  function restoreSpider(
    kept: KeptTrash,
    [before, spider]: [string, Spider],
    of: { project: string; spider: string },
  ): void {
    tables.projects.get(of.project)?.spiders.set(of.spider, spider);
    const version = spider.versions.length;
    tables.tell({ kind: 'spider', subject: spider.id, ...of, what: 'restored', version });
    const isOurs = ({ row }: { row: { spider: string | null } }): boolean => row.spider === before;
    for (const entry of kept.entries.filter(isOurs)) Object.assign(entry.row, of, { spiderExists: true });
    for (const schedule of kept.schedules.filter(isOurs)) restoreSchedule(schedule, of.project, of.spider);
    for (const page of kept.pages.filter(isOurs)) Object.assign(page.row, of);
  }

  async function restore(id: string, other: OtherName | null): Promise<RestoreResult> {
    const kept = require(id);
    const row = rowOf(kept);
    const { project, spiders, spider } = kept;
    if (row.within !== null || project === null) return { kind: 'within', row };
    const wanted = other?.name ?? (row.kind === 'project' ? row.project : (row.spider ?? ''));
    if (row.kind === 'project' || row.kind === 'spider') requireProjectName(wanted);
    const isTaken =
      row.kind === 'project'
        ? tables.projects.has(wanted)
        : row.kind === 'spider' && project.spiders.has(wanted);
    if (isTaken) return { kind: 'taken', row, name: wanted };
    trash.delete(id);
    const projectName = row.kind === 'project' ? wanted : row.project;
    if (row.kind === 'project') {
      tables.projects.set(wanted, project);
      tables.tell({ kind: 'project', subject: project.id, project: wanted, what: 'restored' });
    }
    for (const each of spiders)
      restoreSpider(kept, each, { project: projectName, spider: row.kind === 'spider' ? wanted : each[0] });
    if (row.kind === 'run' && spider !== null)
      spider.runs = [...spider.runs, ...kept.runs].toSorted((a, b) => Number(a.row.id) - Number(b.row.id));
    if (row.kind === 'page' && spider !== null)
      for (const page of kept.pages) Object.assign(page.row, place(spider));
    const pages = [...tables.savedPages.values(), ...kept.pages];
    tables.savedPages.clear();
    for (const page of pages.toSorted((a, b) => Number(a.row.id) - Number(b.row.id)))
      tables.savedPages.set(page.row.id, page);
    for (const { entry, run } of kept.links) entry.row.run = run;
    for (const draft of kept.drafts) tables.unsaved.set(draft.id, { ...draft, project: projectName });
    for (const { row: run } of kept.runs) tables.tell(runChange(readRun(tables, run.id), 'restored'));
    const [page] = kept.pages;
    if (row.kind === 'page' && row.spider !== null && page !== undefined)
      tables.tell({
        ...{ kind: 'page', subject: page.row.id },
        ...{ project: row.project, spider: row.spider, what: 'restored' },
      });
    const restored = row.kind === 'spider' ? wanted : row.spider;
    if (row.kind === 'spider' && other !== null) {
      const of = { project: projectName, spider: wanted };
      const text = tables.spider(of)?.versions.at(-1)?.text ?? '';
      await spidersOf(tables).save({
        ...of,
        name: wanted,
        text: other.revise(text),
        base: 'any',
        origin: 'rename',
      });
    }
    return { kind: 'restored', row, project: projectName, spider: restored };
  }

  return {
    async contents(target) {
      return contents(find(target));
    },
    async put(targets, { forGood = false } = {}) {
      const rows = targets.map(put);
      if (forGood) for (const { id } of rows) remove(id);
      return rows;
    },
    async list() {
      return [...trash.values()].map(rowOf).toReversed();
    },
    async get(id) {
      return rowOf(require(id));
    },
    restore,
    async remove(id) {
      const row = rowOf(require(id));
      empty(id);
      return row;
    },
    async removeOlder(before) {
      const old = [...trash.values()].filter(({ row }) => Date.parse(row.deletedAt) < before);
      for (const { row } of old) if (trash.has(row.id)) empty(row.id);
      return old.length;
    },
    step: async () => false,
  };
}
