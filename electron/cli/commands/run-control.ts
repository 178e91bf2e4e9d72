import { runIs } from '../../../shared/run-words.ts';
import { resumption } from '../actions.ts';
import type { CommandSpec, Context } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands that control a run, also of another process. */
export const controlCommands: CommandSpec[] = [
  {
    usage: 'pause <id>',
    summary: 'pause a run of another process',
    description: 'Asks the process of the run to finish the requests in flight and pause, and waits for it.',
    examples: [['runs pause 12', 'pauses run 12; "runs resume 12" resumes it']],
    run: (context, [run = '']) =>
      settled(
        context,
        'runs.pause',
        run,
        `Asked run ${run} to pause; requests in flight are being finished.`,
      ),
  },
  {
    usage: 'stop <id>',
    summary: 'end a run and keep its data',
    description:
      'Ends a run for good, whether or not a process carries it out. Its items are kept; requests in flight are dropped.',
    examples: [['runs stop 12', 'ends run 12']],
    run: (context, [run = '']) => settled(context, 'runs.stop', run, `Asked run ${run} to stop.`),
  },
  {
    usage: 'exclude <id> <pattern>',
    summary: 'take URLs out of a run under way',
    description:
      'Takes the URLs in which a regular expression is found out of a run that can still fetch pages, without pausing it. All processes of the run know within a second. Requests in flight are finished; queued ones are skipped, and stay so in this run.',
    examples: [['runs exclude 12 /calendar/', 'run 12 fetches no more URLs with /calendar/']],
    async run({ output, ask }, [id = '', pattern = '']) {
      const { run, added, exclusions } = await ask('runs.exclude', { run: id, pattern });
      output.result({ run, added, exclusions }, () =>
        printable(
          added
            ? `Run ${run} leaves out URLs that match ${pattern} from now on.`
            : `Run ${run} leaves out URLs that match ${pattern} already.`,
        ),
      );
    },
  },
  {
    usage: 'requeue <id>',
    summary: 'put the failed pages of a run back into its queue',
    description:
      'Puts the failed requests of a run back into its queue. A run that had ended becomes paused.',
    examples: [['runs requeue 12', 'afterwards "runs resume 12" tries them again']],
    async run({ output, ask }, [id = '']) {
      const { requeued, run } = await ask('runs.requeue', { run: id });
      const { state, reason, counters } = run;
      output.result({ run: id, state, reason, counters, requeued }, () => {
        if (requeued === 0) return `Run ${id} has no failed pages. It ${runIs(state)}.`;
        const done = `${count(requeued, 'failed page')} put back into the queue of run ${id}.`;
        return `${done} ${resumption(id, state)}`.trim();
      });
    },
  },
];

/** How often a run that is about to start is polled, in milliseconds. */
const lookEvery = 100;

/**
 * Requests a pause or a stop, and waits until no process carries the run out.
 * @returns the exit code: 1 if the process died meanwhile, which leaves the run interrupted; else 0
 */
async function settled(
  { output, ask }: Context,
  call: 'runs.pause' | 'runs.stop',
  run: string,
  waiting: string,
): Promise<number> {
  let asked = await ask(call, { run });
  // A run that is about to start does not take requests yet.
  while (asked.state === 'queued' && asked.requested === null) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
    asked = await ask(call, { run });
  }
  if (asked.requested !== null) output.note(waiting);
  const { state, reason, cause, counters } =
    asked.requested === null ? asked : await ask('runs.wait', { run });
  output.result({ run, state, reason, cause, counters }, () =>
    printable(`Run ${run} ${runIs(state)}. ${[reason, resumption(run, state)].join(' ')}`.trim()),
  );
  return state === 'interrupted' ? 1 : 0;
}
