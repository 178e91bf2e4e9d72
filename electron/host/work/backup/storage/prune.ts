import type { OpenTarget } from '../../places/target.ts';
import { keysOf, readStock, type StoredBackup } from './manifest.ts';
import { retain, type Keep, type Retention } from './retention.ts';

/** Content without a manifest that is older was given up, in milliseconds. */
const givenUpMs = 7 * 24 * 3_600_000;

/** Deletes the backups of a place that are not to be kept. @param dryRun only tells them @throws StorageError */
export async function pruneStored(
  target: OpenTarget,
  {
    keep,
    dryRun,
    signal,
    now = Date.now,
  }: { keep: Keep; dryRun: boolean; signal: AbortSignal; now?: () => number },
): Promise<Retention<StoredBackup>> {
  const { backups, unfinished } = await readStock(target, signal);
  const decided = retain(backups, keep);
  if (dryRun) return decided;
  const { storage, prefix } = target;
  for (const { id, sha256 } of decided.deleted) {
    const { data, manifest, mark } = keysOf(prefix, id);
    // In this order: without a manifest it is no backup any more, whatever happens next.
    for (const key of [manifest, mark(sha256), data]) await storage.delete(key, { signal });
  }
  for (const { key, storedAt } of unfinished)
    if (now() - storedAt > givenUpMs) await storage.delete(key, { signal });
  return decided;
}
