import { existsSync } from 'node:fs';
import { explainUrl, type Explanation } from '../engine/explain.ts';
import { readSpiderFile } from './documents.ts';
import { storedSpider } from './spiders.ts';
import type { Workspace } from './workspace.ts';

/** What a spider, from a file or from the store, does with a URL. A name that is both is the file. */
export async function explainFor(
  workspace: () => Workspace,
  project: string,
  fileOrName: string,
  url: string,
): Promise<Explanation> {
  const fromFile = existsSync(fileOrName) || /[./\\]/.test(fileOrName);
  const { spider } = fromFile
    ? await readSpiderFile(fileOrName)
    : storedSpider(workspace(), project, fileOrName);
  return explainUrl(spider, url);
}
