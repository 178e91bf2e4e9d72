import type { Restored } from '../restore.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { openWorkspaceReadOnly } from '../../../workspace/workspace.ts';
import { inWords, openTarget, type OpenTarget } from '../../places/target.ts';
import { createStored, type JustStored } from './create-stored.ts';
import { restoreStored, verifyStored } from './fetch-stored.ts';
import { readStock, splitTarget, type StoredBackup } from './manifest.ts';
import { pruneStored } from './prune.ts';
import type { Keep, Retention } from './retention.ts';
import { withScratch } from './scratch.ts';
import { storeItems, type StoredItems } from './store-items.ts';

/** Whoever waits for work with stored backups. */
export interface Waiting {
  signal: AbortSignal;
  /** Called with the percentage that is done. */
  onPercent: (percent: number) => void;
}

/** Work with backups in object storages. All methods throw HostError. `target`: `s3://…` or `place:…`. */
export interface StoredWork {
  create(args: { target: string; fresh: boolean }, waiting: Waiting): Promise<JustStored>;
  /** The newest first. */
  list(args: { target: string }, waiting: Waiting): Promise<{ backups: StoredBackup[]; unfinished: number }>;
  verify(args: { target: string }, waiting: Waiting): Promise<StoredBackup>;
  restore(args: { target: string; force: boolean }, waiting: Waiting): Promise<Restored>;
  prune(
    args: { target: string; keep: Keep; dryRun: boolean },
    waiting: Waiting,
  ): Promise<Retention<StoredBackup>>;
  items(args: { target: string; run: string }, waiting: Waiting): Promise<StoredItems>;
}

/** Works with backups in object storages on the calling thread. */
export function createStoredWork({
  dataDir,
  proxyChannel,
}: {
  dataDir: string;
  proxyChannel: string | null;
}): StoredWork {
  async function on<T>(
    text: string,
    work: (target: OpenTarget, id: string | null) => Promise<T>,
  ): Promise<T> {
    const { place, id } = splitTarget(text);
    const target = await openTarget(place, { dataDir, proxyChannel });
    try {
      return await inWords(() => work(target, id));
    } finally {
      target.storage.close();
    }
  }

  return {
    create: ({ target: text, fresh }, waiting) =>
      on(text, (target) => withScratch(dataDir, () => createStored({ dataDir, target, fresh, ...waiting }))),
    list: ({ target: text }, { signal }) =>
      on(text, async (target) => {
        const { backups, unfinished } = await readStock(target, signal);
        return { backups, unfinished: unfinished.length };
      }),
    verify: ({ target: text }, waiting) =>
      on(text, (target, id) =>
        withScratch(dataDir, (scratch) => verifyStored({ target, id, scratch, ...waiting })),
      ),
    restore: ({ target: text, force }, waiting) =>
      on(text, (target, id) =>
        withScratch(dataDir, (scratch) => restoreStored(dataDir, { target, id, scratch, force, ...waiting })),
      ),
    prune: ({ target: text, keep, dryRun }, { signal }) =>
      on(text, (target) => pruneStored(target, { keep, dryRun, signal })),
    items: ({ target: text, run }, { signal }) =>
      on(text, (target) =>
        withWorkspace(dataDir, (workspace) => storeItems(workspace, run, { target, signal })),
      ),
  };
}

async function withWorkspace<T>(dataDir: string, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = openWorkspaceReadOnly(dataDir);
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}
