import { openStore } from '../../../../electron/store/open.ts';
import type { QueueClaim } from '../../../../electron/store/queue/queue-work-queries.ts';
import type { RunCause } from '../../../../shared/run-cause.ts';
import { savedVersion } from '../saved-version.ts';
import { seeded, spiderNamed } from '../support.ts';

// Run as a process of its own, to be killed: it does to the queue whatever people and workers do, in an order that a number decides.
const [path = '', seed = ''] = process.argv.slice(2);
const store = openStore(path);
const { queue, queueWork, runs } = store.queries;
const random = seeded(Number(seed));
const below = (most: number): number => Math.floor(random.next().value * most);
const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };
const news = { project: 'default', spider: 'news', priority: 0, duplicates: 'allow', options } as const;
const ends: readonly ['completed' | 'failed' | 'paused', RunCause][] = [
  ['completed', 'finished'],
  ['failed', 'nothing-extracted'],
  ['failed', 'no-pages'],
  ['paused', 'blocked'],
];
const versionId = await savedVersion(store, spiderNamed('news'));
const held: { claimed: QueueClaim; run: string }[] = [];

async function begin(): Promise<void> {
  const claimed = await queueWork.claim(null);
  if (claimed === null) return;
  const { lease } = claimed;
  const created = { versionId, kind: 'full', options, appVersion: '0.1.0', entry: lease } as const;
  const run = claimed.run ?? (await runs.create(created)).id;
  held.push({ claimed, run });
  await store.crawlPorts(run).control.begin();
}

async function end(): Promise<void> {
  const [first] = held.splice(0, 1);
  const [state, cause] = ends[below(ends.length)] ?? ['completed', 'finished'];
  if (first === undefined) return;
  await store.crawlPorts(first.run).control.end(state, `It ended: ${cause}.`, cause);
  await queueWork.end(first.claimed.lease, { jitter: 0 });
}

/** One of the entries, whatever its state. */
async function some(): Promise<string> {
  const { entries } = await queue.list({ cleared: true });
  return entries[below(entries.length)]?.id ?? '';
}

const deeds = [
  () => queue.add([news, news], null),
  () => queue.add([{ ...news, priority: below(5), duplicates: 'replace' }], null),
  begin,
  begin,
  begin,
  end,
  end,
  async () => queue.cancel(await some(), 'Cancelled by the test.'),
  async () => queue.retry(await some()),
  async () => queue.move(await some(), 'first'),
  () => queue.clear(null),
];

await queue.add([news], null);
await queueWork.register({ kind: 'daemon', concurrency: 4 });
await queueWork.takeBack();
for (;;) {
  await deeds[below(deeds.length)]?.();
  process.stdout.write('done\n');
}
