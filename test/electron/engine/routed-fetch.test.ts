import { describe, expect, it } from 'vitest';
import { Escalation } from '../../../electron/engine/proxy-escalation.ts';
import type { EscalationState } from '../../../electron/engine/proxy-state.ts';
import { routedFetch } from '../../../electron/engine/routed-fetch.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';

const url = 'https://example.org/a';
const retryTimes = 2;

function answered(status: number, headers: Record<string, string> = {}): FetchResult {
  const body = new Uint8Array();
  return { ok: true, page: { url, finalUrl: url, hops: [], status, headers, body, durationMs: 1 } };
}
function failed(code: 'proxy' | 'aborted' | 'connection'): FetchResult {
  return { ok: false, problem: { code, message: `It was the ${code}.`, transient: true }, hops: [] };
}

/** A fetch with a datacenter proxy; `answer` says what each way gives. */
function scene(
  answer: (proxy: string | null) => FetchResult,
  datacenter = ['one'],
  allowed: readonly ('direct' | 'datacenter' | 'residential')[] = ['direct', 'datacenter'],
) {
  let now = 1_000_000;
  const told: string[] = [];
  const kept: EscalationState[] = [];
  const sent: (string | null)[] = [];
  const escalation = new Escalation({
    allowed,
    proxies: { datacenter, residential: allowed.includes('residential') ? datacenter : [] },
    residentialShare: 0,
    now: () => now,
    random: () => 0.5,
  });
  const routed = routedFetch({
    escalation,
    async fetch(proxy) {
      sent.push(proxy);
      return answer(proxy);
    },
    retryTimes,
    retryStatuses: [429, 503],
    async record(events) {
      told.push(...events.map(({ message }) => message));
    },
    async keep(state) {
      kept.push(state);
    },
    now: () => now,
    date: () => now,
  });
  const ask = (tries = 0) => routed.fetch(url, () => null, undefined, tries);
  const stuck = () => routed.stuck();
  return { ask, stuck, escalation, told, kept, sent, wait: (ms: number) => (now += ms) };
}

const problemOf = (result: FetchResult) => (result.ok ? null : result.problem);

describe('the way of a request', () => {
  it('is straight, and the answer comes back as it is, while the site answers', async () => {
    const { ask, sent, told } = scene(() => answered(404));
    expect(await ask()).toEqual(answered(404));
    expect(sent).toEqual([null]);
    expect(told).toEqual([]);
  });

  it('changes at once for 403: the request is to be tried again, whatever its retries', async () => {
    const { ask, sent, told, kept } = scene((proxy) => answered(proxy === null ? 403 : 200));
    expect(problemOf(await ask(retryTimes))).toEqual({
      code: 'proxy',
      message: 'The server answered 403; the request is sent by another route.',
      transient: true,
      retry: { afterMs: 250, always: true, wholeOrigin: false },
    });
    expect(told).toEqual([
      'example.org answered 403 without a proxy; it is fetched through datacenter proxies now.',
    ]);
    expect(kept.at(-1)?.hosts['example.org']?.tier).toBe('datacenter');
    expect(await ask(retryTimes + 1)).toEqual(answered(200));
    expect(sent).toEqual([null, 'one']);
  });

  it('changes for a status that is retried only after the retries, and waits as long as the site asks', async () => {
    const { ask, sent } = scene(() => answered(429, { 'retry-after': '7' }));
    expect(await ask(0)).toMatchObject({ ok: true });
    expect(await ask(1)).toMatchObject({ ok: true });
    expect(problemOf(await ask(2))?.retry).toEqual({ afterMs: 7000, always: true, wholeOrigin: true });
    expect(sent).toEqual([null, null, null]);
  });

  it('leads to another proxy when one is out of order, but not forever', async () => {
    const { ask, escalation } = scene(() => failed('proxy'), ['one', 'two'], ['datacenter']);
    const most = escalation.maxTries(retryTimes);
    expect(problemOf(await ask())?.retry).toMatchObject({ always: true });
    const bounded = scene(() => failed('proxy'), ['one', 'two'], ['datacenter']);
    expect(problemOf(await bounded.ask(most - 1))?.retry).toBeUndefined();
  });
});

describe('when every proxy rests', () => {
  const resting =
    'The only datacenter proxy is paused after failures, and no request is sent without one. Last failure: It was the proxy.';

  it('nothing is sent, and everything of the site waits for the first one, however often it has waited', async () => {
    const { ask, sent, wait, told } = scene(() => failed('proxy'), ['one'], ['datacenter']);
    await ask();
    wait(10_000);
    for (const tries of [0, retryTimes, 100]) {
      expect(problemOf(await ask(tries))).toEqual({
        code: 'proxy',
        message: resting,
        transient: true,
        retry: { afterMs: 20_000, always: true, wholeOrigin: true, unsent: true },
      });
    }
    expect(sent).toEqual(['one']);
    expect(told).toEqual([resting]);
    wait(20_000);
    await ask();
    expect(sent).toEqual(['one', 'one']);
  });

  it('a request that found that out is not given up for it', async () => {
    const { ask } = scene(() => failed('proxy'), ['one'], ['datacenter']);
    expect(problemOf(await ask(retryTimes))?.retry).toMatchObject({ always: true });
  });

  it('the run is stuck after five minutes without any answer, and not sooner', async () => {
    const { ask, stuck, wait } = scene(() => failed('proxy'), ['one'], ['datacenter']);
    let waited = 0;
    while (stuck() === null && waited < 10 * 60_000) {
      const afterMs = problemOf(await ask())?.retry?.afterMs ?? 0;
      wait(afterMs);
      waited += afterMs;
    }
    expect(waited).toBe(5 * 60_000);
    expect(stuck()).toBe(resting);
  });

  it('the run is not stuck while anything gets through, by whatever way', async () => {
    let works = false;
    const { ask, stuck, wait } = scene(
      () => (works ? answered(200) : failed('proxy')),
      ['one'],
      ['datacenter'],
    );
    await ask();
    await ask();
    wait(4 * 60_000);
    works = true;
    await ask();
    works = false;
    wait(4 * 60_000);
    await ask();
    await ask();
    expect(stuck()).toBeNull();
    wait(60_000);
    expect(stuck()).toBe(resting);
    wait(60 * 60_000);
    works = true;
    await ask();
    expect(stuck()).toBeNull();
  });

  it('a run that has not asked for anything is not stuck, however long it waits', async () => {
    const { ask, stuck, wait } = scene(() => answered(200));
    await ask();
    wait(60 * 60_000);
    expect(stuck()).toBeNull();
  });
});

describe('when no way is there at all', () => {
  it('the run is stuck at once, and the request is kept', async () => {
    const { ask, sent, stuck } = scene(() => answered(200), [], ['datacenter']);
    expect(stuck()).toBeNull();
    const message = 'The project has no datacenter proxy, and no request is sent without one.';
    expect(problemOf(await ask())).toEqual({
      code: 'proxy',
      message,
      transient: true,
      retry: { afterMs: 0, always: true, wholeOrigin: true, unsent: true },
    });
    expect(sent).toEqual([]);
    expect(stuck()).toBe(message);
  });

  it('for one site only, its pages fail and the others go on', async () => {
    const { ask, stuck } = scene(() => answered(403), [], ['direct', 'datacenter']);
    await ask(retryTimes);
    expect(problemOf(await ask())).toMatchObject({
      transient: false,
      message: 'The project has no datacenter proxy, and no request is sent without one.',
    });
    expect(stuck()).toBeNull();
  });

  it('because the dear ones have had their share, the run is stuck in the end too', async () => {
    const { ask, stuck, wait } = scene(() => answered(200), ['one'], ['residential']);
    expect(problemOf(await ask())?.retry).toMatchObject({ afterMs: 60_000, unsent: true });
    wait(4 * 60_000);
    expect(stuck()).toBeNull();
    wait(60_000);
    expect(stuck()).toMatch(
      /^Residential proxies have used up their share .* Raise PROXY_RESIDENTIAL_SHARE to allow more\.$/,
    );
  });
});

describe('what a run knows', () => {
  it('counts nothing that was called back, even by an error', async () => {
    const aborted = scene(() => failed('aborted'));
    await aborted.ask();
    expect(aborted.escalation.counts().direct.requests).toBe(0);
    const broken = scene(() => {
      throw new Error('broken');
    });
    await expect(broken.ask()).rejects.toThrow('broken');
    expect(broken.escalation.counts().direct.requests).toBe(0);
  });

  it('is kept once a second, and at once when a site has moved', async () => {
    let status = 200;
    const { ask, kept, wait } = scene(() => answered(status));
    await ask();
    await ask();
    expect(kept).toHaveLength(1);
    wait(1000);
    await ask();
    expect(kept).toHaveLength(2);
    status = 403;
    await ask();
    expect(kept).toHaveLength(3);
  });
});
