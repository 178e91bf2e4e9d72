import { Sleeper } from '../../../../electron/engine/clock.ts';
import { Origins } from '../../../../electron/engine/origins.ts';
import type { SharedHosts } from '../../../../electron/engine/ports/shared-hosts.ts';
import { parseRobots } from '../../../../electron/engine/robots.ts';
import { HostTurns } from '../../../../electron/engine/host-turns.ts';
import type { SimulatedClock } from './simulated-clock.ts';

/** A run that sends requests to one host as fast as it may. Times in milliseconds. */
export interface SharedRun {
  /** When it begins. */
  from?: number;
  requests: number;
  delayMs?: number;
  randomize?: boolean;
  crawlDelayMs?: number;
  slots?: number;
  /** How long a request takes. */
  latencyMs?: number;
  /** Its host and scheme. */
  origin?: string;
  /** Every so many requests are redirected once to the same host. */
  redirectsEvery?: number;
  /** Ends without a word after so many requests. */
  diesAfter?: number;
}

/** A request as the host sees it. */
export interface SeenRequest {
  run: number;
  host: string;
  at: number;
  /** Requests in flight to the host, this one included. */
  inFlight: number;
  /** Runs that are at the host. */
  present: number[];
}

/** Runs that share hosts, in one process and by a clock that is driven. */
export interface RunsUnderTest {
  clock: SimulatedClock;
  open(run: number): SharedHosts;
  /** Ends a run as the operating system would see it. */
  kill(run: number): void;
}

/** Carries runs out side by side. @returns all requests in the order in which they were sent */
export async function runTogether(
  { clock, open, kill }: RunsUnderTest,
  runs: readonly SharedRun[],
): Promise<SeenRequest[]> {
  const seen: SeenRequest[] = [];
  const inFlight = new Map<string, number>();
  const present = new Map<string, Set<number>>();
  const began = clock.now();
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

  async function carryOut(run: number, options: SharedRun): Promise<void> {
    const { requests, delayMs = 0, randomize = false, crawlDelayMs = 0, slots = 8, latencyMs = 0 } = options;
    const { from = 0, diesAfter = Infinity, redirectsEvery = Infinity } = options;
    const sleeper = new Sleeper(clock);
    const until = async (time: number): Promise<void> => {
      while (clock.now() < time) await sleeper.until(time);
    };
    await until(began + from);
    const politeness = { delayMs, randomize, perOrigin: slots, userAgent: 'x', autoThrottle: null };
    const origins = new Origins(politeness, random);
    const origin = origins.get(options.origin ?? 'https://shop.example');
    const { host } = origin;
    if (crawlDelayMs > 0) {
      origin.robots = { rules: parseRobots(`User-agent: *\nCrawl-delay: ${crawlDelayMs / 1000}`) };
    }
    const turns = new HostTurns({
      origins,
      hosts: open(run),
      clock,
      onLost: (problem) => {
        throw new Error(problem);
      },
    });
    const here = present.get(host) ?? new Set();
    present.set(host, here);
    const count = (change: number): number => {
      const now = (inFlight.get(host) ?? 0) + change;
      inFlight.set(host, now);
      return now;
    };
    const see = (added: number): void => {
      here.add(run);
      const sum = count(added);
      seen.push({ run, host, at: clock.now() - began, inFlight: sum, present: [...here] });
    };
    let sent = 0;
    const going = new Set<object>();
    const transfer = async (free: () => void): Promise<void> => {
      const ownSleeper = new Sleeper(clock);
      const isRedirected = sent % redirectsEvery === 0;
      const ends = clock.now() + latencyMs;
      while (clock.now() < ends) await ownSleeper.until(ends);
      if (isRedirected) {
        await turns.pass(origin, new AbortController().signal);
        see(0);
      }
      if (sent >= diesAfter) return;
      count(-1);
      free();
      going.delete(free);
      sleeper.wake();
    };
    while (sent < requests && sent < diesAfter) {
      if (origin.nextAt > clock.now()) await until(origin.nextAt);
      else if (origin.active >= slots) await sleeper.until(Infinity);
      else {
        for (const turn of await turns.take(origin, 1)) {
          see(1);
          sent += 1;
          const free = (): void => turn.free();
          going.add(free);
          void transfer(free);
        }
      }
    }
    here.delete(run);
    if (sent >= diesAfter) {
      count(-going.size);
      kill(run);
      return;
    }
    while (going.size > 0) await sleeper.until(Infinity);
    turns.leave();
  }

  await Promise.all(runs.map((options, run) => carryOut(run, options)));
  return seen;
}
