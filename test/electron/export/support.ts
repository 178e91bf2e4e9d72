import { PassThrough } from 'node:stream';
import { exportItems, type ExportRequest, type ExportResult } from '../../../electron/export/export.ts';
import type { ExportFormat } from '../../../shared/export-formats.ts';
import type { ItemRow } from '../../../electron/store/items/item-queries.ts';

let lastId = 0;

export function row(metadata: Record<string, unknown> = {}, changes: Partial<ItemRow> = {}): ItemRow {
  lastId += 1;
  return {
    id: String(lastId),
    run: '3',
    spider: 'shop',
    version: 2,
    url: 'https://example.org/a',
    key: changes.key ?? changes.url ?? 'https://example.org/a',
    callback: 'parse_article',
    title: 'Title',
    content: null,
    author: null,
    published_date: null,
    metadata,
    scraped_at: '2026-11-21T12:00:00.000Z',
    request: '1',
    position: 0,
    problems: [],
    ...changes,
  };
}

/** Exports to a stream and gives the text that arrived there. */
export async function exported(
  rows: ItemRow[],
  format: ExportFormat,
  columns: string[] | null = null,
  more: Partial<Omit<ExportRequest, 'batches' | 'format' | 'columns' | 'target'>> = {},
): Promise<ExportResult & { text: string }> {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const result = await exportItems({
    batches: () => inBatches(rows),
    format,
    rows: null,
    columns,
    target: { stream },
    ...more,
  });
  return { ...result, text: Buffer.concat(chunks).toString('utf8') };
}

/** Rows as the database returns them: a few at a time. */
export async function* inBatches(rows: Iterable<ItemRow>): AsyncGenerator<readonly ItemRow[]> {
  let batch: ItemRow[] = [];
  for (const one of rows) {
    batch.push(one);
    if (batch.length < 3) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
