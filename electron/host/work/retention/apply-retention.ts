import type { SpiderRetention } from '../../../../shared/contract/types.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import type { Removed } from '../../data/retention.ts';
import { HostError } from '../../errors.ts';

/** For which spiders rules are applied: one, those of a project, or all. */
export interface RetentionScope {
  project?: string;
  spider?: string;
}

/** Whoever waits. */
export interface Waiting {
  signal: AbortSignal;
  /** Called with the percentage that is done. */
  onPercent: (percent: number) => void;
}

/** Tells what would go by the rules. @throws HostError `cancelled`, `unknown-project`, `unknown-spider` */
export async function previewRetention(
  database: AskedDatabase,
  scope: RetentionScope,
  waiting: Waiting,
): Promise<SpiderRetention[]> {
  const found: SpiderRetention[] = [];
  const now = Date.now();
  await forEachSpider(database, scope, waiting, async (spider) => {
    const one = await database.ask('count', 'spiderRetention', { spider, now });
    if (one !== null) found.push(one);
  });
  return found;
}

/**
 * Removes what goes by the rules, in steps between which others write. What was decided before it is cut off is finished later.
 * @param only the runs that may be touched; null: all
 * @throws HostError `cancelled`, `unknown-project`, `unknown-spider`
 */
export async function applyRetention(
  database: AskedDatabase,
  scope: RetentionScope,
  only: readonly string[] | null,
  waiting: Waiting,
): Promise<Removed> {
  const all: Removed = { runs: 0, items: 0, pagesOf: 0, detailOf: 0, bytes: 0 };
  const now = Date.now();
  await forEachSpider(database, scope, waiting, async (spider) => {
    const removed = await database.ask('write', 'beginRetention', { spider, now, only });
    for (const name of ['runs', 'items', 'pagesOf', 'detailOf', 'bytes'] as const) all[name] += removed[name];
    await finishRetention(database, waiting.signal);
  });
  return all;
}

/** Frees the room of what was decided to go, also before. */
export async function finishRetention(database: AskedDatabase, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await database.ask('write', 'retentionStep', null)));
}

async function forEachSpider(
  database: AskedDatabase,
  scope: RetentionScope,
  { signal, onPercent }: Waiting,
  work: (spider: { project: string; spider: string }) => Promise<void>,
): Promise<void> {
  const spiders = await database.ask('quick', 'ruledSpiders', scope);
  for (const [index, { needsDataset, project, spider }] of spiders.entries()) {
    onPercent(Math.round((100 * index) / spiders.length));
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    if (needsDataset) await bringUpToDate(database, { project, spider }, signal);
    await work({ project, spider });
  }
}

/** The dataset of a spider says what only some runs have seen. */
async function bringUpToDate(
  database: AskedDatabase,
  spider: { project: string; spider: string },
  signal: AbortSignal,
): Promise<void> {
  if (await database.ask('quick', 'datasetIsCurrent', spider)) return;
  while (!signal.aborted && !(await database.ask('write', 'datasetStep', spider)));
}
