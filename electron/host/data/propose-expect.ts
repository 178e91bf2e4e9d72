import type { CallValue } from '../../../shared/contract/index.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { proposeExpect } from '../../expectations/propose.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireRun } from './require-run.ts';

/** Items that are read; of more items, an evenly spaced sample of this size. */
const maxItems = 20_000;
/** Full runs whose number of items counts. */
const countedRuns = 5;

/**
 * Proposes what to expect of the data of a spider, from the items of a run.
 * @throws HostError `unknown-run`, `nothing-to-expect`
 */
export async function proposeFor(
  workspace: Workspace,
  id: string,
  ranges: boolean,
): Promise<CallValue<'runs.proposeExpect'>> {
  const { queries } = workspace;
  const run = await requireRun(workspace, id);
  const { spider } = validateSpider((await queries.spiders.versionById(run.versionId)).text);
  const source = { project: run.project, spider: run.spider, run: run.id };
  const { total, rows } = await queries.items.sample(source, maxItems);
  if (spider === null || rows.length === 0) {
    throw new HostError(
      'nothing-to-expect',
      `Run ${id} has no items to make expectations of.`,
      'Choose a run that went well.',
    );
  }
  const isIncremental =
    (run.options.overrides['DELTAFETCH_ENABLED'] ?? spider.settings?.DELTAFETCH_ENABLED) === true;
  const itemCounts = isIncremental ? [] : await completeCounts(queries, run);
  const { expect, notes } = proposeExpect(spider, rows, {
    isSample: rows.length < total,
    itemCounts,
    ranges,
  });
  return { expect: JSON.parse(JSON.stringify(expect)), notes };
}

/** The numbers of items of a run and of the full runs before it, as far as they completed. */
async function completeCounts(queries: Workspace['queries'], run: RunRow): Promise<number[]> {
  const isComplete = ({ kind, state }: RunRow): boolean => kind === 'full' && state === 'completed';
  const { project, spider } = run;
  const earlier = await queries.runs.list({ project, spider, before: run.id, limit: 10 * countedRuns });
  return [run, ...earlier]
    .filter(isComplete)
    .slice(0, countedRuns)
    .map(({ counters }) => counters.items);
}
