import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Called, type CallOptions } from './call.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';

// The superuser may write anywhere, so the calls are made as somebody else.
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const asSomebody: CallOptions = isRoot ? { user: nobody } : {};
const spider = { allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };

/** What is in a folder and in the folders of it. */
const entriesOf = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true });

/** Takes the right to write away: from a folder and from what is in it. */
function protect(folder: string): void {
  const folders = [folder];
  for (const entry of entriesOf(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else setRights(path, 0o400);
  }
  for (const path of folders) setRights(path, 0o500);
}

function setRights(path: string, mode: number): void {
  if (isRoot) chownSync(path, nobody, nobody);
  chmodSync(path, mode);
}

const contentOf = (folder: string): Map<string, string> =>
  new Map(
    entriesOf(folder)
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString('base64')]),
  );

describe.skipIf(process.platform === 'win32')('a data folder in which nothing may be written', () => {
  let folder = '';
  let data = '';
  let before = new Map<string, string>();
  const ask = (args: readonly string[]): Promise<Called> => call([...args, '--data-dir', data], asSomebody);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spider-studio-protected-'));
    chmodSync(folder, 0o777);
    data = join(folder, 'data');
    await call(['demo', '--data-dir', data, '--json']);
    await call(['proxies', 'add', 'datacenter', 'http://10.0.0.7:3128', '--data-dir', data]);
    protect(data);
    before = contentOf(data);
  });
  afterAll(() => {
    chmodSync(data, 0o700);
    chmodSync(join(data, 'logs'), 0o700);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [['show', 'sample-shop'], /sample-shop|title/],
    [['show', 'sample-shop', '2'], /title: /],
    [['export', 'sample-shop', '--format', 'jsonl'], /"title":/],
    [['runs', 'list'], /sample-shop@1 .*completed/],
    [['runs', 'show', '1'], /completed/],
    [['runs', 'tail', '1'], /The run started in process/],
    [['spiders', 'list'], /sample-shop/],
    [['spiders', 'show', 'sample-shop'], /"allowed_domains"/],
    [['spiders', 'memory', 'sample-shop'], /history of sample-shop has \d\d pages/],
    [['projects', 'list'], /default/],
    [['proxies', 'list'], /10\.0\.0\.7/],
    [['explain', 'http://127.0.0.1/x', '--spider', 'sample-shop'], /rule/],
  ])('is read by %j, and stays as it was', async (command, expected) => {
    const called = await ask(command);
    expect(called).toMatchObject({ code: 0, stderr: '' });
    expect(called.stdout).toMatch(expected);
    expect(contentOf(data)).toEqual(before);
  });

  it('is backed up to where something may be written', async () => {
    const backup = join(folder, 'all.backup');
    const made = await ask(['backup', 'create', backup, '--json']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.json()).toMatchObject({ spiders: 1, runs: 1, proxies: 1 });
  });

  it('refuses what would write', async () => {
    const called = await ask(['runs', 'delete', '1', '--force', '--json']);
    expect(called.code).toBe(1);
    expect(called.json()).toMatchObject({ error: { code: 'read-only' } });
  });

  it('is read with what is in a log that was left', async () => {
    const one = studio();
    chmodSync(one.folder, 0o755);
    await one.call(['import', one.file('first.json', { name: 'first', ...spider })]);
    // Another connection keeps the log from being cleared away.
    const other = new Database(join(one.data, databaseName));
    other.pragma('wal_autocheckpoint = 0');
    other.exec(`UPDATE all_spiders SET name = 'renamed'`);
    const left = join(one.folder, 'left');
    mkdirSync(left);
    for (const name of [databaseName, `${databaseName}-wal`])
      copyFileSync(join(one.data, name), join(left, name));
    other.close();
    protect(left);
    const called = await call(['spiders', 'list', '--json', '--data-dir', left], asSomebody);
    chmodSync(left, 0o700);
    expect(called.json()).toMatchObject([{ name: 'renamed' }]);
  });

  it.runIf(isRoot)('of somebody else, who lets nobody read, is an error that says so', async () => {
    const one = studio();
    await one.call(['import', one.file('one.json', { name: 'one', ...spider })]);
    for (const path of [one.folder, one.data]) chmodSync(path, 0o755);
    expect((await one.call(['spiders', 'list', '--json'], asSomebody)).json()).toEqual({
      error: {
        code: 'no-permission',
        message: `The database "${join(one.data, databaseName)}" may not be read.`,
        hint: 'It is for its owner alone: ask that person for a backup or an export.',
      },
    });
  });
});
