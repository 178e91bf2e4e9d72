import { describe, expect, it } from 'vitest';
import { sessionLedger } from '../../../../electron/fleet/share/session-ledger.ts';
import { MemoryStore } from '../../engine/ports/memory-ports.ts';
import { completed, request, unfinished } from '../../store/support.ts';

const here = 1_000_000;
const aheadMs = 3_600_000;

/** A ledger whose database is an hour ahead of the engine. */
function open() {
  const store = new MemoryStore(() => here + aheadMs);
  store.beginTogether();
  const { ledger } = store.session({ isAlive: () => true, owns: () => true });
  let queued = 0;
  const own = sessionLedger(ledger, {
    aheadMs: () => aheadMs,
    has: (host) => host === 'example.org',
    onQueued: () => (queued += 1),
  });
  return { own, ledger, queued: () => queued };
}

describe('the ledger of a session', () => {
  it('understands times by the clock of the engine', async () => {
    const { own, ledger } = open();
    await own.admit([request(1)]);
    const [first] = await own.claim('https://example.org', 1, here);
    await own.retry(unfinished(first?.id ?? '', 'busy'), here + 500);
    expect(await own.origins()).toMatchObject([{ notBefore: here + 500 }]);
    expect(await ledger.origins()).toMatchObject([{ notBefore: here + aheadMs + 500 }]);
    expect(await own.claim('https://example.org', 1, here + 499)).toEqual([]);
    expect(await own.claim('https://example.org', 1, here + 500)).toHaveLength(1);
  });

  it('leaves what is due at once', async () => {
    const { own } = open();
    await own.admit([request(1)]);
    expect(await own.origins()).toMatchObject([{ notBefore: 0 }]);
  });

  it('tells of new requests at hosts of others', async () => {
    const { own, queued } = open();
    await own.admit([request(1)]);
    expect(queued()).toBe(0);
    const elsewhere = request(2, { url: 'https://other.example/', origin: 'https://other.example' });
    const [first] = await own.claim('https://example.org', 1, here);
    await own.complete(completed(first?.id ?? '', [], [elsewhere]));
    expect(queued()).toBe(1);
    await own.admit([elsewhere]);
    expect(queued()).toBe(1);
  });
});
