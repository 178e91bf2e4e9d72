import { chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { startSampleSite } from '../../electron/sample-site/server.ts';
import { call, type Called } from './call.ts';
import { studio } from './command-line.ts';

const spider = {
  name: 'news',
  allowed_domains: ['127.0.0.1'],
  start_urls: ['http://127.0.0.1:9/'],
  rules: [{ allow: ['/article/'], callback: 'parse_article' }],
};

function expectFailure(called: Called, code: string, message: RegExp, exit = 1): void {
  const { error } = called.json<{ error: { code: string; message: string; hint: string | null } }>();
  expect(error.code).toBe(code);
  expect(error.message).toMatch(message);
  expect(called.code).toBe(exit);
  expect(called.stdout + called.stderr).not.toMatch(/\n\s+at .+:\d+:\d+/);
}

describe('a spider file that is not what it should be', () => {
  it.each([
    ['not JSON', 'this is no JSON', /JSON/],
    ['a comment', '{\n  // my spider\n  "name": "news"\n}', /comment/i],
    ['a trailing comma', '{\n  "name": "news",\n}', /comma/i],
    ['nothing', '', /empty/i],
    ['a list', '[]', /object/i],
    ['nesting without end', '['.repeat(100_000), /nest|deep/i],
  ])('%s', async (_, text, message) => {
    const { file, call } = studio();
    const path = file('spider.json', text);
    const validated = await call(['validate', path, '--json']);
    expect(validated.code).toBe(1);
    const [result] = validated.json<{ valid: boolean; problems: { message: string }[] }[]>();
    expect(result?.valid).toBe(false);
    expect(result?.problems.map((problem) => problem.message).join('\n')).toMatch(message);
    expectFailure(await call(['import', path, '--json']), 'invalid-spider', message);
    expect((await call(['spiders', 'list', '--json'])).json()).toEqual([]);
  });

  it('points at the comment and at the comma', async () => {
    const { file, call } = studio();
    const text = '{\n  "name": "news", // mine\n  "start_urls": [],\n}';
    const { stdout } = await call(['validate', file('spider.json', text)]);
    expect(stdout).toMatch(/2:19\s+error/);
    expect(stdout).toMatch(/3:19\s+error/);
  });

  it('50 MB of it are refused', async () => {
    const { folder, call } = studio();
    const path = join(folder, 'huge.json');
    writeFileSync(path, '[');
    truncateSync(path, 50 * 1024 * 1024);
    const called = await call(['validate', path, '--json']);
    expect(called.code).toBe(1);
    expect(called.stdout).toMatch(/52\.4 million characters/);
  });

  it('a file that is not there is told, and the others are still checked', async () => {
    const { file, call } = studio();
    const called = await call(['validate', '/no/such/file.json', file('good.json', spider), '--json']);
    expect(called.code).toBe(1);
    const results = called.json<{ valid: boolean; problems: { code: string }[] }[]>();
    expect(results.map(({ valid }) => valid)).toEqual([false, true]);
    expect(results[0]?.problems[0]?.code).toBe('not-found');
  });

  it('all its problems are listed by import, for people too', async () => {
    const { file, call } = studio();
    const path = file('bad.json', { ...spider, rules: [{ callback: 'a-b' }], settings: { DEPTH_LIMIT: -1 } });
    const { code, stdout, stderr } = await call(['import', path]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*is not a valid spider/);
    expect(stderr).toMatch(/\d+:\d+ {2}error {2}Invalid callback name: 'a-b'/);
    expect(stderr).toMatch(/\d+:\d+ {2}error {2}Rule 0 references undefined callback: 'a-b'/);
    expect(stderr).toMatch(/\d+:\d+ {2}error {2}DEPTH_LIMIT must be >= 0/);
  });

  it('a folder is named as one', async () => {
    const { folder, call } = studio();
    const called = await call(['validate', folder, '--json']);
    expect(called.json()).toMatchObject([
      {
        file: folder,
        valid: false,
        problems: [{ code: 'is-a-folder', message: `"${folder}" is a folder, not a file.` }],
      },
    ]);
    expect(called.code).toBe(1);
  });

  it('bytes that are not UTF-8', async () => {
    const { file, call } = studio();
    expectFailure(
      await call(['import', file('x.json', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), '--json']),
      'not-text',
      /UTF-8/,
    );
  });
});

describe('names that are not known', () => {
  it('get the nearest ones', async () => {
    const { file, call } = studio();
    await call(['import', file('news.json', spider), '--project', 'press']);
    const wrongSpider = await call(['crawl', 'nevs', '--project', 'press', '--json']);
    expectFailure(wrongSpider, 'unknown-spider', /nevs/);
    expect(wrongSpider.stdout).toContain('Did you mean \\"news\\"?');
    const wrongProject = await call(['crawl', 'news', '--project', 'pres', '--json']);
    expectFailure(wrongProject, 'unknown-project', /pres/);
    expect(wrongProject.stdout).toContain('Did you mean \\"press\\"?');
    expectFailure(await call(['runs', 'show', '99', '--json']), 'unknown-run', /99/);
    expectFailure(await call(['show', 'news', '--project', 'press', '--json']), 'no-run', /run/);
  });
});

describe('a call that does not fit', () => {
  // `test/electron/cli/usage.test.ts` has all the ways in which it may not.
  it('is exit code 2', async () => {
    const { call } = studio();
    const called = await call(['crawl', 'news', '--limit', '0', '--json']);
    expectFailure(called, 'usage', /./, 2);
    const plain = await call(['crawl', 'news', '--limit', '0']);
    expect(plain.code).toBe(2);
    expect(plain.stdout).toBe('');
    expect(plain.stderr).toMatch(/^error: /);
  });
});

describe('options of every command', () => {
  it('may stand before the command, between its words, or behind them', async () => {
    const { call, file, folder } = studio();
    const other = join(folder, 'other');
    const path = file('news.json', spider);
    expect((await call(['--data-dir', other, '--json', 'import', path])).json()).toMatchObject({
      version: 1,
    });
    for (const args of [
      ['--json', '--data-dir', other, 'spiders', 'list'],
      ['--json', `--data-dir=${other}`, 'spiders', 'list'],
      ['spiders', '--json', '--data-dir', other, 'list'],
      ['--data-dir', other, 'spiders', '--json', 'list'],
      ['--json', 'spiders', 'list', '--data-dir', other],
    ]) {
      const called = await call(args);
      expect(called.json(), args.join(' ')).toMatchObject([{ name: 'news' }]);
      expect(called.code).toBe(0);
    }
    expect((await call(['--json', 'spiders', 'list'])).json()).toEqual([]);
    expectFailure(await call(['--json', 'no-such-command']), 'usage', /no-such-command/, 2);
    expect((await call(['--json', 'validate', '--', path])).json()).toMatchObject([{ valid: true }]);
  });
});

describe('a page that is not HTML', () => {
  it('is told', async () => {
    const { file, call } = studio();
    const pdf = file(
      'paper.html',
      new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37, 0, 1, 2, 3]),
    );
    expectFailure(await call(['analyze', pdf, '--json']), 'not-html', /is not HTML, XML or JSON/);
  });

  it('a selector that cannot be read is told, one that matches nothing is not an error', async () => {
    const { file, call } = studio();
    const page = file('page.html', '<!doctype html><title>x</title><h1>Head</h1>');
    expectFailure(await call(['analyze', page, '--test', 'h1[', '--json']), 'invalid-selector', /./);
    expectFailure(await call(['analyze', page, '--xpath', '//h1[', '--json']), 'invalid-selector', /./);
    const nothing = await call(['analyze', page, '--test', 'h2', '--json']);
    expect(nothing.json()).toEqual({
      count: 0,
      matches: [],
      why: {
        line: '"h2" is not on the page; "h1" is, 1 match.',
        fix: { label: 'Use "h1"', language: 'css', selector: 'h1' },
        steps: [{ selector: 'h2', matches: 0 }],
      },
    });
    expect(nothing.code).toBe(0);
    const inText = await call(['analyze', page, '--test', '.Head > h1']);
    expect(inText.stdout).toBe('0 matches\n".Head" is not on the page; without it, 1 match.\ntry: h1\n');
  });
});

describe('settings for one run', () => {
  it('are checked as those of the spider', async () => {
    const { file, call } = studio();
    await call(['import', file('news.json', spider)]);
    const called = await call(['crawl', 'news', '--set', 'CONCURRENT_REQUESTS=99', '--json']);
    expectFailure(called, 'invalid-spider', /CONCURRENT_REQUESTS must be >= 1 and <= 32/);
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });

  it('that are passed through and cannot be used are warned about and stored', async () => {
    const { file, call } = studio();
    const path = file('news.json', { ...spider, settings: { RETRY_TIMES: 99, RETRY_HTTP_CODES: [500, 99] } });
    const validated = await call(['validate', path, '--json']);
    expect(validated.code).toBe(0);
    expect(validated.json()).toMatchObject([
      { valid: true, problems: [{ code: 'setting-unusable' }, { code: 'setting-unusable' }] },
    ]);
    expect((await call(['import', path])).code).toBe(0);
    expect((await call(['spiders', 'show', 'news', '--json'])).json()).toMatchObject({
      document: { settings: { RETRY_TIMES: 99, RETRY_HTTP_CODES: [500, 99] } },
    });
  });
});

describe('an address that is none', () => {
  it('is explained, and is exit code 1', async () => {
    const { file, call } = studio();
    const path = file('news.json', spider);
    for (const address of ['not a url', '', 'ftp://example.com/', 'mailto:a@example.com', 'http://']) {
      expectFailure(
        await call(['explain', address, '--spider', path, '--json']),
        'bad-url',
        /is not a URL that can be crawled/,
      );
    }
    const bare = await call(['explain', 'example.com/a', '--spider', path]);
    expect(bare.stdout).toBe('');
    expect(bare.stderr).toBe(
      'error: "example.com/a" is not a URL that can be crawled. This is not an absolute URL; it must start with http:// or https://.\nhint: Write "https://example.com/a".\n',
    );
    expect(bare.code).toBe(1);
    expect((await call(['explain', 'http://127.0.0.1:9/', '--spider', path])).code).toBe(0);
  });
});

describe('a database that cannot be used', () => {
  async function withSpider() {
    const one = studio();
    await one.call(['import', one.file('news.json', spider)]);
    return { ...one, database: join(one.data, 'spider-studio.db') };
  }

  it('locked by another program', async () => {
    const { call, database, file } = await withSpider();
    const other = new Database(database);
    other.exec('BEGIN EXCLUSIVE');
    const changed = file('changed.json', { ...spider, start_urls: ['http://127.0.0.1:10/'] });
    const called = await call(['import', changed, '--json']);
    other.exec('ROLLBACK');
    other.close();
    expectFailure(called, 'locked', /./);
    expect((await call(['spiders', 'list', '--json'])).json<{ version: number }[]>()[0]?.version).toBe(1);
  });

  it('damaged', async () => {
    const { call, database } = await withSpider();
    const size = statSync(database).size;
    writeFileSync(database, Buffer.alloc(size, 'x'));
    expectFailure(await call(['spiders', 'list', '--json']), 'damaged', /./);
    expect(readFileSync(database).length).toBe(size);
  });

  it('from a newer version', async () => {
    const { call, database } = await withSpider();
    const other = new Database(database);
    other.pragma('user_version = 9999');
    other.close();
    expectFailure(await call(['spiders', 'list', '--json']), 'newer', /newer/);
  });

  it('in a place where nothing can be made', async () => {
    const { call, file } = studio();
    const notAFolder = file('plain-file', 'x');
    const called = await call(['spiders', 'list', '--json', '--data-dir', join(notAFolder, 'data')]);
    expect(called.code).toBe(1);
    expect(called.json<{ error: { message: string } }>().error.message).toContain('plain-file');
  });

  it('read-only', async () => {
    const { call, folder, data, database, file } = await withSpider();
    const other = file('x.json', { ...spider, name: 'other' });
    chmodSync(folder, 0o755);
    chmodSync(data, 0o555);
    chmodSync(database, 0o444);
    // The superuser may write anywhere, so the call is made as somebody else.
    const called = await call(['import', other, '--json'], process.getuid?.() === 0 ? { user: 65534 } : {});
    chmodSync(data, 0o755);
    expectFailure(called, 'read-only', /./);
    expect((await call(['spiders', 'list', '--json'])).json()).toHaveLength(1);
  });

  it('full: the crawl fails with a reason, and what was stored is whole', async () => {
    const site = await startSampleSite();
    const { call, file } = studio();
    try {
      const shop = {
        name: 'shop',
        allowed_domains: ['127.0.0.1'],
        start_urls: [site.url],
        rules: [{ callback: 'page' }],
        callbacks: { page: { extract: { body: { css: 'body' } } } },
        settings: { DOWNLOAD_DELAY: 0 },
      };
      await call(['import', file('shop.json', shop)]);
      const env = { SPIDER_STUDIO_MAX_DATABASE_MB: '0.4' };
      const called = await call(['crawl', 'shop', '--allow-private', '--json'], { env });
      expectFailure(called, 'disk-full', /full|size/i);
      const [run] = (await call(['runs', 'list', '--json'])).json<
        { state: string; counters: Record<string, number> }[]
      >();
      const {
        queued = 0,
        active = 0,
        done = 0,
        failed = 0,
        skipped = 0,
        seen = 0,
        items = 0,
      } = run?.counters ?? {};
      expect(queued + active + done + failed + skipped).toBe(seen);
      expect(items).toBe(done);
      expect((await call(['show', 'shop', '--json'])).json<unknown[]>()).toHaveLength(items);
    } finally {
      await site.close();
    }
  });
});

describe('help', () => {
  // `test/electron/cli/help.test.ts` looks at the examples of every command.
  it('lists the commands, those of a group, and examples', async () => {
    const namesIn = (help: string): string[] => {
      const commands = /\nCommands:\n((?: .*\n)+)/.exec(help)?.[1] ?? '';
      return [...commands.matchAll(/^ {2}([a-z]+)/gm)]
        .map(([, name]) => name ?? '')
        .filter((name) => name !== 'help');
    };
    const names = namesIn((await call(['--help'])).stdout);
    expect(names).toEqual(expect.arrayContaining(['demo', 'validate', 'analyze', 'crawl', 'runs']));
    const seconds = namesIn((await call(['runs', '--help'])).stdout);
    expect(seconds).toEqual(expect.arrayContaining(['list', 'show', 'resume', 'delete']));
    for (const words of [['crawl'], ['runs', 'show']]) {
      const help = await call([...words, '--help']);
      expect(help.code).toBe(0);
      expect(help.stdout, words.join(' ')).toContain('Examples:\n  $ spider-studio ');
    }
  });
});
