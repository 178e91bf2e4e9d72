import { runIs } from '../../host/data/run-words.ts';
import { pauseRun, requeueRun, stopRun, type ControlledRun } from '../../host/data/run-control.ts';
import { resumption } from '../actions.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands that steer a run, also one that another process carries out. */
export const controlCommands: CommandSpec[] = [
  {
    usage: 'pause <id>',
    summary: 'pause a run that another process carries out',
    description:
      'Asks the process that carries the run out to finish what is in flight and to pause, and waits until it has.',
    examples: [['runs pause 12', 'pauses run 12; "runs resume 12" goes on']],
    async run({ output, workspace }, [id = '']) {
      const waiting = (): void =>
        output.note(`Asked run ${id} to pause; what is in flight is being finished.`);
      return tell(output, await pauseRun(workspace(), id, waiting));
    },
  },
  {
    usage: 'stop <id>',
    summary: 'end a run and keep its data',
    description:
      'Ends a run for good, whether another process carries it out or nobody does. What it has found is kept; pages that are being fetched at that moment are dropped.',
    examples: [['runs stop 12', 'ends run 12']],
    async run({ output, workspace }, [id = '']) {
      const waiting = (): void => output.note(`Asked run ${id} to stop.`);
      return tell(output, await stopRun(workspace(), id, waiting));
    },
  },
  {
    usage: 'requeue <id>',
    summary: 'put the failed pages of a run back into its queue',
    description:
      'Puts the failed requests of a run back into its queue. A run that had ended is paused then.',
    examples: [['runs requeue 12', 'afterwards "runs resume 12" tries them again']],
    async run({ output, workspace }, [id = '']) {
      const outcome = requeueRun(workspace(), id);
      const { requeued, state } = outcome;
      output.result(outcome, () => {
        if (requeued === 0) return `Run ${id} has no failed pages. It ${runIs(state)}.`;
        const done = `${count(requeued, 'failed page')} put back into the queue of run ${id}.`;
        return `${done} ${resumption(id, state)}`.trim();
      });
    },
  },
];

/** 0 unless the process that was asked died over it: then the run is interrupted, which is not what was asked for. */
function tell(output: Parameters<CommandSpec['run']>[0]['output'], outcome: ControlledRun): number {
  const { run, state, reason } = outcome;
  output.result(outcome, () =>
    printable(`Run ${run} ${runIs(state)}. ${[reason, resumption(run, state)].join(' ')}`.trim()),
  );
  return state === 'interrupted' ? 1 : 0;
}
