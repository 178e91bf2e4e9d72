import type { RunObserver } from '../../host/serving/application.ts';
import type { RunOutcome } from '../../../shared/contract/types.ts';
import { goingOn, resumption } from '../actions.ts';
import { crawlAll } from '../crawl-all.ts';
import { chosenWorkers, readRunOptions, readSettings, runOptions, workersOption } from '../run-args.ts';
import { detach } from '../start-daemon.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { chosenVersion, versionOption } from './versions.ts';
import { settleRuntime } from '../runtime.ts';
import { stayAwake } from '../../system/awake.ts';
import { interruptions } from '../interruptions.ts';
import { count, describeProblem, printable, UsageError } from '../output.ts';
import { breachLines } from '../expectation-lines.ts';
import { repairedWords } from '../../../shared/contract/repair-words.ts';
import { createProgress } from '../progress.ts';
import { describeReceipt } from '../receipt.ts';
import { describeTiers } from '../run-insight.ts';
import { emptyFields, whyEmptyLines } from '../why-empty-lines.ts';

/** The command `crawl`. */
export const crawl: CommandSpec = {
  usage: 'crawl [spider]',
  summary: 'run a stored spider',
  description:
    'Crawls with a stored spider and stores the items. Ctrl+C pauses: requests in flight are finished, and "runs resume" continues. Exit code 0 if the crawl completed, reached its limit or was paused; 1 if it failed, was blocked, extracted nothing, or ended because of what the spider expects of its data.',
  options: [
    projectOption,
    ...runOptions,
    versionOption,
    workersOption,
    { flags: '--all', description: 'queue all spiders of the project, and carry that out' },
    { flags: '--detach', description: 'queue it and return; it is carried out in the background' },
  ],
  examples: [
    ['crawl news --limit 5', 'a test run that stops at five items'],
    ['crawl news --project press', 'a full run'],
    ['crawl shop --arg term=boots', 'gives the spider\'s argument "term" a value'],
    ['crawl news --set DOWNLOAD_DELAY=2 --set ROBOTSTXT_OBEY=true', 'overrides settings, for this run only'],
    [
      'crawl --all --project press',
      'a full run of each spider of the project, as many at once as the queue allows',
    ],
    ['crawl news --version live', 'runs the version with this label'],
    ['crawl directory --workers 3', 'carries it out with three processes, for a crawl of many fast sites'],
    ['crawl news --detach', 'queues it, and carries it out in the background'],
    [
      'crawl intranet --allow-private --json',
      'crawls a site on this machine or network, with the outcome as JSON',
    ],
  ],
  async run(context, [spider]) {
    const { options } = context;
    const project = options.project();
    if (options.flag('all')) {
      if (spider !== undefined) throw new UsageError('Give a spider or --all, not both.');
      if (options.list('arg').length > 0)
        throw new UsageError('--all takes no --arg: spiders differ in their arguments.');
      if (options.text('version') !== null) throw new UsageError('--all takes no --version.');
      const request = { project, ...readSettings(options), ...chosenWorkers(options) };
      return options.flag('detach')
        ? detach(context, async () => (await context.ask('queue.addProject', request)).entries)
        : crawlAll(context, request);
    }
    if (spider === undefined)
      throw new UsageError('The name of a spider is missing.', 'Or give --all for all of a project.');
    const request = {
      project,
      spider,
      ...readRunOptions(options),
      ...chosenVersion(options),
      ...chosenWorkers(options),
    };
    if (options.flag('detach')) return detach(context, () => context.ask('queue.add', request));
    return runToItsEnd(context, (observer) => context.ask('runs.start', request, { observer }));
  },
};

type Start = (observer: RunObserver) => Promise<{ run: { id: string } }>;

/** Follows a run with a progress line and Ctrl+C, prints how it ended, and gives the exit code. */
export async function runToItsEnd(context: Context, start: Start): Promise<number> {
  const { failed, tiers, receipt, expiredLogin, ...outcome } = await followToItsEnd(context, start);
  const more = {
    ...(tiers === null ? {} : { tiers }),
    ...(receipt === null ? {} : { receipt }),
    ...(expiredLogin === null ? {} : { expiredLogin }),
  };
  context.output.result({ ...outcome, ...more }, () =>
    describeOutcome({ ...outcome, tiers, receipt, expiredLogin }),
  );
  return failed ? 1 : 0;
}

/** Follows a run with a progress line and Ctrl+C. @returns how it ended */
export async function followToItsEnd({ ask, streams }: Context, start: Start): Promise<RunOutcome> {
  settleRuntime();
  const progress = createProgress(streams.stderr);
  const control = interruptions((line) => progress.note(line));
  const maySleep = stayAwake('A crawl is running.');
  try {
    const { run } = await start({
      pause: control.pause,
      stop: control.stop,
      onWarning: (problem) => progress.note(describeProblem(problem)),
      onGenerated: (message) => progress.note(message),
      onNote: (message) => progress.note(message),
      onProgress: (counters) => progress.update(counters),
      onWaiting: (reason) => progress.waiting(reason),
    });
    progress.note(`Run ${run.id} started.`);
    const outcome = await ask('runs.wait', { run: run.id });
    progress.end();
    const measured = await ask('runs.expectations', { run: run.id });
    for (const line of measured === null ? [] : breachLines(measured)) progress.note(line);
    if (outcome.failed && outcome.counters.done > 0)
      for (const line of whyEmptyLines(await emptyFields(ask, run.id))) progress.note(line);
    const { version, names } = await ask('repair.byItself', { run: run.id });
    if (version !== null)
      progress.note(`${repairedWords(run.id, names)} Version ${version} has the repairs.`);
    return outcome;
  } finally {
    progress.end();
    maySleep();
    control.end();
  }
}

/** How a run ended, in text. */
export function describeOutcome({
  run,
  state,
  reason,
  counters,
  receipt,
  tiers,
  expiredLogin,
}: Omit<RunOutcome, 'failed'>): string {
  const { done, failed, skipped, queued, items } = counters;
  const parts = [count(items, 'item'), `${count(done, 'page')} done`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (queued > 0) parts.push(`${queued} still queued`);
  const told = receipt === null ? '' : `\n${describeReceipt(receipt)}`;
  const ways = tiers === null ? '' : `\n${describeTiers(tiers)}`;
  const next = expiredLogin === null ? resumption(run, state) : goingOn(run, expiredLogin);
  const how = next === '' ? '' : `\n${next}`;
  return printable(`Run ${run} ${state}: ${reason ?? ''}\n${parts.join(', ')}.${ways}${told}${how}`);
}
