import { counted } from '../../../../shared/counted.ts';
import type { CrawlPorts } from '../../../engine/ports/crawl-ports.ts';
import type { LocalRun } from '../../../fleet/local/local-run.ts';
import { serveMember } from '../../../fleet/local/serve-member.ts';
import type { RunOutcome } from '../crawl/run-session.ts';
import type { LocalPart, PartEnd } from './messages.ts';
import { startWorker, type StartedWorker } from './start-worker.ts';

/** How long a worker has to end that has nothing more to do, in milliseconds. */
const endsWithinMs = 5000;

export interface LocalWorkersOptions {
  run: LocalRun;
  /** The ports of the run. */
  ports: CrawlPorts;
  part: LocalPart;
  /** Called with a sentence about a worker that was lost. */
  onLost: (message: string) => void;
  onError: (error: unknown) => void;
}

/** The processes that take part in a run of this one. */
export interface LocalWorkers {
  /** Resolves once each of them can begin, or is gone. @returns what they are, in words */
  ready(): Promise<string>;
  /** Resolves once all have ended. @returns the outcome of the run, if one of them has recorded it */
  outcome(): Promise<RunOutcome | null>;
  /** Ends them, and resolves when they are gone. @param atOnce whatever they are doing */
  close(atOnce: boolean): Promise<void>;
}

/** Starts processes that take part in a run. @param count their number */
export function startLocalWorkers(count: number, options: LocalWorkersOptions): LocalWorkers {
  const workers = Array.from({ length: count }, () => startOne(options));
  return {
    async ready() {
      const there = (await Promise.all(workers.map(({ ready }) => ready))).filter((one) => one !== null);
      const kind = there.every((one) => one.kind === 'process') ? 'process' : 'thread';
      const others = counted(
        there.length,
        `other ${kind}`,
        kind === 'process' ? 'other processes' : 'other threads',
      );
      if (there.length === 0)
        return 'This process carries the run out alone, as no other one could be started.';
      const numbers = there.map(({ number }) => number).join(', ');
      return `This process and ${others} (${numbers}) carry the run out.`;
    },
    async outcome() {
      const outcomes = await Promise.all(workers.map(({ outcome }) => outcome));
      return outcomes.find((one) => one !== null) ?? null;
    },
    async close(atOnce) {
      await Promise.all(workers.map((worker) => worker.close(atOnce)));
    },
  };
}

interface OneWorker {
  /** null: it is gone. */
  ready: Promise<StartedWorker | null>;
  outcome: Promise<RunOutcome | null>;
  close(atOnce: boolean): Promise<void>;
}

function startOne({ run, ports, part, onLost, onError }: LocalWorkersOptions): OneWorker {
  const ready = Promise.withResolvers<StartedWorker | null>();
  const outcome = Promise.withResolvers<RunOutcome | null>();
  let end: PartEnd | null = null;
  let isClosing = false;
  const worker = startWorker();
  const name = `${worker.kind === 'process' ? 'Process' : 'Thread'} ${worker.number}`;
  const goesOn = 'The others go on with its pages and hosts.';
  const cut = serveMember(worker.channel, {
    ports,
    member: run.join(),
    doings: {
      begin: () => part,
      ready: () => ready.resolve(worker),
      ended: (given: PartEnd) => {
        end = given;
      },
    },
    onGone() {
      ready.resolve(null);
      if (end?.kind === 'failed') onLost(`${name} of the run has failed: ${end.message} ${goesOn}`);
      else if (end === null && !isClosing) onLost(`${name} of the run has ended unexpectedly. ${goesOn}`);
      outcome.resolve(end?.kind === 'over' ? end.outcome : null);
    },
    onError,
  });
  return {
    ready: ready.promise,
    outcome: outcome.promise,
    async close(atOnce) {
      isClosing = true;
      if (atOnce) cut();
      const timer = setTimeout(() => worker.kill(), atOnce ? 0 : endsWithinMs);
      await Promise.all([worker.over, outcome.promise]);
      clearTimeout(timer);
    },
  };
}
