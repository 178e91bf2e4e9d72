import type { ItemSource } from '../../../shared/contract/types.ts';
import { memberOf } from '../../../shared/spider/plain.ts';
import type { DatasetOf } from '../../store/dataset/dataset-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext } from './data-context.ts';
import { lenientSpider } from './lenient-spider.ts';
import { requireSpider, requireVersion } from './stored-spiders.ts';

type Of = Pick<ItemSource, 'project' | 'spider'>;

/** The dataset of a spider, whose keys are made as its newest version says. @throws HostError `unknown-spider` */
export async function datasetOf(workspace: Workspace, { project, spider }: Of): Promise<DatasetOf> {
  await requireSpider(workspace, project, spider);
  const { text } = await requireVersion(workspace, project, spider, null);
  const key = memberOf(memberOf(lenientSpider(text).value, 'expect'), 'key');
  const names = Array.isArray(key) ? key.filter((name) => typeof name === 'string') : [];
  return { project, spider, key: names.length === 0 ? null : names };
}

/** Keeps datasets current; no client can call it. */
export const datasetInternalHandlers = {
  /** Whether a dataset has what the runs of its spider have. */
  datasetIsCurrent: async (of: Of, { workspace }: DataContext): Promise<boolean> =>
    workspace.queries.dataset.isCurrent(await datasetOf(workspace, of)),
  /** Brings a dataset a step nearer to that. @returns whether it is current */
  datasetStep: async (of: Of, { workspace }: DataContext): Promise<boolean> =>
    workspace.queries.dataset.step(await datasetOf(workspace, of)),
};
