import { toHostError } from '../../host/errors.ts';
import { awakeWhile } from '../../system/awake.ts';
import type { CommandSpec, Context } from '../command.ts';
import { interruptions, whenAborted } from '../interruptions.ts';
import { count, UsageError } from '../output.ts';
import { settleRuntime } from '../runtime.ts';

/** What workers can carry out. */
const classes = ['http', 'browser'] as const;

/** The command `worker`. */
export const worker: CommandSpec = {
  usage: 'worker',
  summary: 'carry out runs together with other machines',
  description:
    'Takes part in every run of the workspace in a PostgreSQL database that machines share, until it is ended: Ctrl+C, the end of the session or of the service. Pages in flight are finished then, and the other workers go on. Any number of workers can be started and ended at any time. Workers carry the queue and schedules out as well.',
  options: [
    {
      flags: '--slots <n>',
      description: 'how many requests are in flight at once (default: as many as suit the computer)',
    },
    {
      flags: '--class <class>',
      description: 'what it carries out, http or browser; may be repeated (default: what the computer has)',
      repeatable: true,
    },
    {
      flags: '--name <name>',
      description: 'its name among the workers (default: that of the computer, and a number)',
    },
    {
      flags: '--metrics <port>',
      description: 'answer /health and /metrics at this port of 127.0.0.1, or at ADDRESS:PORT',
    },
    { flags: '--no-queue', description: 'leave the queue and schedules to others' },
    { flags: '--drain', description: 'end when no run is left to carry out' },
  ],
  examples: [
    ['worker --database postgresql://worker@db.example/spiders', 'carries out runs until Ctrl+C'],
    ['worker --slots 32 --metrics 0.0.0.0:9464', 'is watched by other machines, for example by Prometheus'],
    ['worker --class browser --no-queue', 'renders pages, and leaves the rest to others'],
  ],
  async run({ options, output, dataDir }) {
    const wanted = classesOf(options);
    const slots = options.count('slots');
    const watched = placeOf(options.text('metrics'));
    settleRuntime();
    const control = interruptions((line) => output.note(line));
    const asked = Promise.withResolvers<Error | null>();
    const stayAwake = awakeWhile('Crawls are running.');
    const { startWorker } = await import('../../host/serving/worker.ts');
    const fleet = await startWorker({
      dataDir,
      name: options.text('name'),
      slots,
      classes: wanted,
      takesQueue: !options.flag('noQueue'),
      onNote: (line) => output.note(`${new Date().toISOString()} ${line}`),
      onRuns: (runs) => stayAwake(runs > 0),
      onDrain: (because) => asked.resolve(because),
      onFault: (what, error) => output.note(`${what}: ${toHostError(error).message}`),
    });
    let isEnding = false;
    const closers: (() => Promise<void>)[] = [() => fleet.close()];
    try {
      if (watched !== null) {
        const { openWorkerServer } = await import('../../api/metrics/worker-server.ts');
        const server = await openWorkerServer(fleet, { ...watched, isEnding: () => isEnding });
        closers.push(() => server.close());
        output.note(`Health and metrics are at ${server.origin}.`);
      }
      output.note(
        `The worker ${fleet.name} takes part in runs, with ${count(fleet.slots, 'slot')} (${fleet.classes.join(', ')}). Ctrl+C ends it.`,
      );
      const over = options.flag('drain') ? fleet.whenIdle() : new Promise<void>(() => undefined);
      const because = await Promise.race([whenAborted(control.pause), asked.promise, over]);
      if (because instanceof Error) throw because;
    } finally {
      isEnding = true;
      for (const close of closers.toReversed()) await close();
      stayAwake(false);
      control.end();
    }
  },
};

function classesOf(options: Context['options']): (typeof classes)[number][] | null {
  const given = options.list('class');
  if (given.length === 0) return null;
  return given.map((text) => {
    const known = classes.find((one) => one === text);
    if (known !== undefined) return known;
    throw new UsageError(`--class cannot be "${text}".`, 'It is http or browser.');
  });
}

/** Where health and metrics are answered; null: nowhere. */
function placeOf(text: string | null): { address: string; port: number } | null {
  if (text === null) return null;
  const [, address = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new UsageError(`--metrics cannot be "${text}".`, 'It is a port, or ADDRESS:PORT.');
  return { address: address.replaceAll(/^\[|\]$/g, ''), port: Number(port) };
}
