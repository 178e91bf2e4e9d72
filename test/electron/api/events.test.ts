import { describe, expect, it } from 'vitest';
import { closeWith } from '../../../electron/api/events/close-codes.ts';
import { sendFrames } from '../../../electron/api/events/send-frames.ts';
import { offeredKey } from '../../../electron/api/events/socket-protocol.ts';
import { HostError } from '../../../electron/host/errors.ts';

describe('the key that a page offers', () => {
  it.each([
    ['beside the protocol', 'spider-studio.events, spider-studio.key.sps_a-b_c', 'sps_a-b_c'],
    ['without the protocol', 'spider-studio.key.sps_a', null],
    ['before the protocol', 'spider-studio.key.sps_a, spider-studio.events', null],
    ['with a third one', 'spider-studio.events, spider-studio.key.a, b', null],
    ['not at all', 'spider-studio.events', null],
    ['without protocols', undefined, null],
  ])('%s', (_, protocols, key) => {
    expect(offeredKey(protocols === undefined ? {} : { 'sec-websocket-protocol': protocols })).toBe(key);
  });
});

/** A WebSocket whose client takes frames when it is told to. */
function slowSocket() {
  const waiting: { text: string; sent: () => void }[] = [];
  const closed: [code: number | undefined, reason: string][] = [];
  return {
    waiting,
    closed,
    get bufferedAmount() {
      return waiting.reduce((sum, { text }) => sum + text.length, 0);
    },
    send: (text: string, sent: () => void) => void waiting.push({ text, sent }),
    close: (code?: number, reason: string | Buffer = '') => void closed.push([code, String(reason)]),
    /** The client reads all that waits. */
    read: () => waiting.splice(0).map(({ text, sent }) => (sent(), text)),
  };
}

const ids = Array.from({ length: 10 }, (_, id) => id);
const event = (id: number) => ({ id: String(id), event: 'log', data: 'x'.repeat(20_000) });

describe('a stream over a WebSocket', () => {
  it('is read on only when the client has taken what was sent', async () => {
    const socket = slowSocket();
    const read: number[] = [];
    const done = sendFrames({ signal: new AbortController().signal }, socket as never, async (send) => {
      for (const id of ids) {
        await send(event(id));
        read.push(id);
      }
    });
    await new Promise((resolve) => setImmediate(resolve));
    // 64 KB may wait, and the frame that goes beyond.
    expect(read).toEqual([0, 1, 2]);
    const taken: string[] = [];
    while (read.length < ids.length) {
      taken.push(...socket.read());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    taken.push(...socket.read());
    expect(taken.map((text) => (JSON.parse(text) as { id: string }).id)).toEqual(ids.map(String));
    expect(socket.closed).toEqual([[1000, 'This is all.']]);
  });

  it('ends when the client goes away, also one that has stopped to read', async () => {
    const socket = slowSocket();
    const gone = new AbortController();
    const done = sendFrames({ signal: gone.signal }, socket as never, async (send) => {
      for (let id = 0; ; id += 1) await send(event(id));
    });
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    await expect(done).resolves.toBeUndefined();
    expect(socket.closed).toEqual([]);
  });

  it.each([
    [new HostError('bad-key', 'The key "a" is revoked.'), 4401, 'bad-key: The key "a" is revoked.'],
    [new HostError('too-busy', 'Later.'), 4429, 'too-busy: Later.'],
    [new HostError('closing', 'It ends.'), 1001, 'The server is shutting down.'],
    [new Error('secret detail'), 1011, 'Unexpected error.'],
    [new HostError('unknown-run', 'é'.repeat(100)), 4404, `unknown-run: ${'é'.repeat(55)}`],
  ])('is closed with what went wrong: %s', (error, code, reason) => {
    const socket = slowSocket();
    closeWith(socket, error);
    expect(socket.closed).toEqual([[code, reason]]);
  });
});
