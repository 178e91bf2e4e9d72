import type { Breach, ExpectationReport } from '../../../shared/spider/expectation-report.ts';
import type { RunCause } from '../../../shared/run-cause.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { withDefaults } from '../../../shared/spider/default-settings.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { fieldsInUse } from '../../expectations/fields-in-use.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import { isEnded, type RunState } from '../../store/runs/run-states.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { defaultSettingsOf } from './effective-spider.ts';
import { stoppedByPerson } from './run-control.ts';
import { requireRun, runOrNull } from './require-run.ts';
import { countFields, fillsOf } from './run-fills.ts';
import { storedSpider } from './stored-spiders.ts';

/** Runs that are read of a spider, and how many full ones of them have their expectations and their fields read. */
const readRuns = 80;
const measuredRuns = 12;
const countedRuns = 10;
/** Items that tell how a full run has its fields, evenly spread. */
const sampledItems = 120;

/** How the items of a callback have a field. */
export interface FieldCount {
  callback: string;
  field: string;
  items: number;
  filled: number;
}

/** A full run of a spider, or the accepted generation that took its place. */
export interface PastRun {
  run: string;
  version: number;
  /** When its crawl began; ISO 8601. */
  at: string;
  /** When it ended; null: it has not. */
  endedAt: string | null;
  state: RunState;
  cause: RunCause | null;
  reason: string | null;
  items: number;
  /** What did not hold of what its spider expects. */
  breaches: Pick<Breach, 'field' | 'expectation' | 'message'>[];
  /** From an even sample of its items, and from its first items; empty where they were not counted. */
  fields: FieldCount[];
  head: FieldCount[];
}

/** What is known of a spider before it is sampled. */
export interface SpiderFacts {
  /** Its newest version. */
  version: number;
  /** The fields that it extracts, by callback. */
  asked: { callback: string; field: string }[];
  /** Whether full runs skip what earlier ones have extracted, so that their numbers of items say little. */
  isIncremental: boolean;
  /** Full runs, newest crawl first. */
  runs: PastRun[];
  /** What it limits runs to itself; null: nothing. */
  limits: { pages: number | null; seconds: number | null };
  /** The test run of the check before; null: there is none. */
  sample: string | null;
}

/** A sample that was fetched. */
export interface Sample {
  run: string;
  state: RunState;
  cause: RunCause | null;
  reason: string | null;
  items: number;
  /** Pages that were answered. */
  pages: number;
  /** null: the spider expects nothing. */
  report: Pick<ExpectationReport, 'fields' | 'breaches'> | null;
  fields: FieldCount[];
}

/**
 * What is known of a spider before it is sampled.
 * @param head number of first items of earlier runs that a sample is compared with
 * @throws HostError `unknown-spider`, `invalid-spider`
 */
export async function spiderFacts(
  workspace: Workspace,
  { project, spider: name, head }: { project: string; spider: string; head: number },
): Promise<SpiderFacts> {
  const { spider, version } = await storedSpider(workspace, project, name);
  const { queries } = workspace;
  const rows = await queries.runs.list({ project, spider: name, current: true, limit: readRuns });
  const full = rows
    .filter(({ kind, options }) => kind !== 'test' && options.limit === null)
    .toSorted((a, b) => Number(b.source ?? b.id) - Number(a.source ?? a.id));
  const runs: PastRun[] = [];
  for (const [place, row] of full.entries()) runs.push(await pastRun(workspace, row, { place, head }));
  const settings = withDefaults(spider.settings, await defaultSettingsOf(queries, project));
  const { CLOSESPIDER_PAGECOUNT: pages, CLOSESPIDER_TIMEOUT: seconds } = settings;
  const health = await queries.health.get({ project, spider: name });
  return {
    version,
    asked: askedOf(spider),
    isIncremental: readSettings(settings).incremental,
    runs,
    limits: { pages: positive(pages), seconds: positive(seconds) },
    sample: health?.sampled.run ?? null,
  };
}

/**
 * Why a run ended, as far as a run without a recorded cause shows it: those of earlier versions have none. null: it has not ended, or
 * there is no telling.
 */
function causeOf({ state, cause, reason, counters, breaches }: RunRow): RunCause | null {
  if (cause !== null) return cause;
  if (state === 'completed') return 'finished';
  if (state === 'stopped') return reason === stoppedByPerson ? 'stopped' : 'limit';
  if (state !== 'failed') return null;
  if (breaches > 0) return 'breached';
  if (counters.items > 0) return 'empty-items';
  return counters.done === 0 ? 'no-pages' : 'nothing-extracted';
}

const positive = (limit: number | null | undefined): number | null =>
  limit === null || limit === undefined || limit === 0 ? null : limit;

function askedOf(spider: Spider): SpiderFacts['asked'] {
  return [...fieldsInUse(spider)].flatMap(([callback, fields]) =>
    [...fields].map((field) => ({ callback, field })),
  );
}

async function pastRun(
  workspace: Workspace,
  row: RunRow,
  { place, head }: { place: number; head: number },
): Promise<PastRun> {
  const { queries } = workspace;
  const { id, version, state, reason, counters, source } = row;
  const crawl = source === null ? row : ((await runOrNull(workspace, source)) ?? row);
  const isMeasured = place < measuredRuns && row.breaches > 0;
  const report = isMeasured ? await queries.runs.expectations(id) : null;
  const isCounted = place < countedRuns && isEnded(state) && counters.items > 0;
  return {
    run: id,
    version,
    at: crawl.startedAt ?? crawl.createdAt,
    endedAt: crawl.endedAt,
    state,
    cause: causeOf(row),
    reason,
    items: counters.items,
    breaches: (report?.breaches ?? []).map(({ field, expectation, message }) => ({
      field,
      expectation,
      message,
    })),
    ...(isCounted ? await fieldCounts(workspace, row, head) : { fields: [], head: [] }),
  };
}

/** How all items of a run have its fields, and how the first ones have them. */
async function fieldCounts(
  workspace: Workspace,
  row: RunRow,
  head: number,
): Promise<Pick<PastRun, 'fields' | 'head'>> {
  const { project, spider: name, id: run, versionId } = row;
  const { spider } = validateSpider((await workspace.queries.spiders.versionById(versionId)).text);
  const all = await fillsOf(workspace, row, spider, sampledItems);
  const view = { project, spider: name, run, filters: [], words: [], sort: [], upTo: null };
  const first = await workspace.queries.items.slice(view, 0, head);
  return { fields: all.fields.map(countOf), head: countFields(first.rows, spider).fields.map(countOf) };
}

const countOf = ({ callback, field, items, filled }: FieldCount): FieldCount => ({
  callback,
  field,
  items,
  filled,
});

/** What a test run has fetched. @throws HostError `unknown-run` */
export async function sampleOf(workspace: Workspace, id: string): Promise<Sample> {
  const run = await requireRun(workspace, id);
  const { state, reason, counters, versionId } = run;
  const { spider } = validateSpider((await workspace.queries.spiders.versionById(versionId)).text);
  const { fields } = await fillsOf(workspace, run, spider);
  const report = await workspace.queries.runs.expectations(id);
  return {
    run: id,
    state,
    cause: causeOf(run),
    reason,
    items: counters.items,
    pages: counters.done,
    report: report === null ? null : { fields: report.fields, breaches: report.breaches },
    fields: fields.map(countOf),
  };
}
