import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

const spider = {
  name: 'news',
  allowed_domains: ['127.0.0.1'],
  start_urls: ['http://127.0.0.1:9/'],
  rules: [{ allow: ['/article/'], callback: 'parse_article' }],
};

describe('a spider that is there already', () => {
  it('is told as unchanged, and gets no version', async () => {
    const { file, call } = studio();
    const path = file('news.json', spider);
    const first = { spider: 'news', project: 'default', version: 1, created: true, unchanged: false };
    expect((await call(['import', path, '--json'])).json()).toEqual(first);
    const same = { ...first, created: false, unchanged: true };
    expect((await call(['import', path, '--json', '--dry-run'])).json()).toEqual(same);
    expect((await call(['import', path, '--json'])).json()).toEqual(same);
    const laidOut = file('laid-out.json', `\ufeff${JSON.stringify(spider, null, 4)}\n`);
    expect((await call(['import', laidOut])).stdout).toBe(
      'Unchanged: news in project default equals version 1, its newest. No version was added.\n',
    );
    const changed = file('changed.json', { ...spider, description: 'Another one.' });
    expect((await call(['import', changed, '--json'])).json()).toEqual({
      ...same,
      version: 2,
      unchanged: false,
    });
    // What an earlier version was is a new one again.
    expect((await call(['import', path, '--json'])).json()).toEqual({
      ...same,
      version: 3,
      unchanged: false,
    });
  });
});
