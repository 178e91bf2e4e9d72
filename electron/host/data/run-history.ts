import type { RunPoint } from '../../../shared/contract/types.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { fillsOf } from './run-fills.ts';
import { requireSpider } from './stored-spiders.ts';

/** Items that are read for the fill rates of each run. */
const maxItems = 1000;

/** Handlers of the calls about the last runs of a spider. */
export const runHistoryHandlers: Pick<DataHandlers<'runs'>, 'runs.history'> = {
  'runs.history': async ({ project, spider, limit }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    const runs = await workspace.queries.runs.list({ project, spider, limit, current: true });
    const points: RunPoint[] = [];
    for (const run of runs.reverse()) points.push(await pointOf(workspace, run));
    return { runs: points };
  },
};

async function pointOf(workspace: Workspace, run: RunRow): Promise<RunPoint> {
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
    kind: run.kind,
    startedAt: run.startedAt,
    items: run.counters.items,
    fields: [...counts].map(([field, { items, filled }]) => ({
      field,
      rate: items === 0 ? 0 : filled / items,
    })),
  };
}
