import { describe, expect, it } from 'vitest';
import {
  courtesyMs,
  decideTurns,
  pollMs,
  type Contender,
  type Decision,
  type HostTimes,
} from '../../../electron/engine/decide-turns.ts';
import type { HostTerms } from '../../../electron/engine/ports/shared-hosts.ts';

const now = 100_000;
const run = (terms: Partial<HostTerms>, rest: Partial<Omit<Contender, 'terms'>> = {}): Contender => ({
  terms: { delayMs: 0, randomize: false, crawlDelayMs: 0, slots: 8, ...terms },
  active: 0,
  isWaiting: false,
  served: 0,
  isApart: false,
  ...rest,
});
const idle: HostTimes = { nextAt: 0, freedAt: 0 };

interface Case {
  what: string;
  host?: HostTimes;
  own: Contender;
  others: Contender[];
  ask?: Partial<Parameters<typeof decideTurns>[3]>;
  expected: Decision;
}

const cases: Case[] = [
  {
    what: 'the longer delay holds, whoever asks',
    own: run({ delayMs: 100 }),
    others: [run({ delayMs: 900 })],
    expected: { count: 1, nextAt: now + 900 },
  },
  {
    what: 'a Crawl-delay that only another run keeps to holds for all',
    own: run({ delayMs: 100 }),
    others: [run({ delayMs: 50, crawlDelayMs: 3000 })],
    expected: { count: 1, nextAt: now + 3000 },
  },
  {
    what: 'only delays that vary do, and a Crawl-delay never does',
    own: run({ delayMs: 1000, randomize: true }),
    others: [run({ delayMs: 600 }), run({ crawlDelayMs: 550 })],
    ask: { jitter: 0.5 },
    expected: { count: 1, nextAt: now + 600 },
  },
  {
    what: 'the host rests as long as it must',
    host: { nextAt: now + 250, freedAt: 0 },
    own: run({}),
    others: [run({})],
    expected: { againInMs: 250, waitsFor: 'delay' },
  },
  {
    what: 'nothing is sent while a run sends by its own clocks',
    own: run({}),
    others: [run({}), run({}, { isApart: true })],
    expected: { againInMs: pollMs, waitsFor: 'others' },
  },
  {
    what: 'the requests of all runs together have the fewest slots',
    own: run({ slots: 8 }, { active: 1 }),
    others: [run({ slots: 2 }, { active: 1 })],
    expected: { againInMs: pollMs, waitsFor: 'slot' },
  },
  {
    what: 'without a delay, all free slots may be taken at once',
    own: run({ slots: 4 }, { active: 1 }),
    others: [run({ slots: 8 })],
    ask: { most: 8 },
    expected: { count: 3, nextAt: now },
  },
  {
    what: 'free slots are divided with those who wait',
    own: run({ slots: 4 }),
    others: [run({}, { isWaiting: true, served: 7 }), run({})],
    ask: { most: 8 },
    expected: { count: 2, nextAt: now },
  },
  {
    what: 'with a delay, one request is sent at a time',
    own: run({ delayMs: 10 }),
    others: [run({})],
    ask: { most: 8 },
    expected: { count: 1, nextAt: now + 10 },
  },
  {
    what: 'a run that waits and was served before this one comes first',
    host: { nextAt: now - 1, freedAt: 0 },
    own: run({ delayMs: 10 }, { served: 5 }),
    others: [run({}, { isWaiting: true, served: 4 })],
    expected: { againInMs: pollMs, waitsFor: 'turn' },
  },
  {
    what: 'a run that waits but was served later does not',
    host: { nextAt: now - 1, freedAt: 0 },
    own: run({ delayMs: 10 }, { served: 5 }),
    others: [run({}, { isWaiting: true, served: 6 })],
    expected: { count: 1, nextAt: now + 10 },
  },
  {
    what: 'a turn is not kept for long',
    host: { nextAt: now - courtesyMs, freedAt: now - courtesyMs },
    own: run({ delayMs: 10 }, { served: 5 }),
    others: [run({}, { isWaiting: true, served: 4 })],
    expected: { count: 1, nextAt: now + 10 },
  },
  {
    what: 'a turn is kept from the time at which a slot became free',
    host: { nextAt: 0, freedAt: now - 2 },
    own: run({ slots: 1 }, { served: 5 }),
    others: [run({}, { isWaiting: true })],
    expected: { againInMs: pollMs, waitsFor: 'turn' },
  },
  {
    what: 'a redirect needs no slot and waits for nobody, but for the delay',
    own: run({ slots: 1, delayMs: 10 }, { active: 1, served: 5 }),
    others: [run({}, { isWaiting: true })],
    ask: { kind: 'redirect' },
    expected: { count: 1, nextAt: now + 10 },
  },
  {
    what: 'a redirect waits for the delay',
    host: { nextAt: now + 5, freedAt: 0 },
    own: run({}),
    others: [run({})],
    ask: { kind: 'redirect' },
    expected: { againInMs: 5, waitsFor: 'delay' },
  },
];

describe('turns at a host that several runs share', () => {
  it.each(cases)('$what', ({ host = idle, own, others, ask = {}, expected }) => {
    const asked = { kind: 'request', most: 1, jitter: 1, now, ...ask } as const;
    expect(decideTurns(host, own, others, asked)).toEqual(expected);
  });
});
