import { runIs } from '../../../shared/run-words.ts';
import { resumption } from '../actions.ts';
import type { CommandSpec, Context } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands that steer a run, also one that another process carries out. */
export const controlCommands: CommandSpec[] = [
  {
    usage: 'pause <id>',
    summary: 'pause a run that another process carries out',
    description:
      'Asks the process that carries the run out to finish what is in flight and to pause, and waits until it has.',
    examples: [['runs pause 12', 'pauses run 12; "runs resume 12" goes on']],
    run: (context, [run = '']) =>
      settled(context, 'runs.pause', run, `Asked run ${run} to pause; what is in flight is being finished.`),
  },
  {
    usage: 'stop <id>',
    summary: 'end a run and keep its data',
    description:
      'Ends a run for good, whether another process carries it out or nobody does. What it has found is kept; pages that are being fetched at that moment are dropped.',
    examples: [['runs stop 12', 'ends run 12']],
    run: (context, [run = '']) => settled(context, 'runs.stop', run, `Asked run ${run} to stop.`),
  },
  {
    usage: 'requeue <id>',
    summary: 'put the failed pages of a run back into its queue',
    description:
      'Puts the failed requests of a run back into its queue. A run that had ended is paused then.',
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

/** How often a run is looked at that is about to begin, in milliseconds. */
const lookEvery = 100;

/**
 * Asks for a pause or a stop, and waits until nobody carries the run out any more.
 * @returns 0 unless the process that was asked died over it: then the run is interrupted, which is not what was asked for
 */
async function settled(
  { output, ask }: Context,
  call: 'runs.pause' | 'runs.stop',
  run: string,
  waiting: string,
): Promise<number> {
  let asked = await ask(call, { run });
  // One that is about to begin cannot be asked yet.
  while (asked.state === 'queued' && asked.requested === null) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
    asked = await ask(call, { run });
  }
  if (asked.requested !== null) output.note(waiting);
  const { state, reason, counters } = asked.requested === null ? asked : await ask('runs.wait', { run });
  output.result({ run, state, reason, counters }, () =>
    printable(`Run ${run} ${runIs(state)}. ${[reason, resumption(run, state)].join(' ')}`.trim()),
  );
  return state === 'interrupted' ? 1 : 0;
}
