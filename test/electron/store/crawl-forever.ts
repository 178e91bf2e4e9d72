import { compressPage } from '../../../electron/engine/stored-page.ts';
import { openStore } from '../../../electron/store/open.ts';

// Run as a process of its own, to be killed: works through a run without end and names each page once it is told
// that the page was written.
const store = openStore(process.argv[2] ?? '');
const run = process.argv[3] ?? '';
await store.crawlPorts(run).control.begin();
const ledger = store.ledger(run);
const origin = 'https://example.org';

async function worker(): Promise<void> {
  for (;;) {
    const [claimed] = await ledger.claim(origin, 1, Date.now());
    if (claimed === undefined) return;
    const n = Number(claimed.id);
    const link = (to: number) => ({
      ...claimed,
      url: `${origin}/${to}`,
      fingerprint: to.toString(16).padStart(16, '0'),
    });
    const item = (title: string) => ({
      url: claimed.url,
      callback: 'parse',
      title,
      content: null,
      author: null,
      published_date: null,
      metadata: {},
      problems: [],
    });
    await ledger.complete({
      id: claimed.id,
      facts: { status: 200, finalUrl: claimed.url, bytes: 1, durationMs: 1, contentType: null },
      items: [item(`${claimed.url} a`), item(`${claimed.url} b`)],
      links: [link(2 * n), link(2 * n + 1)],
      page: compressPage(`<p>${n}</p>`, 'utf-8'),
      events: [{ kind: 'note', url: claimed.url, message: 'read' }],
    });
    process.stdout.write(`${claimed.id}\n`);
  }
}
await Promise.all(Array.from({ length: 6 }, worker));
