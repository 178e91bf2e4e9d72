import { contractVersion } from '../../../shared/contract/version.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionClient } from '../../../renderer/client/session-client.ts';
import type { Connector, TransportEvents, TrustedFrame } from '../../../renderer/client/transport.ts';
import type { HostFrame, WindowFrame } from '../../../shared/contract/frames.ts';

/** Connections that the test opens, breaks and speaks on. */
function setUp() {
  vi.useFakeTimers();
  const connections: { events: TransportEvents; sent: WindowFrame[] }[] = [];
  const connector: Connector = (events) => {
    const connection = { events, sent: [] as WindowFrame[] };
    connections.push(connection);
    return { send: (frame) => connection.sent.push(frame), close: () => undefined };
  };
  const client = createSessionClient(connector, {
    retryAfter: (attempt) => 100 * (attempt + 1),
    silenceMs: 1000,
  });
  onTestFinished(() => {
    client.close();
    vi.useRealTimers();
  });
  const last = () => {
    const newest = connections.at(-1);
    if (newest === undefined) throw new Error('Nothing has connected yet.');
    return newest;
  };
  const say = (frame: HostFrame) => last().events.received(frame as TrustedFrame);
  const attach = (session = 's1', resumed = false, unknown: number[] = []) => {
    last().events.opened();
    say({ kind: 'attached', session, resumed, unknown });
  };
  const sent = (kind: WindowFrame['kind']) => last().sent.filter((frame) => frame.kind === kind);
  return { client, connections, say, attach, sent, last };
}

const project = { name: 'default', spiders: 0, runs: 0, createdAt: '' };

describe('the client of a window', () => {
  it('keeps calls until there is a connection, and gives their answers', async () => {
    const { client, attach, say, sent } = setUp();
    const answer = client.call('projects.list', {});
    expect(client.state).toBe('connecting');
    attach();
    expect(sent('call')).toEqual([{ kind: 'call', id: 1, name: 'projects.list', args: {} }]);
    say({ kind: 'answer', id: 1, answer: { ok: true, value: [project] } });
    expect(await answer).toEqual({ ok: true, value: [project] });
    expect(client.state).toBe('open');
    expect(client.window).toBe('s1');
  });

  it('goes on with its session when the connection is back', async () => {
    const { client, connections, attach, say, sent, last } = setUp();
    const states: string[] = [];
    client.onState((state) => states.push(state));
    const events: unknown[] = [];
    attach();
    const end = client.subscribe('notices', {}, { event: (event) => events.push(event) });
    const early = client.call('projects.list', {});
    say({ kind: 'events', batch: 1, events: [{ id: 1, event: 'one' }] });
    expect(sent('received')).toEqual([{ kind: 'received', batch: 1 }]);
    last().events.closed('lost');
    const late = client.call('exports.list', {});
    client.subscribe('projects', {}, { event: () => undefined });
    end();
    await vi.advanceTimersByTimeAsync(100);
    expect(connections).toHaveLength(2);
    attach('s1', true);
    expect(last().sent[0]).toEqual({
      kind: 'attach',
      contract: contractVersion,
      session: 's1',
      batch: 1,
      pending: [2],
    });
    expect(sent('subscribe').map((frame) => 'id' in frame && frame.id)).toEqual([4]);
    expect(sent('unsubscribe')).toEqual([{ kind: 'unsubscribe', id: 1 }]);
    expect(sent('call').map((frame) => 'id' in frame && frame.id)).toEqual([3]);
    // A batch that arrives a second time is not told again.
    say({ kind: 'events', batch: 1, events: [{ id: 1, event: 'one' }] });
    say({ kind: 'answer', id: 2, answer: { ok: true, value: [] } });
    say({ kind: 'answer', id: 3, answer: { ok: true, value: [] } });
    expect(await early).toEqual({ ok: true, value: [] });
    expect(await late).toEqual({ ok: true, value: [] });
    expect(events).toEqual(['one']);
    expect(states).toEqual(['open', 'reconnecting', 'open']);
  });

  it('begins anew where the host has forgotten it: what was sent is not known, what is followed was missed', async () => {
    const { client, attach, sent, last } = setUp();
    const missed = vi.fn<() => void>();
    attach();
    client.subscribe('notices', {}, { event: () => undefined, missed });
    const unsure = client.call('runs.delete', { run: '1' });
    last().events.closed('lost');
    const waiting = client.call('projects.list', {});
    await vi.advanceTimersByTimeAsync(100);
    attach('s2', false);
    expect(await unsure).toMatchObject({ ok: false, error: { code: 'connection-lost' } });
    expect(missed).toHaveBeenCalledOnce();
    expect(sent('subscribe')).toHaveLength(1);
    expect(sent('call').map((frame) => 'name' in frame && frame.name)).toEqual(['projects.list']);
    client.close();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'connection-lost' } });
  });

  it('gives up a call that the host knows nothing of', async () => {
    const { client, attach, last } = setUp();
    attach();
    const call = client.call('projects.list', {});
    last().events.closed('lost');
    await vi.advanceTimersByTimeAsync(100);
    attach('s1', true, [1]);
    expect(await call).toMatchObject({ error: { code: 'connection-lost' } });
  });

  it('cancels', async () => {
    const { client, attach, sent } = setUp();
    attach();
    const cancel = new AbortController();
    const call = client.call('projects.list', {}, { signal: cancel.signal });
    cancel.abort();
    expect(await call).toMatchObject({ error: { code: 'cancelled' } });
    expect(sent('cancel')).toEqual([{ kind: 'cancel', id: 1 }]);
    expect(await client.call('projects.list', {}, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
    });
    expect(sent('call')).toHaveLength(1);
  });

  it('hears what was missed', () => {
    const { client, attach, say } = setUp();
    const missed = vi.fn<() => void>();
    attach();
    client.subscribe('log', { run: '1' }, { event: () => undefined, missed });
    say({ kind: 'events', batch: 1, events: [{ id: 1, missed: true }] });
    expect(missed).toHaveBeenCalledOnce();
  });

  it('waits longer after each failure, and tells no more than that it tries', async () => {
    const { connections, last } = setUp();
    last().events.closed('lost');
    await vi.advanceTimersByTimeAsync(100);
    last().events.closed('lost');
    await vi.advanceTimersByTimeAsync(150);
    expect(connections).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(50);
    expect(connections).toHaveLength(3);
  });

  it.each([
    ['is refused', 'refused'],
    ['is of another version', 'outdated'],
  ] as const)('stops when it %s', async (_, state) => {
    const { client, connections, attach, say, last } = setUp();
    attach();
    const call = client.call('projects.list', {});
    if (state === 'refused') last().events.closed('refused');
    else say({ kind: 'outdated', contract: 2 });
    expect(client.state).toBe(state);
    expect(await call).toMatchObject({ error: { code: 'connection-lost' } });
    expect(await client.call('projects.list', {})).toMatchObject({ error: { code: 'connection-lost' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connections).toHaveLength(1);
  });

  it('gives up a connection on which nothing is said any more', async () => {
    const { client, connections, attach, sent } = setUp();
    attach();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent('ping')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.state).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(100);
    expect(connections).toHaveLength(2);
  });
});
