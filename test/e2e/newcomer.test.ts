import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

const spider = { name: 'news', allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };

describe('a newcomer who types something else', () => {
  it.each<[args: string[], code: number, error: string, hint: string]>([
    [
      ['analyze', 'http://'],
      1,
      '"http://" is not a URL that can be fetched.',
      'Write an http or https URL such as "https://example.org/page", or the path of a file.',
    ],
    [
      ['analyze', 'ftp://example.org/page.html'],
      1,
      '"ftp://example.org/page.html" is not a URL that can be fetched.',
      'Write an http or https URL such as "https://example.org/page", or the path of a file.',
    ],
    [
      ['analyze', 'file:///tmp/page.html'],
      1,
      '"file:///tmp/page.html" is not a URL that can be fetched.',
      'Name the file by its path.',
    ],
    [
      ['analyze', 'PAGE', '--test', '//h1'],
      1,
      'This looks like XPath, not like a CSS selector.',
      'Use --xpath instead of --test.',
    ],
    [['analyze', 'PAGE', '--test', 'h1['], 1, '"[" is never closed.', 'Write [name] or [name="value"].'],
    [
      ['analyze', 'PAGE', '--test', 'h1:not('],
      1,
      '"(" is never closed.',
      'Add what belongs into it, and ")".',
    ],
    [
      ['crawl', 'news', '--set', 'CONCURRENT_REQUESTS=many'],
      1,
      '"news" with the settings of this run is not a valid spider: "many" is text; CONCURRENT_REQUESTS must be an integer.',
      'Change the settings that this run was given.',
    ],
    [
      ['import', 'SPIDER', '--project', 'café'],
      1,
      '"café" cannot be the name of a project.',
      'Use the letters A to Z and a to z, digits, "-" and "_", at most 255 of them.',
    ],
  ])('%j', async (args, code, message, hint) => {
    const { call, file } = studio('process');
    const places: Record<string, string> = {
      PAGE: file('page.html', '<h1>A</h1>'),
      SPIDER: file('news.json', spider),
    };
    await call(['import', places['SPIDER'] ?? '']);
    const called = await call([...args.map((arg) => places[arg] ?? arg), '--json']);
    expect(called.json()).toMatchObject({ error: { message, hint } });
    expect(called.code).toBe(code);
  });

  it('asks for help on a command that is none', async () => {
    const { call } = studio('process');
    const called = await call(['help', 'crwal', '--json']);
    const { error } = called.json<{ error: { message: string; hint: string } }>();
    expect(error.message).toBe('There is no command "crwal".');
    expect(error.hint).toMatch(/^There are crawl, .* and \d+ more\. Did you mean "crawl"\?$/);
    expect(called.code).toBe(2);
    const nothing = await call(['--json']);
    expect(nothing.json<{ error: { hint: string } }>().error.hint).toMatch(
      / projects, spiders, pages, runs, /,
    );
  });

  it('lists the proxies of a project that has none', async () => {
    const { call } = studio('process');
    await call(['proxies', 'add', 'datacenter', 'http://10.0.0.7:3128']);
    expect((await call(['proxies', 'list', '--project', 'press'])).stdout).toBe(
      'The project press has no proxies. "spider-studio proxies add TIER URL" adds one.\n',
    );
  });
});
