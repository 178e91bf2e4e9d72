import { expect, it } from 'vitest';
import type { Clock } from '../../../electron/engine/clock.ts';
import { fingerprintRequest, fingerprintUrl } from '../../../electron/engine/fingerprint.ts';
import { HopPolicy } from '../../../electron/engine/hop-policy.ts';
import { Origins } from '../../../electron/engine/origins.ts';
import { HostTurns } from '../../../electron/engine/host-turns.ts';
import { request } from '../store/support.ts';

const claimed = { ...request(1), id: '1', tries: 0 };
const target = 'https://other.example/page';

/** A policy whose clock jumps to every time that is waited for. */
function open(given: { excluded?: string; offsite?: string; robots?: string; isTaken?: boolean } = {}) {
  const politeness = { delayMs: 1000, randomize: false, perOrigin: 1, userAgent: 'x', autoThrottle: null };
  const origins = new Origins(politeness, () => 0.5);
  const taken: string[] = [];
  let now = 10_000;
  const clock: Clock = {
    now: () => now,
    date: () => now,
    at: (time, ring) => {
      now = Math.max(now, time);
      queueMicrotask(ring);
      return () => undefined;
    },
  };
  const turns = new HostTurns({ origins, hosts: null, clock, onLost: () => undefined });
  const policy = new HopPolicy({
    refusedBySpider: () => given.offsite ?? null,
    refusedByPerson: () => given.excluded ?? null,
    robots: { refusalOfHop: async () => given.robots ?? null },
    ledger: {
      takeRedirect: async (id, fingerprint) => {
        taken.push(`${id} ${fingerprint}`);
        return given.isTaken !== true;
      },
    },
    origins,
    turns,
    stop: new AbortController().signal,
  });
  return { policy, taken, origins, now: () => now };
}

it('follows a redirect that nothing speaks against, which belongs to its request from then on', async () => {
  const { policy, taken } = open();
  expect(await policy.refusal(target, claimed)).toBeNull();
  expect(taken).toEqual([`1 ${fingerprintUrl(target)}`]);
});

it('refuses what a person, the spider or robots.txt refuses, and takes nothing for it', async () => {
  const outside = open({ offsite: 'outside', robots: 'robots' });
  expect(await outside.policy.refusal(target, claimed)).toBe('outside');
  const excluded = open({ excluded: 'excluded', offsite: 'outside' });
  expect(await excluded.policy.refusal(target, claimed)).toBe('excluded');
  const disallowed = open({ robots: 'robots' });
  expect(await disallowed.policy.refusal(target, claimed)).toBe('robots');
  expect([...outside.taken, ...excluded.taken, ...disallowed.taken]).toEqual([]);
});

it('follows a redirect to the page of another request where somebody wants to know of it', async () => {
  const { policy } = open({ isTaken: true });
  const told: string[] = [];
  expect(await policy.refusal(target, claimed, {}, (reason) => told.push(reason))).toBeNull();
  expect(told).toEqual([`It redirects to ${target}, which is already part of this crawl.`]);
  expect(await policy.refusal(target, claimed)).toBe(told[0]);
});

it('refuses a page that another request stands for', async () => {
  const { policy } = open({ isTaken: true });
  expect(await policy.refusal(target, claimed)).toBe(
    `It redirects to ${target}, which is already part of this crawl.`,
  );
});

it('takes no page for a sitemap that is redirected', async () => {
  const { policy, taken } = open({ isTaken: true });
  expect(await policy.refusal(target, null)).toBeNull();
  expect(taken).toEqual([]);
});

it('waits as long as politeness asks at the new site, unless the answer is replayed', async () => {
  const { policy, origins, now } = open();
  origins.started(origins.get('https://other.example'), now());
  expect(await policy.refusal(target, claimed, { replayed: true })).toBeNull();
  expect(now()).toBe(10_000);
  expect(await policy.refusal(target, claimed)).toBeNull();
  expect(now()).toBe(11_000);
});

it('takes the page that a form is sent on to, apart from the page of its URL', async () => {
  const { policy, taken } = open();
  const form = { ...claimed, message: { method: 'POST', body: 'a=1' } };
  await policy.refusal(target, form);
  await policy.refusal(target, form, { keepsMessage: true });
  expect(taken).toEqual([`1 ${fingerprintUrl(target)}`, `1 ${fingerprintRequest(target, form.message)}`]);
  expect(taken[1]).not.toBe(taken[0]);
});
