import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprintUrl } from '../../../../electron/engine/fingerprint.ts';
import { completed, item, request, scratchFolder, scratchStore, startedRun } from '../support.ts';

async function crawl() {
  const store = scratchStore(join(scratchFolder(), 'a.db'));
  const ledger = store.ledger(await startedRun(store));
  // The file of the log never shrinks as long as the database is open.
  const logMebibytes = () => statSync(`${store.path}-wal`).size / 1024 ** 2;
  return { ledger, logMebibytes };
}

describe('the log beside the database', () => {
  it('is small where requests are few, however much is written', async () => {
    const { ledger, logMebibytes } = await crawl();
    await ledger.admit(Array.from({ length: 250 }, (_, n) => request(n)));
    for (const { id } of await ledger.claim('https://example.org', 250, 0)) {
      await ledger.complete(completed(id, [item(Number(id), { content: 'x'.repeat(64 * 1024) })]));
    }
    expect(logMebibytes()).toBeGreaterThan(3.9);
    expect(logMebibytes()).toBeLessThan(4.6);
  });

  it('grows with the requests, whose indexes it takes in', async () => {
    const { ledger, logMebibytes } = await crawl();
    const url = (n: number) => `https://example.org/page/${n}`;
    for (let n = 0; n < 50_000; n += 100) {
      const links = Array.from({ length: 100 }, (_, m) => request(n + m));
      await ledger.admit(links.map((link, m) => ({ ...link, fingerprint: fingerprintUrl(url(n + m)) })));
    }
    expect(logMebibytes()).toBeGreaterThan(8);
    expect(logMebibytes()).toBeLessThan(14);
  });
});
