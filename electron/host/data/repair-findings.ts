import type { FieldBreach, FieldFill, FillFall } from '../../../shared/contract/types.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { readRepairMode, setRepairMode } from './repair-modes.ts';
import { requireRun } from './require-run.ts';
import { runSummary } from './rows.ts';
import { fillsOf } from './run-fills.ts';
import { requireSpider } from './stored-spiders.ts';

/** Earlier runs that are looked at. */
const maxEarlier = 5;
/** Items of a callback from which its fill rates say something. */
const fewest = 5;
/** How far a rate must have fallen: in points, and as a share of what it was. */
const fallen = { points: 0.2, share: 0.25 };

/** What is wrong with the data of a run, and the earlier run that shows how it was. */
export interface RepairFindings {
  /** null: no earlier run shows more. */
  readonly against: RunRow | null;
  /** What is filled less often than in the earlier run. */
  readonly falls: FillFall[];
  /** What breaches the expectations of the run's spider. */
  readonly breaches: FieldBreach[];
}

/**
 * Finds what a repair may mend in a run: fields that are filled less often than in an earlier run, and fields whose fill rate, type or
 * pattern is not what the spider expects. The earlier run is the newest in which more was filled, or the same fields were as expected;
 * else, where no field is breached, the newest that has items.
 * @param against id of the earlier run; null: it is chosen
 */
export async function findingsOf(
  workspace: Workspace,
  run: RunRow,
  against: string | null,
): Promise<RepairFindings> {
  const own = await ratesOf(workspace, run);
  const breaches = await breachesOf(workspace, run);
  const fallsSince = async (row: RunRow): Promise<FillFall[]> =>
    compareFills(await ratesOf(workspace, row), own).filter(({ field }) => field !== null || isOver(run));
  if (against !== null) {
    const row = await requireRun(workspace, against);
    return { against: row, falls: await fallsSince(row), breaches };
  }
  const earlier = await workspace.queries.runs.list({
    project: run.project,
    spider: run.spider,
    before: run.id,
    current: true,
    limit: maxEarlier,
  });
  // What was extracted again has the pages of another run, and says nothing of the site.
  const withItems = earlier.filter(({ kind, counters }) => kind !== 'reextract' && counters.items >= fewest);
  for (const row of withItems) {
    const falls = await fallsSince(row);
    if (falls.length > 0) return { against: row, falls, breaches };
  }
  for (const row of breaches.length === 0 ? [] : withItems) {
    const before = new Set((await breachesOf(workspace, row)).map(({ field }) => field));
    if (breaches.every(({ field }) => !before.has(field))) return { against: row, falls: [], breaches };
  }
  // Failing pages of a run can be compared with good ones of it, but not items that are missing.
  const isWithin = breaches.some(({ field }) => field !== null);
  return { against: isWithin ? null : (withItems[0] ?? null), falls: [], breaches };
}

/** Whether nothing more comes, so that a callback without items has none. */
const isOver = ({ state }: RunRow): boolean => state !== 'paused' && state !== 'interrupted';

/** Expectations whose breach may come from a selector that takes nothing, or something else. */
const repairable: ReadonlySet<string> = new Set(['fill', 'type', 'pattern', 'min_items']);

async function breachesOf({ queries }: Workspace, { id }: RunRow): Promise<FieldBreach[]> {
  const { breaches = [] } = (await queries.runs.expectations(id)) ?? {};
  return breaches.flatMap(({ field, expectation, message }) =>
    repairable.has(expectation) ? [{ field, message }] : [],
  );
}

async function ratesOf(workspace: Workspace, run: RunRow): Promise<FieldFill[]> {
  const { spider } = validateSpider((await workspace.queries.spiders.versionById(run.versionId)).text);
  return (await fillsOf(workspace, run, spider)).fields;
}

/** What is filled less often than before, the deepest fall first. A callback without any item has one fall, that of its items. */
export function compareFills(before: readonly FieldFill[], after: readonly FieldFill[]): FillFall[] {
  const present = new Set(after.map(({ callback }) => callback));
  const told = new Set<string>();
  const falls = before.flatMap(({ callback, field, items, rate }): FillFall[] => {
    if (items < fewest) return [];
    if (!present.has(callback)) {
      if (told.has(callback)) return [];
      told.add(callback);
      return [{ callback, field: null, items: 0, rate: 0, itemsBefore: items, rateBefore: 1 }];
    }
    const now = after.find((each) => each.callback === callback && each.field === field);
    const of = now ?? after.find((each) => each.callback === callback);
    const is = now?.rate ?? 0;
    if ((of?.items ?? 0) < fewest || rate - is < fallen.points || rate - is < rate * fallen.share) return [];
    return [{ callback, field, items: of?.items ?? 0, rate: is, itemsBefore: items, rateBefore: rate }];
  });
  return falls.sort((a, b) => a.rate - a.rateBefore - (b.rate - b.rateBefore));
}

/** Handlers of the calls about repairs that need only the database. */
export const repairHandlers: DataHandlers<'repair'> = {
  'repair.falls': async ({ run, against }, { workspace }) => {
    const found = await findingsOf(workspace, await requireRun(workspace, run), against ?? null);
    return { ...found, against: found.against === null ? null : runSummary(found.against) };
  },
  'repair.mode': async ({ project, spider }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    return readRepairMode(workspace, project, spider);
  },
  'repair.setMode': async (wanted, { workspace }) => {
    await requireSpider(workspace, wanted.project, wanted.spider);
    return setRepairMode(workspace, wanted);
  },
};
