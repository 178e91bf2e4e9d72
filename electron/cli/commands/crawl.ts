import { startRun, type RunOutcome } from '../../host/work/crawl/execute-run.ts';
import { resumption } from '../actions.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { settleRuntime } from '../runtime.ts';
import { stayAwake } from '../../system/awake.ts';
import { interruptions } from '../interruptions.ts';
import { count, describeProblem, printable, UsageError } from '../output.ts';
import { createProgress } from '../progress.ts';
import { describeReceipt } from '../receipt.ts';
import { describeTiers } from '../run-insight.ts';

export const crawl: CommandSpec = {
  usage: 'crawl <spider>',
  summary: 'run a stored spider',
  description:
    'Crawls with a stored spider and keeps what it finds. Ctrl+C pauses: what is in flight is finished, and "runs resume" goes on from there. Exit code 0 when the crawl completed, reached its limit or was paused; 1 when it failed, was blocked, or nothing was extracted.',
  options: [
    projectOption,
    { flags: '--limit <n>', description: 'a test run: stop at this many items, never more' },
    {
      flags: '--set <key=value>',
      description: 'change a setting for this run; JSON where it parses, else text',
      repeatable: true,
    },
    { flags: '--allow-private', description: 'let this run reach loopback and private addresses' },
  ],
  examples: [
    ['crawl news --limit 5', 'a test run that stops at five items'],
    ['crawl news --project press', 'a full run'],
    ['crawl news --set DOWNLOAD_DELAY=2 --set ROBOTSTXT_OBEY=true', 'with other settings, this time only'],
    ['crawl intranet --allow-private --json', 'a site on this machine or network, the outcome as JSON'],
  ],
  async run(context, [spider = '']) {
    const { options } = context;
    const overrides = Object.fromEntries(options.list('set').map(readOverride));
    const request = {
      project: options.project(),
      spider,
      limit: options.count('limit'),
      overrides,
      allowPrivate: options.flag('allowPrivate'),
    };
    return runToItsEnd(context, (watch) => startRun(context.workspace(), request, watch));
  },
};

type Watch = Parameters<typeof startRun>[2];

/** Follows a run with a progress line and Ctrl+C, prints how it ended, and gives the exit code. */
export async function runToItsEnd(
  context: Context,
  start: (watch: Watch) => Promise<RunOutcome>,
): Promise<number> {
  settleRuntime();
  const { output, streams } = context;
  const progress = createProgress(streams.stderr);
  const control = interruptions((line) => progress.note(line));
  const maySleep = stayAwake('A crawl is under way.');
  try {
    const outcome = await start({
      pause: control.pause,
      stop: control.stop,
      onStart: (run) => progress.note(`Run ${run} started.`),
      onWarning: (problem) => progress.note(describeProblem(problem)),
      onProgress: (counters) => progress.update(counters),
      onWaiting: (reason) => progress.waiting(reason),
    });
    progress.end();
    const { exitCode, ...shown } = outcome;
    output.result(shown, () => describeOutcome(outcome));
    return exitCode;
  } finally {
    progress.end();
    maySleep();
    control.end();
  }
}

function describeOutcome({ run, state, reason, counters, receipt, tiers }: RunOutcome): string {
  const { done, failed, skipped, queued, items } = counters;
  const parts = [count(items, 'item'), `${count(done, 'page')} done`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (queued > 0) parts.push(`${queued} still queued`);
  const told = receipt === undefined ? '' : `\n${describeReceipt(receipt)}`;
  const ways = tiers === undefined ? '' : `\n${describeTiers(tiers)}`;
  const next = resumption(run, state);
  const how = next === '' ? '' : `\n${next}`;
  return printable(`Run ${run} ${state}: ${reason}\n${parts.join(', ')}.${ways}${told}${how}`);
}

function readOverride(text: string): [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1)
    throw new UsageError(`--set takes KEY=VALUE, not "${text}".`, 'For example --set DOWNLOAD_DELAY=2.');
  const key = text.slice(0, at).trim();
  const value = text.slice(at + 1);
  try {
    const parsed: unknown = JSON.parse(value);
    return [key, parsed];
  } catch {
    return [key, value];
  }
}
