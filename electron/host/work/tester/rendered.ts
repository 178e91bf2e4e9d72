import { validateSpider } from '../../../../shared/spider/validate.ts';
import { jsonRecord } from '../../data/rows.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Whether the settings of a run render every page in a browser. */
export async function rendersEveryPage({ queries }: Workspace, run: string): Promise<boolean> {
  const { versionId, options } = await queries.runs.get(run);
  const { text } = await queries.spiders.versionById(versionId);
  const { spider } = validateSpider(text);
  const order = jsonRecord(options.overrides)['EXTRACTOR_ORDER'] ?? spider?.settings?.EXTRACTOR_ORDER;
  return Array.isArray(order) && order[0] === 'browser';
}
