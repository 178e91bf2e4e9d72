import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RunState } from '../../../../shared/contract/types.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { scratchFolder, scratchStore, seeded } from '../support.ts';

const script = fileURLToPath(new URL('./work-forever.ts', import.meta.url));
const concurrency = 3;
const ended: ReadonlySet<RunState> = new Set(['completed', 'stopped', 'failed']);

/**
 * Expects the queue to be whole as it stands: every entry that the outbox has told of is there, in the state that was told last, so
 * that those of all states are all that was ever queued. @returns whether nothing changed while it was looked at
 */
async function expectWhole({ queries: { queue, outbox, runs } }: Store): Promise<boolean> {
  const before = await outbox.position();
  const { entries } = await queue.list({ cleared: true });
  const { counts } = await queue.status();
  const all = await runs.list();
  const { entries: told } = await outbox.after(0, 100_000);
  if ((await outbox.position()) !== before) return false;
  const states = new Map<string, string>();
  for (const { change } of told) if (change.kind === 'queue') states.set(change.subject, change.state);
  expect(new Map(entries.map(({ id, state }) => [id, state]))).toEqual(states);
  const { pending, running, completed, failed, cancelled, dead } = counts;
  expect(pending + running + completed + failed + cancelled + dead).toBe(states.size);
  expect(running).toBeLessThanOrEqual(concurrency);
  // No run is under way, or waits, that belongs to no entry; and no two entries have one run.
  const ran = entries.flatMap(({ run }) => (run === null ? [] : [run]));
  expect(new Set(ran).size).toBe(ran.length);
  expect(all.filter(({ id, state }) => !ran.includes(id) && !ended.has(state))).toEqual([]);
  return true;
}

/** Lets a process work until it has done so much, looks meanwhile, and kills it a little later. @returns how often it could look */
async function workAndKill(path: string, seed: number, deeds: number, laterMs: number): Promise<number> {
  const child = spawn(process.execPath, [script, path, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const over = once(child, 'exit');
  const reader = scratchStore(path);
  let done = 0;
  let looks = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    done += 1;
    if (done === deeds) setTimeout(() => child.kill('SIGKILL'), laterMs);
    if (done % 10 === 0 && (await expectWhole(reader))) looks += 1;
  }
  await over;
  expect(await expectWhole(reader)).toBe(true);
  reader.close();
  return looks;
}

it('is whole at any instant, wherever its process is killed', { timeout: 240_000 }, async () => {
  const path = join(scratchFolder(), 'x.db');
  const store = scratchStore(path);
  await store.queries.queue.configure({ concurrency });
  const random = seeded(1127);
  const next = (most: number): number => Math.floor(random.next().value * most);
  let looks = 0;
  for (let round = 0; round < 10; round += 1)
    looks += await workAndKill(path, round + 1, 5 + next(60), next(4));
  expect(looks).toBeGreaterThan(0);
  expect(store.check()).toEqual([]);
  const { entries } = await store.queries.queue.list({ cleared: true });
  const states = new Set(entries.map(({ state }) => state));
  expect([...states]).toEqual(expect.arrayContaining(['pending', 'completed', 'failed', 'cancelled']));
});
