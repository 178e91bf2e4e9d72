import type { RunCause } from '../../../shared/run-cause.ts';
import type { StoreContext } from '../database/context.ts';
import type { ValueSql } from '../database/value-sql.ts';
import { isoTime, isoTimeOrNull } from '../database/rows.ts';
import { createFilledCounts, type FilledCounts } from '../items/filled-counts.ts';
import { currentRunSql } from '../runs/current-sql.ts';
import { createAbandonment } from '../runs/abandonment.ts';
import type { RunRow } from '../runs/run-queries.ts';
import { createRunReader } from '../runs/run-rows.ts';
import type { RunState } from '../runs/run-states.ts';
import type { FullRun, OverviewBounds, SpiderGlance } from './project-overview-queries.ts';

interface SpiderRow {
  id: number;
  name: string;
  version: number;
}

interface StoredRun {
  id: number;
  place: number;
  state: RunState;
  cause: RunCause | null;
  owner_pid: number | null;
  owner_lock: string | null;
  active_since: number | null;
  created_at: number;
  ended_at: number | null;
  at: number;
  items: number;
}

interface DeadRow {
  spider: number;
  id: number;
  attempts: number;
  reason: string | null;
  ended_at: number;
}

/** Runs whose counted values are kept: the window asks again and again while others run. */
const keptCounts = 2000;

/** Whether a run is a full one, or a generation made from one. */
const isFullSql = (values: ValueSql): string =>
  `(runs.kind = 'full' OR (runs.kind = 'reextract' AND json_extract(${values.object('runs.options')}, '$.limit') IS NULL))`;

/**
 * Returns a function that reads what is known of all spiders of a project, by name. It reads an index of the runs of each spider
 * from its end, and a few items of the last run of each.
 */
export function createProjectOverview(
  context: StoreContext,
): (project: number, bounds: OverviewBounds) => SpiderGlance[] {
  const { db, values } = context.connection;
  const isAbandoned = createAbandonment(context);
  const reader = createRunReader(context);
  const filled = createFilledCounts(context);
  const counted = new Map<string, { items: number; counts: FilledCounts[] }>();
  const text = db.prepare<[number], string>('SELECT document FROM spider_versions WHERE id = ?').pluck();
  const spiders = db.prepare<[number], SpiderRow>(
    `SELECT spiders.id, spiders.name, (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id) AS version
      FROM spiders WHERE project_id = ? ORDER BY name`,
  );
  const full = db.prepare<[number, number], StoredRun>(
    `SELECT id, coalesce(source_id, id) AS place, state, cause, owner_pid, owner_lock, active_since, created_at, ended_at,
        coalesce((SELECT coalesce(crawl.started_at, crawl.created_at) FROM runs AS crawl WHERE crawl.id = runs.source_id),
          started_at, created_at) AS at,
        (SELECT coalesce(sum(items), 0) FROM origins WHERE run_id = runs.id) AS items
      FROM runs WHERE spider_id = ? AND ${isFullSql(values)} AND ${currentRunSql} ORDER BY id DESC LIMIT ?`,
  );
  const newest = db
    .prepare<[number], number>(
      `SELECT id FROM runs WHERE spider_id = ? AND ${currentRunSql} ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const ofProject = 'spider_id IN (SELECT id FROM spiders WHERE project_id = ?)';
  const queued = db.prepare<[number], { spider: number; entries: number }>(
    `SELECT spider_id AS spider, count(*) AS entries FROM queue_entries
      WHERE state IN ('pending', 'running') AND ${ofProject} GROUP BY spider_id`,
  );
  const dead = db.prepare<[number], DeadRow>(
    `SELECT spider_id AS spider, id, attempts, reason, ended_at FROM queue_entries
      WHERE id IN (SELECT max(id) FROM queue_entries
        WHERE state = 'dead' AND cleared_at IS NULL AND ${ofProject} GROUP BY spider_id)`,
  );

  function fullRuns(spider: number, { since, least, most }: OverviewBounds): FullRun[] {
    const rows: StoredRun[] = [];
    let crawls = 0;
    // A generation has a greater id than its crawl, so what comes later belongs to earlier crawls.
    for (const row of full.iterate(spider, most)) {
      if (row.created_at < since && crawls >= least) break;
      rows.push(row);
      crawls += row.place === row.id ? 1 : 0;
    }
    return rows.sort((a, b) => b.place - a.place).map(fullRun);
  }

  function fullRun(row: StoredRun): FullRun {
    const isInterrupted = isAbandoned(row);
    return {
      run: String(row.id),
      at: isoTime(row.at),
      endedAt: isoTimeOrNull(row.ended_at),
      state: isInterrupted ? 'interrupted' : row.state,
      cause: isInterrupted ? null : row.cause,
      items: row.items,
    };
  }

  function lastRun(id: string | number | undefined): Pick<SpiderGlance, 'last' | 'lastText' | 'filled'> {
    if (id === undefined) return { last: null, lastText: '', filled: [] };
    const last = reader.require(String(id));
    return { last, lastText: text.get(Number(last.versionId)) ?? '', filled: filledOf(last) };
  }

  /** Items of a run are only added, so that their number tells whether they are as they were. */
  function filledOf({ id, counters }: RunRow): FilledCounts[] {
    const known = counted.get(id);
    if (known?.items === counters.items) return known.counts;
    const counts = filled(Number(id));
    counted.delete(id);
    counted.set(id, { items: counters.items, counts });
    for (const oldest of counted.keys()) {
      if (counted.size <= keptCounts) break;
      counted.delete(oldest);
    }
    return counts;
  }

  return (project, bounds) => {
    const waiting = new Map(queued.all(project).map(({ spider, entries }) => [spider, entries]));
    const givenUp = new Map(dead.all(project).map((row) => [row.spider, row]));
    return spiders.all(project).map(({ id, name, version }) => {
      const runs = fullRuns(id, bounds);
      const last = runs[0]?.run ?? newest.get(id);
      return {
        spider: name,
        version,
        runs,
        ...lastRun(last),
        queued: waiting.get(id) ?? 0,
        dead: deadEntry(givenUp.get(id)),
      };
    });
  };
}

function deadEntry(row: DeadRow | undefined): SpiderGlance['dead'] {
  if (row === undefined) return null;
  const { id, attempts, reason, ended_at } = row;
  return { entry: String(id), attempts, reason, endedAt: isoTime(ended_at) };
}
