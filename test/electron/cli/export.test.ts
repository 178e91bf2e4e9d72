import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportCommand } from '../../../electron/cli/commands/export.ts';
import { openWorkspace } from '../../../electron/host/workspace/workspace.ts';
import { listSeparator } from '../../../electron/system/locale.ts';
import type { NewItem } from '../../../electron/engine/ports/ledger.ts';
import { completed, item, portsOf, request, startedRun } from '../store/support.ts';
import { callCommand } from './call-command.ts';

/** A data folder with a run of the spider "shop". @param items those that it has extracted */
async function dataDir(items: readonly NewItem[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-export-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = openWorkspace(folder);
  const { ledger } = portsOf(workspace, await startedRun(workspace));
  await ledger.admit([request(1)]);
  const [claimed] = await ledger.claim('https://example.org', 1, 0);
  await ledger.complete(completed(claimed?.id ?? '', [...items]));
  await ledger.flush();
  workspace.close();
  return folder;
}

const call = (folder: string, ...args: string[]) =>
  callCommand([exportCommand], ['export', 'shop', '--data-dir', folder, ...args]);

it('writes standard CSV by default, on every system', async () => {
  const { out, code } = await call(await dataDir(), '--format', 'csv', '--columns', 'title,url');
  expect([out, code]).toEqual(['title,url\r\n', 0]);
});

it('writes CSV for Excel where it is asked for', async () => {
  const folder = await dataDir();
  const file = join(folder, 'items.csv');
  const args = ['--format', 'csv', '--columns', 'title,url', '--dialect', 'excel', '--output', file];
  const { out, code, err } = await call(folder, ...args, '--json');
  expect([JSON.parse(out), code, err]).toEqual([{ file, rows: 0, format: 'csv' }, 0, expect.any(String)]);
  expect(readFileSync(file, 'utf8')).toBe(`\ufefftitle${listSeparator()}url\r\n`);
});

it('has no dialect of other formats', async () => {
  const { code, err } = await call(await dataDir(), '--format', 'json', '--dialect', 'excel');
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('--dialect is for csv only')]);
  expect(code).not.toBe(0);
});

describe('with --rows', () => {
  const reviews = [
    { by: 'Ada', replies: [{ by: 'Shop' }, { by: 'Bo' }] },
    { by: 'Cy', replies: [] },
  ];
  const withItems = () =>
    dataDir([item(1, { metadata: { reviews } }), item(2, { metadata: { reviews: [] } })]);

  it.each([
    ['csv', 'title,reviews.by\r\nTitle 1,Ada\r\nTitle 1,Cy\r\n'],
    ['jsonl', '{"title":"Title 1","reviews.by":"Ada"}\n{"title":"Title 1","reviews.by":"Cy"}\n'],
    ['json', '[\n{"title":"Title 1","reviews.by":"Ada"},\n{"title":"Title 1","reviews.by":"Cy"}\n]\n'],
  ])('writes a row for each entry as %s, and counts the items that have none', async (format, text) => {
    const chosen = ['--format', format, '--columns', 'title,reviews.by'];
    const { out, code, err } = await call(await withItems(), ...chosen, '--rows', 'reviews');
    expect([out, code]).toEqual([text, 0]);
    expect(err).toContain('1 item has no entry in reviews, and so no row.');
  });

  it('counts the rows, not the items', async () => {
    const folder = await withItems();
    const file = join(folder, 'replies.csv');
    const args = ['--format', 'csv', '--rows', 'reviews.replies', '--output', file, '--force'];
    const { out } = await call(folder, ...args, '--json');
    expect(JSON.parse(out)).toEqual({ file, rows: 2, format: 'csv' });
    expect((await call(folder, ...args)).out).toContain('Wrote 2 rows to');
  });

  it('names the lists that there are', async () => {
    const { code, err, out } = await call(
      await withItems(),
      '--format',
      'csv',
      '--rows',
      'review',
      '--json',
      '--output',
      'x.csv',
    );
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        error: {
          code: 'unknown-column',
          message: 'There is no list "review". Did you mean "reviews"?',
          hint: 'There are reviews, reviews.replies.',
        },
      },
    ]);
    expect(err).toBe('');
    const nameless = await call(await withItems(), '--format', 'csv', '--rows', '');
    expect(nameless.err).toContain('--rows names no field.');
  });
});
