import { contractVersion } from '../../../../shared/contract/version.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGateway } from '../../../../electron/host/serving/gateway.ts';
import type { Subscribe } from '../../../../electron/host/serving/session.ts';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { HostFrame } from '../../../../shared/contract/frames.ts';

type Follower = Parameters<Subscribe>[2];

/** A gateway whose host answers when it is told to, and windows that are arrays of frames. */
function setUp(keepFor = 1000) {
  vi.useFakeTimers();
  onTestFinished(() => {
    gateway.close();
    vi.useRealTimers();
  });
  const calls: {
    name: string;
    signal: AbortSignal;
    takePath: ((path: string) => boolean) | null;
    answer: (answer: Result<unknown>) => void;
  }[] = [];
  const followers: Follower[] = [];
  const gateway = createGateway({
    keepFor,
    dispatch: (name, _, { signal, takePath }) =>
      new Promise((answer) => {
        calls.push({ name, signal, takePath, answer });
      }),
    subscribe: (topic, params, follower) => {
      if (params === 'wrong') throw new Error(`no ${topic}`);
      followers.push(follower);
      return () => void followers.splice(followers.indexOf(follower), 1);
    },
  });
  function open(session: string | null = null, batch = 0, pending: number[] = []) {
    const frames: HostFrame[] = [];
    let failed: string | null = null;
    const connection = gateway.connect({
      client: 'web',
      send: (frame) => frames.push(structuredClone(frame)),
      fail: (reason) => {
        failed = reason;
      },
    });
    connection.receive({ kind: 'attach', contract: contractVersion, session, batch, pending });
    const of = <K extends HostFrame['kind']>(kind: K) =>
      frames.filter((frame): frame is Extract<HostFrame, { kind: K }> => frame.kind === kind);
    return { ...connection, frames, of, id: of('attached')[0]?.session ?? '', failure: () => failed };
  }
  const settle = () => vi.advanceTimersByTimeAsync(50);
  return { open, connect: gateway.connect, calls, followers, settle };
}

const subscribe = (id: number, topic = 'notices') => ({ kind: 'subscribe', id, topic, params: {} });
const ok = (value: unknown): Result<unknown> => ({ ok: true, value });

describe('the gateway', () => {
  it('answers calls, in whatever order they are done', async () => {
    const { open, calls, settle } = setUp();
    const window = open();
    for (const id of [1, 2]) window.receive({ kind: 'call', id, name: `call-${id}`, args: {} });
    calls[1]?.answer(ok('second'));
    await settle();
    calls[0]?.answer(ok('first'));
    await settle();
    expect(window.of('answer').map(({ id, answer }) => [id, answer])).toEqual([
      [2, ok('second')],
      [1, ok('first')],
    ]);
  });

  it('asks the door of the window which paths its person has chosen', () => {
    const { connect, calls } = setUp();
    const attach = { kind: 'attach', contract: contractVersion, session: null, batch: 0, pending: [] };
    const door = { client: 'desktop', send: () => undefined, fail: () => undefined } as const;
    const call = { kind: 'call', id: 1, name: 'a', args: {} };
    const first = connect({ ...door, takePath: (path) => path === '/chosen' });
    for (const connection of [first, connect(door)]) {
      connection.receive(attach);
      connection.receive(call);
    }
    expect(calls.map(({ takePath }) => takePath?.('/chosen') ?? null)).toEqual([true, null]);
    expect(calls[0]?.takePath?.('/another')).toBe(false);
    first.closed();
    expect(calls[0]?.takePath?.('/chosen')).toBe(false);
  });

  it('cancels what is not wanted any more', () => {
    const { open, calls } = setUp();
    const window = open();
    window.receive({ kind: 'call', id: 1, name: 'a', args: {} });
    window.receive({ kind: 'cancel', id: 1 });
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('lets nobody ask for too much at once', async () => {
    const { open, calls, settle } = setUp();
    const window = open();
    for (let id = 1; id <= 70; id += 1) window.receive({ kind: 'call', id, name: 'a', args: {} });
    await settle();
    expect(calls).toHaveLength(64);
    expect(window.of('answer').map(({ answer }) => !answer.ok && answer.error.code)).toEqual(
      Array.from({ length: 6 }, () => 'too-busy'),
    );
  });

  it('sends the next events when the last were received, and counts the batches', async () => {
    const { open, followers, settle } = setUp();
    const window = open();
    window.receive(subscribe(5));
    followers[0]?.event('one');
    await settle();
    followers[0]?.event('two');
    followers[0]?.event('three');
    await settle();
    expect(window.of('events')).toEqual([{ kind: 'events', batch: 1, events: [{ id: 5, event: 'one' }] }]);
    window.receive({ kind: 'received', batch: 1 });
    await settle();
    expect(window.of('events')[1]).toEqual({
      kind: 'events',
      batch: 2,
      events: [
        { id: 5, event: 'two' },
        { id: 5, event: 'three' },
      ],
    });
  });

  it('does not grow with a window that sleeps, and tells it that it has missed some', async () => {
    const { open, followers, settle } = setUp();
    const window = open();
    window.receive(subscribe(5, 'log'));
    for (let n = 0; n < 50_000; n += 1) followers[0]?.event({ id: n });
    await settle();
    const told: unknown[] = [];
    for (let batch = 1; batch <= 5; batch += 1) {
      told.push(...(window.of('events')[batch - 1]?.events ?? []));
      window.receive({ kind: 'received', batch });
      await settle();
    }
    expect(told).toHaveLength(1001);
    expect(told[0]).toEqual({ id: 5, missed: true });
    expect(told.at(-1)).toEqual({ id: 5, event: { id: 49_999 } });
  });

  it('tells only the newest state of each thing', async () => {
    const { open, followers, settle } = setUp();
    const window = open();
    window.receive(subscribe(5, 'exports'));
    for (let rows = 0; rows < 100; rows += 1) for (const id of ['a', 'b']) followers[0]?.event({ id, rows });
    await settle();
    expect(window.of('events')[0]?.events).toEqual([
      { id: 5, event: { id: 'a', rows: 99 } },
      { id: 5, event: { id: 'b', rows: 99 } },
    ]);
  });

  it('goes on with the session of a window that comes back: nothing is lost, nothing told twice', async () => {
    const { open, calls, followers, settle } = setUp();
    const first = open();
    first.receive(subscribe(5));
    for (const id of [1, 2, 3]) first.receive({ kind: 'call', id, name: `call-${id}`, args: {} });
    followers[0]?.event('before');
    await settle();
    first.closed();
    followers[0]?.event('meanwhile');
    calls[0]?.answer(ok('while it was away'));
    await settle();
    const again = open(first.id, 1, [1, 2, 9]);
    expect(again.of('attached')).toEqual([
      { kind: 'attached', session: first.id, resumed: true, unknown: [9] },
    ]);
    expect(again.of('answer')).toEqual([{ kind: 'answer', id: 1, answer: ok('while it was away') }]);
    expect(calls[2]?.signal.aborted).toBe(true);
    expect(calls[1]?.signal.aborted).toBe(false);
    await settle();
    expect(again.of('events')).toEqual([
      { kind: 'events', batch: 2, events: [{ id: 5, event: 'meanwhile' }] },
    ]);
  });

  it('sends a batch again that may not have arrived', async () => {
    const { open, followers, settle } = setUp();
    const first = open();
    first.receive(subscribe(5));
    followers[0]?.event('one');
    await settle();
    first.closed();
    const again = open(first.id, 0);
    await settle();
    expect(again.of('events')).toEqual([{ kind: 'events', batch: 1, events: [{ id: 5, event: 'one' }] }]);
  });

  it('forgets a session whose window does not come back, and ends what it had asked for', async () => {
    const { open, calls, followers } = setUp(1000);
    const first = open();
    first.receive(subscribe(5));
    first.receive({ kind: 'call', id: 1, name: 'a', args: {} });
    first.closed();
    await vi.advanceTimersByTimeAsync(1100);
    expect(followers).toEqual([]);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(open(first.id).of('attached')[0]).toMatchObject({ resumed: false });
  });

  it('keeps one connection for a session: the newest', () => {
    const { open } = setUp();
    const first = open();
    const second = open(first.id);
    expect(first.failure()).toMatch(/anew/);
    expect(second.of('attached')[0]).toMatchObject({ resumed: true, session: first.id });
    // The end of the old one is not the end of the new one.
    first.closed();
    second.receive({ kind: 'ping' });
    expect(second.of('pong')).toHaveLength(1);
  });

  it('refuses a subscription that does not fit, and goes on', async () => {
    const { open, followers } = setUp();
    const window = open();
    window.receive({ kind: 'subscribe', id: 1, topic: 'nonsense', params: {} });
    window.receive({ kind: 'subscribe', id: 2, topic: 'log', params: 'wrong' });
    window.receive(subscribe(3));
    expect(window.of('refused').map(({ id }) => id)).toEqual([1, 2]);
    expect(followers).toHaveLength(1);
  });

  it('follows no more once it is told', () => {
    const { open, followers } = setUp();
    const window = open();
    window.receive(subscribe(3));
    window.receive({ kind: 'unsubscribe', id: 3 });
    expect(followers).toEqual([]);
  });

  it.each([
    ['what is no frame', 'hello'],
    ['a frame of another kind', { kind: 'evaluate', code: '1+1' }],
    ['a second attach', { kind: 'attach', contract: contractVersion, session: null, batch: 0, pending: [] }],
  ])('ends a connection that sends %s', (_, frame) => {
    const { open } = setUp();
    const window = open();
    window.receive(frame);
    expect(window.failure()).not.toBeNull();
    const before = window.frames.length;
    window.receive({ kind: 'ping' });
    expect(window.frames).toHaveLength(before);
  });

  it('answers nobody who has not attached', () => {
    const { connect, calls } = setUp();
    const fail = vi.fn<(reason: string) => void>();
    const connection = connect({ client: 'web', send: () => undefined, fail });
    connection.receive({ kind: 'call', id: 1, name: 'app.info', args: {} });
    expect(fail).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
  });

  it('tells a window of another version to be reloaded', () => {
    const { connect } = setUp();
    const frames: HostFrame[] = [];
    const fail = vi.fn<(reason: string) => void>();
    const connection = connect({ client: 'web', send: (frame) => frames.push(frame), fail });
    connection.receive({ kind: 'attach', contract: 999, session: null, batch: 0, pending: [] });
    expect(frames).toEqual([{ kind: 'outdated', contract: contractVersion }]);
    expect(fail).toHaveBeenCalledOnce();
  });
});
