import { existsSync } from 'node:fs';
import type { Spider } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { explainUrl, type Explanation } from '../../engine/explain.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import { readSpiderFile } from './documents.ts';
import { HostError } from '../errors.ts';
import { storedSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * What a spider, from a file or from the store, does with a URL. A name that is both is the file.
 * @throws HostError `bad-url`
 */
export async function explainFor(
  workspace: () => Workspace,
  project: string,
  fileOrName: string,
  url: string,
): Promise<Explanation> {
  const fromFile = existsSync(fileOrName) || /[./\\]/.test(fileOrName);
  if (fromFile) return explained((await readSpiderFile(fileOrName)).spider, url);
  const { spider } = storedSpider(workspace(), project, fileOrName);
  return withMemory(explained(spider, url), workspace(), project, spider);
}

function explained(spider: Spider, url: string): Explanation {
  const explanation = explainUrl(spider, url);
  if (explanation.decision !== 'invalid') return explanation;
  const { href } = URL.parse(`https://${url.trim()}`) ?? {};
  const bare = href !== undefined && /^[\w-]+(\.[\w-]+)+([/:?#]|$)/.test(url.trim());
  throw new HostError(
    'bad-url',
    `"${url}" is not a URL to crawl. ${explanation.reason}`,
    bare ? `Write "${href}".` : 'Write a URL such as "https://example.org/page".',
  );
}

/** Adds what an incremental run makes of a link to a page that an earlier full run has extracted. */
async function withMemory(
  explanation: Explanation,
  { queries }: Workspace,
  project: string,
  spider: Spider,
): Promise<Explanation> {
  const isStart = explanation.steps.some(({ kind, matched }) => kind === 'start-url' && matched);
  if (explanation.decision !== 'extract' || isStart || !readSettings(spider.settings).incremental) {
    return explanation;
  }
  const known = await queries.history.get({ project, spider: spider.name }, fingerprintUrl(explanation.url));
  if (known?.extractedRun === undefined || known.extractedRun === null) return explanation;
  const day = known.extractedAt?.slice(0, 10) ?? 'unknown day';
  const message = `A full run (${known.extractedRun}, ${day}) has extracted it and DELTAFETCH_ENABLED is on: later runs skip it.`;
  const step = { rule: null, pattern: null, kind: 'memory' as const, matched: true, message };
  return {
    ...explanation,
    reason: `${explanation.reason} ${message}`,
    steps: [...explanation.steps, step],
  };
}
