import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { channels } from '../../../electron/shell/channels.ts';
import { saveOptions } from '../../../electron/shell/save-dialog.ts';
import { start } from './open-shell.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-save-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Suggests a name, types a path, and answers what is asked then. */
async function chosen(name: string, typed: string, response: number | null = null) {
  const { invoke, speaker, paths, saves, answers, questions } = await start();
  paths.push({ canceled: false, filePath: typed });
  if (response !== null) answers.push({ response, checkboxChecked: false });
  const path: unknown = await invoke(channels.choosePath, speaker(), name);
  return { path, saves, questions };
}

describe('the dialog of the system', () => {
  it.each([
    ['shop.csv', 'shop.csv', { name: 'CSV', extensions: ['csv'] }],
    ['shop.json', 'shop.json', { name: 'JSON', extensions: ['json'] }],
    ['shop.jsonl', 'shop.jsonl', { name: 'JSON lines', extensions: ['jsonl'] }],
    ['con.csv', '_con.csv', { name: 'CSV', extensions: ['csv'] }],
    ['what?.csv', 'what.csv', { name: 'CSV', extensions: ['csv'] }],
  ])('knows the format of %s', (name, defaultPath, filter) => {
    expect(saveOptions(name)).toEqual({
      defaultPath,
      filters: [filter, { name: 'All files', extensions: ['*'] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
  });

  it('has nothing to say about other files', () => {
    expect(saveOptions('page.html')).toMatchObject({ defaultPath: 'page.html' });
    expect(saveOptions('page.html').filters).toBeUndefined();
  });

  it('is the same for a download', async () => {
    const { session } = await start();
    const given: unknown[] = [];
    const item = {
      getURL: () => 'app://bundle/download/1a/shop.jsonl',
      getFilename: () => 'shop.jsonl',
      setSaveDialogOptions: (options: object) => void given.push(options),
    };
    session.emit('will-download', { preventDefault: () => undefined }, item);
    expect(given).toEqual([{ title: 'Save the file', ...saveOptions('shop.jsonl') }]);
  });
});

describe('a name without an ending', () => {
  it.each([
    ['shop', 'shop.csv'],
    ['Prices 22.11.2026', 'Prices 22.11.2026.csv'],
    ['shop.csv', 'shop.csv'],
    ['shop.txt', 'shop.txt'],
  ])('gets that of the format: %s', async (typed, expected) => {
    const dir = folder();
    const { path, questions } = await chosen('shop.csv', join(dir, typed));
    expect([path, questions]).toEqual([join(dir, expected), []]);
  });

  it('asks before it replaces a file that nobody was asked about', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'shop.csv'), 'mine');
    const kept = await chosen('shop.csv', join(dir, 'shop'), 1);
    expect(kept.path).toBeNull();
    expect(kept.questions).toMatchObject([
      { message: '"shop.csv" already exists.', buttons: ['Replace', 'Cancel'], defaultId: 1, cancelId: 1 },
    ]);
    expect((await chosen('shop.csv', join(dir, 'shop'), 0)).path).toBe(join(dir, 'shop.csv'));
    // About this one the dialog of the system has asked.
    expect(await chosen('shop.csv', join(dir, 'shop.csv'))).toMatchObject({
      path: join(dir, 'shop.csv'),
      questions: [],
    });
  });

  it('is none when nothing was chosen', async () => {
    const { path } = await chosen('shop.csv', '');
    expect(path).toBeNull();
  });
});
