import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { csvDialect } from '../../../../export/csv.ts';
import { exportItems } from '../../../../export/export.ts';
import { uploadInParts } from '../../../../object-storage/upload.ts';
import { requireRun } from '../../../data/require-run.ts';
import { HostError } from '../../../errors.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { OpenTarget } from '../../places/target.ts';

/** Items that were stored, read again and compared. */
export interface StoredItems {
  /** Where they are, such as `place:nas/items/…`. */
  file: string;
  items: number;
  /** As stored. */
  bytes: number;
  sha256: string;
}

/**
 * Stores the items of a run as JSON lines, compressed by gzip, under a key that names the run; then reads them again and compares.
 * @throws HostError `unknown-run`; `exists`: they are there already; StorageError
 */
export async function storeItems(
  workspace: Workspace,
  run: string,
  { target, signal }: { target: OpenTarget; signal: AbortSignal },
): Promise<StoredItems> {
  const { project, spider, createdAt } = await requireRun(workspace, run);
  const { storage, prefix, shown } = target;
  const time = new Date(createdAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `items/${project}/${spider}/run-${run}-${time}.jsonl.gz`;
  const key = `${prefix}${name}`;
  const { total, batches } = await workspace.queries.items.stream({
    project,
    spider,
    run,
    filters: [],
    words: [],
    sort: [],
    upTo: null,
  });
  if ((await storage.head(key, { signal })) !== null)
    throw new HostError(
      'exists',
      `The items of run ${run} are in ${shown} already.`,
      'They were not replaced.',
    );
  const lines = new PassThrough({ highWaterMark: 1024 * 1024 });
  const gzip = lines.pipe(createGzip());
  const plain = createHash('sha256');
  lines.on('data', (chunk: Buffer) => plain.update(chunk));
  const written = exportItems({
    batches,
    format: 'jsonl',
    dialect: csvDialect('standard'),
    rows: null,
    columns: null,
    target: { stream: lines },
  }).then(
    ({ rows }) => {
      lines.end();
      return rows;
    },
    (error: unknown) => {
      gzip.destroy(error instanceof Error ? error : new Error(String(error)));
      return null;
    },
  );
  const { bytes, sha256 } = await uploadInParts(storage, key, gzip, { replace: false, signal });
  const items = (await written) ?? 0;
  const back = createHash('sha256');
  await pipeline(storage.get(key, { signal }), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) back.update(chunk);
  });
  if (back.digest('hex') !== plain.digest('hex') || items !== total)
    throw new HostError(
      'storage-failed',
      `${storage.name} returns other items of run ${run} than were stored.`,
      'Nothing was deleted here.',
    );
  return { file: `${shown.replace(/\/+$/, '')}/${name}`, items, bytes, sha256 };
}
