import type { QueueEntry } from '../../../shared/contract/types.ts';
import { toHostError } from '../../host/errors.ts';
import { logNote } from '../../host/log.ts';
import { awakeWhile } from '../../system/awake.ts';
import type { CommandSpec } from '../command.ts';
import { interruptions, whenAborted } from '../interruptions.ts';
import { UsageError } from '../output.ts';
import { settleRuntime } from '../runtime.ts';

/** The command `daemon`. */
export const daemon: CommandSpec = {
  usage: 'daemon',
  summary: 'carry out the queue and schedules until it is ended',
  description:
    'Carries out the queue and schedules, without a window, until it gets a signal: Ctrl+C, the end of the session, or of the service. Crawls under way are paused then, and go on when a daemon is there again. An open window leaves the queue to it. Each data folder has one daemon.',
  options: [
    {
      flags: '--concurrency <n>',
      description:
        'how many crawls run at once, from 1 to 32, as "queue configure" says it (default: as it is)',
    },
    { flags: '--drain', description: 'end when nothing is left to do' },
  ],
  examples: [
    ['daemon', 'carries out the queue and schedules until Ctrl+C'],
    ['daemon --concurrency 4 --drain', 'works the queue off, four crawls at once, and ends'],
  ],
  async run({ options, output, dataDir, ask }) {
    const concurrency = options.count('concurrency');
    if (concurrency !== null && concurrency > 32) throw new UsageError('--concurrency is at most 32.');
    settleRuntime();
    const control = interruptions((line) => output.note(line));
    const stayAwake = awakeWhile('Crawls are running.');
    const { createHost } = await import('../../host/serving/host.ts');
    const host = await createHost({
      dataDir,
      warm: false,
      // The log of the data folder has them, too, unless its disk is full.
      onFault: (what, error) => output.note(`${what}: ${toHostError(error).message}`),
      onRuns: () => stayAwake(host.runs().length > 0),
      operations: {
        kind: 'daemon',
        drains: options.flag('drain'),
        onEntry(entry) {
          const line = describe(entry);
          logNote(dataDir, line);
          output.note(`${new Date().toISOString()} ${line}`);
        },
      },
    });
    try {
      if (concurrency !== null) await ask('queue.configure', { concurrency });
      output.note(`The daemon (process ${process.pid}) carries out the queue and schedules. Ctrl+C ends it.`);
      const outdated = await Promise.race([whenAborted(control.pause), host.over, host.outdated]);
      if (outdated !== undefined) throw outdated;
    } finally {
      await host.close();
      stayAwake(false);
      control.end();
    }
  },
};

function describe({ id, project, spider, state, reason, run, dueAt }: QueueEntry): string {
  const what = dueAt === null ? state : `pending until ${dueAt}`;
  const of = run === null ? '' : ` (run ${run})`;
  return `Queue entry ${id}: ${project}/${spider} ${what}${of}. ${reason ?? ''}`.trim();
}
