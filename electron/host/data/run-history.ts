import type { RunPoint } from '../../../shared/contract/types.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { runOrNull } from './require-run.ts';
import { fillsOf } from './run-fills.ts';
import { requireSpider } from './stored-spiders.ts';

/** Items that are read for the fill rates of each run. */
const maxItems = 1000;

/** Handlers of the calls about the last runs of a spider. */
export const runHistoryHandlers: Pick<DataHandlers<'runs'>, 'runs.history'> = {
  'runs.history': async (args, { workspace }) => {
    await requireSpider(workspace, args.project, args.spider);
    return { runs: await runHistory(workspace, args) };
  },
};

/** Items and filled fields of the last runs that stand for their crawls, in the order of the crawls. */
export async function runHistory(
  workspace: Workspace,
  args: { project: string; spider: string; limit: number },
): Promise<RunPoint[]> {
  const runs = await workspace.queries.runs.list({ ...args, current: true });
  const inOrder = runs.toSorted((a, b) => Number(a.source ?? a.id) - Number(b.source ?? b.id));
  const points: RunPoint[] = [];
  for (const run of inOrder) points.push(await pointOf(workspace, run));
  return points;
}

/**
 * The kind of the crawl that a run stands for, and when it began. Where the crawl is deleted, its options are those of the generation,
 * and the time is the generation's own.
 */
async function crawlOf(
  workspace: Workspace,
  { kind, source, options, startedAt }: RunRow,
): Promise<Pick<RunPoint, 'kind' | 'startedAt'>> {
  const crawl = source === null ? null : await runOrNull(workspace, source);
  if (crawl !== null) return crawlOf(workspace, crawl);
  return { kind: kind === 'reextract' ? (options.limit === null ? 'full' : 'test') : kind, startedAt };
}

async function pointOf(workspace: Workspace, run: RunRow): Promise<RunPoint> {
  const crawl = await crawlOf(workspace, run);
  const { spider } = validateSpider((await workspace.queries.spiders.versionById(run.versionId)).text);
  const { fields } = await fillsOf(workspace, run, spider, maxItems);
  const counts = new Map<string, { items: number; filled: number }>();
  for (const { field, items, filled } of fields) {
    const counted = counts.get(field) ?? { items: 0, filled: 0 };
    counts.set(field, { items: counted.items + items, filled: counted.filled + filled });
  }
  return {
    run: run.id,
    version: run.version,
    kind: crawl.kind,
    source: run.source,
    startedAt: crawl.startedAt,
    items: run.counters.items,
    fields: [...counts].map(([field, { items, filled }]) => ({
      field,
      rate: items === 0 ? 0 : filled / items,
    })),
  };
}
