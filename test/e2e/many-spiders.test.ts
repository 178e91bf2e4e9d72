import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

const spider = (name: string, more: object = {}): object => ({
  name,
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  ...more,
});
const textOf = (name: string, more: object = {}): string =>
  `${JSON.stringify(spider(name, more), null, 2)}\n`;

/** A studio, and a folder of spiders. */
function withFolder(files: Record<string, string | Uint8Array>) {
  const own = studio();
  const folder = join(own.folder, 'spiders');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return { ...own, spiders: folder };
}

const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

interface Row {
  file: string;
  spider?: string;
  created?: boolean;
  unchanged?: boolean;
  error?: { code: string };
}

describe('a folder of spiders', () => {
  const texts = {
    'bom.json': `\ufeff${textOf('bom')}`,
    'crlf.json': textOf('crlf').replaceAll('\n', '\r\n'),
    'tight.json': JSON.stringify(spider('tight')),
    'con~.json': textOf('con'),
  };

  it('is imported, and exported as it was, byte for byte', async () => {
    const { call, spiders, folder } = withFolder(texts);
    const imported = await call(['import', spiders, '--json']);
    expect(imported.code).toBe(0);
    expect(imported.json<Row[]>().map(({ spider: name, created }) => [name, created])).toEqual([
      ['bom', true],
      ['con', true],
      ['crlf', true],
      ['tight', true],
    ]);
    const out = join(folder, 'deep', 'out');
    const exported = await call(['spiders', 'export', '--all', out]);
    expect(exported.stdout).toBe(`Wrote 4 spiders to ${out}: 4 new, 0 changed, 0 unchanged.\n`);
    expect(contentsOf(out)).toEqual(texts);
    const again = await call(['import', out, '--json']);
    expect(again.json<Row[]>().every(({ unchanged }) => unchanged === true)).toBe(true);
    const before = statSync(join(out, 'crlf.json'));
    expect((await call(['spiders', 'export', '--all', out])).stdout).toContain(
      '0 new, 0 changed, 4 unchanged',
    );
    const after = statSync(join(out, 'crlf.json'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('is imported as far as its files are spiders', async () => {
    const { call, spiders } = withFolder({
      'good.json': textOf('good'),
      'bad.json': '{"name": 1}',
      'latin.json': Uint8Array.from([0xff, 0xfe, 0x7b]),
      'twin.json': textOf('good'),
      '.hidden.json': textOf('hidden'),
      'notes.txt': 'Nothing.',
    });
    mkdirSync(join(spiders, 'folder.json'));
    const dry = await call(['import', spiders, '--dry-run', '--json']);
    const imported = await call(['import', spiders, '--json']);
    for (const called of [dry, imported]) {
      expect(called.code).toBe(1);
      expect(
        called
          .json<Row[]>()
          .map(({ file, spider: name, error }) => [file.slice(spiders.length + 1), error?.code ?? name]),
      ).toEqual([
        ['bad.json', 'invalid-spider'],
        ['folder.json', 'is-a-folder'],
        ['good.json', 'good'],
        ['latin.json', 'not-text'],
        ['twin.json', 'name-taken'],
      ]);
    }
    expect((await call(['spiders', 'list', '--json'])).json()).toMatchObject([{ name: 'good', version: 1 }]);
    const said = await call(['import', spiders]);
    expect(said.stdout).toBe(
      'Imported 1 spider into project default: 0 new, 0 changed, 1 unchanged, 4 failed.\n',
    );
    expect(said.stderr).toContain('is not text in UTF-8');
  });

  it('may be empty, and may be a file', async () => {
    const { call, spiders, file } = withFolder({});
    const called = await call(['import', spiders, '--json']);
    expect([called.code, called.json()]).toEqual([0, []]);
    expect(called.stderr).toContain('There is no spider file');
    const taken = file('taken', 'a file');
    const exported = await call(['spiders', 'export', '--all', taken, '--project', 'default', '--json']);
    expect(exported.json()).toMatchObject({ error: { code: 'unknown-project' } });
    await call(['import', file('one.json', spider('one'))]);
    const refused = await call(['spiders', 'export', '--all', taken, '--json']);
    expect(refused.json()).toMatchObject({ error: { code: 'not-a-folder' } });
    expect(refused.code).toBe(1);
  });

  it('tells files of spiders that are gone, and removes those alone', async () => {
    const { call, spiders } = withFolder({ 'news.json': textOf('news'), 'shop.json': textOf('shop') });
    await call(['import', spiders]);
    writeFileSync(join(spiders, 'package.json'), '{"name": "package", "version": "1"}');
    writeFileSync(join(spiders, 'copy.json'), textOf('shop'));
    await call(['spiders', 'delete', 'shop', '--force']);
    const told = await call(['spiders', 'export', '--all', spiders, '--json']);
    expect(told.json()).toMatchObject({ left: [{ file: 'shop.json', spider: 'shop', removed: false }] });
    expect(told.stderr).toContain('shop.json is left over: the project has no spider shop.');
    const dry = await call(['spiders', 'export', '--all', spiders, '--prune', '--dry-run', '--json']);
    expect(dry.json()).toMatchObject({ left: [{ removed: false }] });
    expect(existsSync(join(spiders, 'shop.json'))).toBe(true);
    await call(['spiders', 'export', '--all', spiders, '--prune']);
    expect(readdirSync(spiders).toSorted()).toEqual(['copy.json', 'news.json', 'package.json']);
  });

  it('has the defaults of its project in a file of their own', async () => {
    const { call, spiders, folder } = withFolder({ 'news.json': textOf('news') });
    await call(['import', spiders, '--project', 'press']);
    const set = ['--set', 'DOWNLOAD_DELAY=2', '--export-format', 'csv', '--export-dialect', 'excel'];
    const defaults = { settings: { DOWNLOAD_DELAY: 2 }, exports: { format: 'csv', dialect: 'excel' } };
    const defined = await call(['projects', 'defaults', '--project', 'press', ...set, '--json']);
    expect(defined.json()).toEqual(defaults);
    const out = join(folder, 'out');
    await call(['spiders', 'export', '--all', out, '--project', 'press']);
    expect(JSON.parse(contentsOf(out)['.spider-studio-project.json'] ?? '')).toEqual(defaults);
    expect((await call(['import', out, '--project', 'other', '--dry-run'])).stderr).toContain(
      'Would set the defaults',
    );
    await call(['import', out, '--project', 'other']);
    expect((await call(['projects', 'defaults', '--project', 'other', '--json'])).json()).toEqual(defaults);
    expect((await call(['import', out, '--project', 'other'])).stderr).toBe('');
    const none = ['--unset', 'DOWNLOAD_DELAY', '--export-format', 'none', '--export-dialect', 'none'];
    await call(['projects', 'defaults', '--project', 'press', ...none]);
    await call(['spiders', 'export', '--all', out, '--project', 'press']);
    await call(['import', out, '--project', 'other']);
    expect((await call(['projects', 'defaults', '--project', 'other'])).stdout).toContain('has no defaults');
    writeFileSync(join(out, '.spider-studio-project.json'), '{"settings": {"DOWNLOAD_DELY": 1}}');
    const refused = await call(['import', out, '--project', 'other']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Did you mean "DOWNLOAD_DELAY"?');
  });

  it('of two workspaces merges in Git', async () => {
    const [one, two] = [withFolder({ 'news.json': textOf('news') }), studio()];
    const git = (...args: string[]): string =>
      execFileSync(
        'git',
        ['-c', 'core.autocrlf=false', '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args],
        {
          cwd: one.spiders,
          encoding: 'utf8',
        },
      );
    const exportTo = (from: typeof one.call, project = 'default') =>
      from(['spiders', 'export', '--all', one.spiders, '--project', project, '--prune']);
    await one.call(['import', one.spiders]);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'Begin');
    await two.call(['import', one.spiders]);
    git('checkout', '-q', '-b', 'theirs');
    await two.call(['import', two.file('shop.json', textOf('shop'))]);
    await two.call(['spiders', 'change', 'news', '--set', 'DOWNLOAD_DELAY=2', '--yes']);
    await exportTo(two.call);
    git('add', '.');
    git('commit', '-q', '-m', 'Theirs');
    git('checkout', '-q', 'main');
    await one.call(['import', one.file('mine.json', textOf('mine'))]);
    await exportTo(one.call);
    git('add', '.');
    git('commit', '-q', '-m', 'Mine');
    git('merge', '-q', '--no-edit', 'theirs');
    const merged = await one.call(['import', one.spiders, '--json']);
    expect(merged.json<Row[]>().map(({ spider: name, unchanged }) => [name, unchanged])).toEqual([
      ['mine', true],
      ['news', false],
      ['shop', false],
    ]);
    await exportTo(one.call);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('with 500 spiders is written and read', async () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`s${n}.json`, textOf(`s${n}`)]));
    const { call, spiders, folder } = withFolder(files);
    expect((await call(['import', spiders])).stdout).toContain('500 new');
    const changed = await call(['spiders', 'change', '--all', '--set', 'RETRY_TIMES=4', '--yes', '--json']);
    const { changes } = changed.json<{ changes: { version: number }[] }>();
    expect(changes.filter(({ version }) => version === 2)).toHaveLength(500);
    const out = join(folder, 'out');
    expect((await call(['spiders', 'export', '--all', out])).stdout).toContain('500 new');
    expect((await call(['import', out])).stdout).toContain('500 unchanged');
  });

  it.skipIf(process.platform === 'win32')('follows symbolic links, and leaves them', async () => {
    const { call, spiders, folder } = withFolder({ 'news.json': textOf('news') });
    const elsewhere = join(folder, 'elsewhere.json');
    writeFileSync(elsewhere, textOf('shop'));
    symlinkSync(elsewhere, join(spiders, 'shop.json'));
    symlinkSync(spiders, join(folder, 'link'));
    expect((await call(['import', join(folder, 'link')])).stdout).toContain('2 new');
    await call(['spiders', 'change', 'shop', '--set', 'RETRY_TIMES=4', '--yes']);
    await call(['spiders', 'export', '--all', join(folder, 'link')]);
    expect(lstatSync(join(spiders, 'shop.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, 'utf8')).toContain('RETRY_TIMES');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  // Windows lets everybody write to a folder that is marked so, and root may write everywhere.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'that is read-only is told, and stays',
    async () => {
      const { call, spiders } = withFolder({ 'news.json': textOf('news') });
      await call(['import', spiders]);
      await call(['spiders', 'change', 'news', '--set', 'RETRY_TIMES=4', '--yes']);
      chmodSync(spiders, 0o555);
      const called = await call(['spiders', 'export', '--all', spiders, '--json']);
      chmodSync(spiders, 0o755);
      expect(called.code).toBe(1);
      expect(called.json()).toMatchObject({ error: { code: 'no-permission' } });
      expect(contentsOf(spiders)).toEqual({ 'news.json': textOf('news') });
    },
  );
});

describe('a change of many spiders', () => {
  it('is shown, and then made', async () => {
    const { call, spiders } = withFolder({ 'news.json': textOf('news'), 'shop.json': textOf('shop') });
    await call(['import', spiders]);
    const dry = await call(['spiders', 'change', '--all', '--set', 'DOWNLOAD_DELAY=2', '--dry-run']);
    expect(dry.stdout).toContain('--- news.json\n+++ news.json\n@@ ');
    expect(dry.stdout).toContain('+  "settings": { "DOWNLOAD_DELAY": 2 }\n');
    expect(dry.stdout).toMatch(/2 spiders would be changed\.\n$/);
    const made = await call(['spiders', 'change', '--all', '--set', 'DOWNLOAD_DELAY=2']);
    expect([made.code, made.stdout]).toEqual([0, 'Changed 2 spiders.\n']);
    const again = await call(['spiders', 'change', '--all', '--set', 'DOWNLOAD_DELAY=2', '--json']);
    expect(again.json()).toMatchObject({ written: false, changes: [{ changed: false }, { changed: false }] });
    expect(again.code).toBe(0);
  });

  it('that would break a spider is refused, and names it', async () => {
    const order = { settings: { EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: 'h1' } } };
    const { call, spiders } = withFolder({ 'news.json': textOf('news', order), 'shop.json': textOf('shop') });
    await call(['import', spiders]);
    const change = ['spiders', 'change', '--all', '--unset', 'CUSTOM_SELECTORS', '--set', 'RETRY_TIMES=4'];
    const refused = await call(change);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('news would not be valid:');
    expect(refused.stdout).toContain('Nothing was changed: 1 spider would not be valid.');
    expect((await call([...change, '--skip-invalid'])).stdout).toBe('Changed 1 spider.\n');
  });

  it.each([
    [['--set', 'RETRY_TIMES=4'], /No spider is named/],
    [['news', '--all', '--set', 'RETRY_TIMES=4'], /--all is for all spiders/],
    [['news'], /Nothing is to be changed/],
    [['news', '--replace-url', 'a.example'], /belong together/],
    [['news', '--set', 'RETRY_TIMES'], /--set takes KEY=VALUE/],
  ])('with %j is a mistake', async (args, message) => {
    const { call } = studio();
    const called = await call(['spiders', 'change', ...args]);
    expect(called.code).toBe(2);
    expect(called.stderr).toMatch(message);
  });
});

describe('the defaults of a project', () => {
  it('are listed with what gives each setting', async () => {
    const { call, file } = studio();
    await call(['import', file('news.json', spider('news', { settings: { RETRY_TIMES: 1 } }))]);
    await call(['projects', 'defaults', '--set', 'DOWNLOAD_DELAY=2', '--set', 'RETRY_TIMES=5']);
    const settings = (await call(['spiders', 'settings', 'news', '--json'])).json<
      { name: string; value: unknown; from: string }[]
    >();
    const of = (name: string) => settings.find((each) => each.name === name);
    expect(of('DOWNLOAD_DELAY')).toMatchObject({ value: 2, from: 'project' });
    expect(of('RETRY_TIMES')).toMatchObject({ value: 1, from: 'spider' });
    expect(of('USER_AGENT')).toMatchObject({ from: 'application' });
  });

  it('give exports their format', async () => {
    const { call, file } = studio();
    await call(['import', file('news.json', spider('news'))]);
    const without = await call(['export', 'news']);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--format is missing');
    await call(['projects', 'defaults', '--export-format', 'csv']);
    // The format is known now, and the run is missing.
    expect((await call(['export', 'news'])).stderr).toContain('has no run yet');
  });
});
