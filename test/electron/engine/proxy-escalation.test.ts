import { describe, expect, it } from 'vitest';
import {
  Escalation,
  routeOutcome,
  type EscalationOptions,
  type RouteOutcome,
  type RouteAssignment,
} from '../../../electron/engine/proxy-escalation.ts';
import { readEscalationState } from '../../../electron/engine/proxy-state.ts';
import type { FetchProblem, FetchResult } from '../../../electron/fetch/types.ts';

const host = 'shop.example';
const minute = 60_000;
const answered: RouteOutcome = { kind: 'answered' };
const failed: RouteOutcome = { kind: 'failed' };
const dead: RouteOutcome = {
  kind: 'proxy-failed',
  reason: 'The proxy http://dc1:80 refused the connection.',
};
const blocked = (status: number | null = 403, retriesUsed = true): RouteOutcome => ({
  kind: 'blocked',
  status,
  retriesUsed,
});

function setUp(options: Partial<EscalationOptions> = {}) {
  const clock = { now: 1_000_000 };
  const escalation = new Escalation({
    allowed: ['direct', 'datacenter', 'residential'],
    proxies: { datacenter: ['dc1'], residential: ['home1'] },
    residentialShare: 1,
    now: () => clock.now,
    random: () => 0.5,
    ...options,
  });
  return { escalation, clock };
}

function take(escalation: Escalation, at = host): RouteAssignment {
  const choice = escalation.choose(at);
  if (choice.kind === 'closed') throw new Error(choice.reason);
  return choice.assignment;
}

const send = (escalation: Escalation, outcome: RouteOutcome, at = host) => {
  const assignment = take(escalation, at);
  return { ...assignment, ...escalation.record(assignment, outcome) };
};

describe('up the tiers', () => {
  it.each([403, 429, 503, null])('a refusal (%s) moves the host up, tier by tier', (status) => {
    const { escalation } = setUp();
    expect(send(escalation, blocked(status))).toMatchObject({ tier: 'direct', proxy: null, again: true });
    expect(send(escalation, blocked(status))).toMatchObject({
      tier: 'datacenter',
      proxy: 'dc1',
      again: true,
    });
    expect(send(escalation, blocked(status))).toMatchObject({
      tier: 'residential',
      proxy: 'home1',
      again: false,
    });
    expect(escalation.tierOf(host)).toBe('residential');
  });

  it('says so in a sentence', () => {
    const { escalation } = setUp();
    expect(send(escalation, blocked(403)).moved).toBe(
      'shop.example answered 403 without a proxy; it is fetched through datacenter proxies now.',
    );
    expect(send(escalation, blocked(null)).moved).toBe(
      'shop.example asked for proof of a browser through datacenter proxies; it is fetched through residential proxies now.',
    );
  });

  it('is left to the ordinary retries first', () => {
    const { escalation } = setUp();
    expect(send(escalation, blocked(429, false))).toMatchObject({ again: false, moved: null });
    expect(take(escalation).tier).toBe('direct');
  });

  it('concerns one host only', () => {
    const { escalation } = setUp();
    send(escalation, blocked());
    expect([take(escalation).tier, take(escalation, 'other.example').tier]).toEqual(['datacenter', 'direct']);
  });

  it('never reaches a tier that is not allowed', () => {
    const { escalation } = setUp({ allowed: ['direct', 'datacenter'] });
    send(escalation, blocked());
    expect(send(escalation, blocked())).toMatchObject({ tier: 'datacenter', again: false });
    expect(take(escalation).tier).toBe('datacenter');
  });

  it('begins at the first tier that is allowed, and never goes direct where that is not', () => {
    const { escalation, clock } = setUp({ allowed: ['residential', 'datacenter'] });
    const tiers = Array.from({ length: 50 }, () => {
      clock.now += 5 * minute;
      return send(escalation, answered).tier;
    });
    expect(new Set(tiers)).toEqual(new Set(['datacenter']));
  });

  it('requests that were under way when the host moved are tried again, and do not move it further', () => {
    const { escalation } = setUp();
    const assignments = [take(escalation), take(escalation), take(escalation)];
    expect(assignments.map((assignment) => escalation.record(assignment, blocked()).again)).toEqual([
      true,
      true,
      true,
    ]);
    expect(escalation.tierOf(host)).toBe('datacenter');
  });

  it('several proxies of a tier are tried before the next tier is', () => {
    const { escalation } = setUp({ proxies: { datacenter: ['a', 'b', 'c', 'd'], residential: ['home1'] } });
    send(escalation, blocked());
    const tries = [blocked(), blocked(), blocked()].map((outcome) => send(escalation, outcome));
    expect(new Set(tries.map(({ proxy }) => proxy)).size).toBe(3);
    expect(tries.map(({ again, moved }) => [again, moved !== null])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
    expect(take(escalation).tier).toBe('residential');
  });
});

describe('down again', () => {
  it('after 20 good answers one request tries the tier below, and its success takes the host there', () => {
    const { escalation } = setUp();
    send(escalation, blocked());
    for (let index = 0; index < 20; index++)
      expect(send(escalation, answered)).toMatchObject({ probe: false });
    const probe = take(escalation);
    expect(probe).toMatchObject({ tier: 'direct', probe: true });
    expect(take(escalation)).toMatchObject({ tier: 'datacenter', probe: false });
    expect(escalation.record(probe, answered).moved).toMatch(/answers again without a proxy/);
    expect(take(escalation)).toMatchObject({ tier: 'direct', probe: false });
  });

  it('after 10 minutes too, and a refusal of the probe doubles the time, up to eight times', () => {
    const { escalation, clock } = setUp({ allowed: ['direct', 'datacenter'] });
    send(escalation, blocked());
    const waits: number[] = [];
    for (let probes = 0, waited = 0; probes < 5;) {
      clock.now += minute;
      waited += 1;
      const assignment = take(escalation);
      const { again } = escalation.record(assignment, assignment.probe ? blocked(429, false) : blocked());
      if (!assignment.probe) continue;
      expect(again).toBe(true);
      probes += 1;
      waits.push(waited);
      waited = 0;
    }
    expect(waits).toEqual([10, 20, 40, 80, 80]);
  });

  it.each([
    ['the site fails', failed, true],
    ['it is called back', { kind: 'dropped' } as const, false],
  ])('a probe tells nothing when %s', (_, outcome, again) => {
    const { escalation, clock } = setUp();
    send(escalation, blocked());
    clock.now += 10 * minute;
    expect(send(escalation, outcome)).toMatchObject({ probe: true, again });
    expect(escalation.tierOf(host)).toBe('datacenter');
  });

  it('a host that refuses again soon after it came down is given more time', () => {
    const { escalation, clock } = setUp();
    send(escalation, blocked());
    clock.now += 10 * minute;
    send(escalation, answered);
    expect(send(escalation, blocked())).toMatchObject({ tier: 'direct', again: true });
    clock.now += 19 * minute;
    expect(take(escalation).probe).toBe(false);
    clock.now += minute;
    expect(take(escalation).probe).toBe(true);
  });
});

describe('health and rotation', () => {
  const two = { allowed: ['datacenter'] as const, proxies: { datacenter: ['a', 'b'], residential: [] } };

  it('proxies take turns', () => {
    const { escalation } = setUp({ ...two, random: () => 0 });
    expect([1, 2, 3, 4].map(() => send(escalation, answered).proxy)).toEqual(['a', 'b', 'a', 'b']);
  });

  it('one that fails rests while the others work, and comes back', () => {
    const { escalation, clock } = setUp({ ...two, random: () => 0 });
    expect(send(escalation, dead)).toMatchObject({ proxy: 'a', again: true });
    expect([1, 2, 3].map(() => send(escalation, answered).proxy)).toEqual(['b', 'b', 'b']);
    clock.now += minute;
    expect(send(escalation, answered).proxy).toBe('a');
  });

  it('none that works: nothing is sent, neither direct nor a tier up, and the reason says why and until when', () => {
    const { escalation, clock } = setUp({ allowed: ['direct', 'datacenter', 'residential'] });
    send(escalation, blocked());
    expect(send(escalation, dead)).toMatchObject({ tier: 'datacenter', again: false });
    expect(escalation.choose(host)).toEqual({
      kind: 'closed',
      until: clock.now + 30_000,
      reason:
        'The only datacenter proxy is paused after failures, and no request is sent without one. Last failure: The proxy http://dc1:80 refused the connection.',
    });
    expect(take(escalation, 'other.example').tier).toBe('direct');
  });

  it('rests double with every failure in a row, up to half an hour', () => {
    const { escalation, clock } = setUp({ ...two, proxies: { datacenter: ['a'], residential: [] } });
    const rests = Array.from({ length: 8 }, () => {
      send(escalation, dead);
      const choice = escalation.choose(host);
      const until = choice.kind === 'closed' ? (choice.until ?? 0) : 0;
      const rest = until - clock.now;
      clock.now = until;
      return rest / 1000;
    });
    expect(rests).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
    send(escalation, answered);
    send(escalation, dead);
    expect(escalation.choose(host)).toMatchObject({ until: clock.now + 30_000 });
  });

  it('failures of requests that were under way together count once', () => {
    const { escalation, clock } = setUp({ ...two, proxies: { datacenter: ['a'], residential: [] } });
    for (const assignment of [take(escalation), take(escalation), take(escalation)])
      escalation.record(assignment, dead);
    expect(escalation.choose(host)).toMatchObject({ until: clock.now + 30_000 });
  });

  it('five failures in a row that may be the site’s count as one of the proxy; an answer between forgives', () => {
    const { escalation } = setUp({ ...two, proxies: { datacenter: ['a'], residential: [] } });
    for (let index = 0; index < 4; index++) send(escalation, failed);
    send(escalation, answered);
    for (let index = 0; index < 5; index++) send(escalation, failed);
    expect(escalation.choose(host)).toMatchObject({
      kind: 'closed',
      reason: expect.stringMatching(/5 requests in a row got no response through it/),
    });
  });

  it('a tier without a proxy is closed for good', () => {
    const { escalation } = setUp({ allowed: ['datacenter'], proxies: { datacenter: [], residential: [] } });
    expect(escalation.choose(host)).toEqual({
      kind: 'closed',
      until: null,
      reason: 'The project has no datacenter proxy, and no request is sent without one.',
    });
  });
});

describe('the share of residential proxies', () => {
  it('is bounded after the first 50 requests', () => {
    const { escalation, clock } = setUp({ allowed: ['direct', 'residential'], residentialShare: 0.25 });
    send(escalation, blocked());
    for (let index = 0; index < 50; index++) {
      expect(send(escalation, blocked()).tier).toBe('residential');
    }
    expect(escalation.choose(host)).toEqual({
      kind: 'closed',
      until: clock.now + minute,
      reason:
        'Residential proxies have used up their share of the requests (25 %). Raise PROXY_RESIDENTIAL_SHARE to allow more.',
    });
    for (let index = 0; index < 152; index++) send(escalation, answered, 'other.example');
    expect(take(escalation).tier).toBe('residential');
    const { residential, direct } = escalation.counts();
    expect(residential.requests / (residential.requests + direct.requests)).toBeLessThanOrEqual(0.25);
    expect(escalation.choose(host).kind).toBe('closed');
  });

  it('0 is never', () => {
    const { escalation } = setUp({ allowed: ['residential'], residentialShare: 0 });
    expect(escalation.choose(host).kind).toBe('closed');
  });
});

describe('what is remembered', () => {
  it('requests are counted by tier; those that were called back are not', () => {
    const { escalation } = setUp();
    send(escalation, answered);
    send(escalation, { kind: 'dropped' });
    send(escalation, blocked());
    send(escalation, answered);
    send(escalation, dead);
    expect(escalation.counts()).toEqual({
      direct: { requests: 2, answered: 1, blocked: 1, failed: 0 },
      datacenter: { requests: 2, answered: 1, blocked: 0, failed: 1 },
      residential: { requests: 0, answered: 0, blocked: 0, failed: 0 },
    });
  });

  it('goes on from a state that was kept as JSON', () => {
    const { escalation, clock } = setUp();
    send(escalation, blocked());
    send(escalation, dead);
    const state = readEscalationState(JSON.parse(JSON.stringify(escalation.state())));
    const resumed = setUp({ state }).escalation;
    expect(resumed.choose(host)).toMatchObject({ kind: 'closed', until: clock.now + 30_000 });
    expect(resumed.counts()).toEqual(escalation.counts());
  });

  it('kept by a clock that was set back since lets no proxy rest longer than one ever does', () => {
    const { escalation, clock } = setUp();
    send(escalation, blocked());
    send(escalation, dead);
    const state = escalation.state();
    for (const proxy of Object.values(state.proxies)) proxy.restsUntil += 5 * 60 * minute;
    expect(setUp({ state }).escalation.choose(host)).toMatchObject({
      kind: 'closed',
      until: clock.now + 30 * minute,
    });
  });

  it('a host kept at a tier that is no longer allowed takes the nearest that is', () => {
    const { escalation } = setUp();
    send(escalation, blocked());
    send(escalation, blocked());
    const state = escalation.state();
    expect(setUp({ state, allowed: ['direct', 'datacenter'] }).escalation.tierOf(host)).toBe('datacenter');
    expect(setUp({ state, allowed: ['direct'] }).escalation.tierOf(host)).toBe('direct');
  });

  it.each([null, {}, { hosts: [] }, 'x'])('%j is no state', (value) => {
    expect(readEscalationState(value)).toBe(null);
  });
});

describe('what a fetch means', () => {
  const facts = { challenge: false, retriesUsed: true };
  const page = (status: number): FetchResult => ({
    ok: true,
    page: { url: '', finalUrl: '', hops: [], status, headers: {}, body: new Uint8Array(0), durationMs: 1 },
  });

  it.each([
    [200, 'answered'],
    [404, 'answered'],
    [500, 'answered'],
    [403, 'blocked'],
    [429, 'blocked'],
    [503, 'blocked'],
  ])('status %i: %s', (status, kind) => {
    expect(routeOutcome(page(status), facts).kind).toBe(kind);
  });

  it('a challenge page: blocked, whatever its status', () => {
    expect(routeOutcome(page(200), { ...facts, challenge: true })).toEqual({
      kind: 'blocked',
      status: null,
      retriesUsed: true,
    });
  });

  it.each([
    ['proxy', 'proxy-failed'],
    ['timeout', 'failed'],
    ['connection', 'failed'],
    ['tls', 'failed'],
    ['too-large', 'answered'],
    ['blocked-hop', 'answered'],
    ['aborted', 'dropped'],
    ['blocked-address', 'dropped'],
  ] satisfies [FetchProblem['code'], RouteOutcome['kind']][])('problem %s: %s', (code, kind) => {
    const result: FetchResult = { ok: false, problem: { code, message: 'm', transient: true }, hops: [] };
    expect(routeOutcome(result, facts).kind).toBe(kind);
  });
});
