import type { CallName } from '../../../shared/contract/index.ts';
import { datasetIn } from '../data/dataset-source.ts';
import type { AskedDatabase } from '../data/internal.ts';
import { HostError } from '../errors.ts';

/** Sees to it that calls find datasets as the runs have left them. */
export interface DatasetKeeper {
  /**
   * Brings the dataset that a call reads up to date. A call that goes on with an earlier snapshot finds it as it was.
   * @throws HostError `cancelled`, `unknown-spider`
   */
  before(name: CallName, args: unknown, signal: AbortSignal): Promise<void>;
}

/** Keeps the datasets of a workspace. Each step is a short transaction, between which others write. */
export function createDatasetKeeper(database: AskedDatabase): DatasetKeeper {
  const underWay = new Map<string, Promise<void>>();

  async function bringUpToDate(project: string, spider: string): Promise<void> {
    if (await database.ask('quick', 'datasetIsCurrent', { project, spider })) return;
    while (!(await database.ask('write', 'datasetStep', { project, spider })));
  }

  return {
    async before(name, args, signal) {
      const source = datasetIn(args);
      if (source === null || !/^(?:results|exports)\./u.test(name)) return;
      const key = JSON.stringify(source);
      const begun = underWay.get(key) ?? bringUpToDate(source.project, source.spider);
      underWay.set(key, begun);
      try {
        await begun;
      } finally {
        if (underWay.get(key) === begun) underWay.delete(key);
      }
      if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    },
  };
}
