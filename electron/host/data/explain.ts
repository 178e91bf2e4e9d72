import type { CallArgs } from '../../../shared/contract/index.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { explainUrl, type Explanation } from '../../engine/explain.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import { HostError } from '../errors.ts';
import type { DataContext } from './data-context.ts';
import { checkedSpider } from './checked-spider.ts';
import { withUsualArgs } from './run-args.ts';
import { requireVersion } from './stored-spiders.ts';

/**
 * Explains what a spider does with a URL. The spider is a text, or the newest version of a stored spider; for a stored
 * spider the explanation includes whether incremental runs skip the page.
 * @throws HostError `invalid-spider`, `unknown-spider`, `bad-run-args`
 */
export async function explain(
  { project, spider: name, text, file, url, args }: CallArgs<'spiders.explain'>,
  context: Pick<DataContext, 'workspace'>,
): Promise<Explanation> {
  if (text === undefined && name === undefined)
    throw new HostError('bad-arguments', 'It needs the name of a spider or its text.');
  const what = file !== undefined ? `"${file}"` : text !== undefined ? 'The text' : `The spider "${name}"`;
  const given = text ?? (await requireVersion(context.workspace, project, name ?? '', null)).text;
  const spider = withUsualArgs(checkedSpider(given, what).spider, args);
  const explanation = explainUrl(spider, url);
  return name === undefined ? explanation : withHistory(explanation, context, { project, name, spider });
}

/** Adds whether an incremental run skips the page because an earlier full run has extracted it. */
async function withHistory(
  explanation: Explanation,
  context: Pick<DataContext, 'workspace'>,
  { project, name, spider }: { project: string; name: string; spider: Spider },
): Promise<Explanation> {
  const isStart = explanation.steps.some(({ kind, matched }) => kind === 'start-url' && matched);
  if (explanation.decision !== 'extract' || isStart || !readSettings(spider.settings).incremental) {
    return explanation;
  }
  const { history } = context.workspace.queries;
  const known = await history.get({ project, spider: name }, fingerprintUrl(explanation.url));
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
