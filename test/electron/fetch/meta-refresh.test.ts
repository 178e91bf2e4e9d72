import { describe, expect, it } from 'vitest';
import { metaRefreshOf } from '../../../electron/fetch/meta-refresh.ts';

const url = 'https://example.org/dir/page?a=1';

const refreshIn = (html: string, contentType: string | null = 'text/html') =>
  metaRefreshOf({ body: new TextEncoder().encode(html), contentType, url });

const page = (head: string) => `<!doctype html><html><head><title>Moved</title>${head}</head><body>x</body>`;

describe('a meta refresh', () => {
  it.each([
    ['<meta http-equiv="refresh" content="0; url=/next">', 'https://example.org/next', 0],
    ['<META HTTP-EQUIV=Refresh CONTENT="5;URL=next">', 'https://example.org/dir/next', 5],
    ["<meta content='3;url=https://other.example/' http-equiv='refresh'/>", 'https://other.example/', 3],
    ['<meta http-equiv="refresh" content="0;url=\'/quoted\'">', 'https://example.org/quoted', 0],
    ['<meta http-equiv=" refresh " content=" 1.5 ; url = /spaced ">', 'https://example.org/spaced', 1],
    ['<meta http-equiv="refresh" content=".5;url=/half">', 'https://example.org/half', 0],
    ['<meta http-equiv="refresh" content="7, /comma">', 'https://example.org/comma', 7],
    ['<meta http-equiv="refresh" content="7 /bare">', 'https://example.org/bare', 7],
    [
      '<meta http-equiv="refresh" content="0;url=?b=2&amp;c=&#x33;">',
      'https://example.org/dir/page?b=2&c=3',
      0,
    ],
    ['<meta http-equiv="refresh" content="0;url=/part#there">', 'https://example.org/part', 0],
    ['<meta http-equiv="refresh" content="99;url=/late">', 'https://example.org/late', 99],
    [
      '<base href="/base/"><meta http-equiv="refresh" content="0;url=next">',
      'https://example.org/base/next',
      0,
    ],
    [
      '<meta http-equiv="refresh" content="30"><meta http-equiv="refresh" content="0;url=/b">',
      'https://example.org/b',
      0,
    ],
    ["<p title=it's><meta http-equiv='refresh' content='0;url=/stray'>", 'https://example.org/stray', 0],
    ['<!--><meta http-equiv="refresh" content="0;url=/after-empty">', 'https://example.org/after-empty', 0],
    ['<meta http-equiv="refresh" content="0;url=/caf\u{E9}">', 'https://example.org/caf%C3%A9', 0],
  ])('%s leads on', (head, target, seconds) => {
    expect(refreshIn(page(head))).toEqual({ url: target, seconds });
  });

  it.each([
    ['names no page', '<meta http-equiv="refresh" content="30">'],
    ['names nothing', '<meta http-equiv="refresh" content="0; url=">'],
    ['has no content', '<meta http-equiv="refresh">'],
    [
      'names its own page',
      '<meta http-equiv="refresh" content="10;url=https://example.org/dir/page?a=1#top">',
    ],
    ['waits for 100 seconds', '<meta http-equiv="refresh" content="100;url=/next">'],
    ['has no delay', '<meta http-equiv="refresh" content="url=/next">'],
    ['runs a script', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">'],
    ['is no URL', '<meta http-equiv="refresh" content="0;url=https://[bad">'],
    ['is a comment', '<!-- <meta http-equiv="refresh" content="0;url=/next"> -->'],
    [
      'is for browsers without scripts',
      '<noscript><meta http-equiv="refresh" content="0;url=/next"></noscript>',
    ],
    ['is the text of a script', '<script>"<meta http-equiv=refresh content=0;url=/next>"</script>'],
    ['is in an open script', '<script><meta http-equiv="refresh" content="0;url=/next">'],
    ['is in a template', '<template><meta http-equiv="refresh" content="0;url=/next"></template>'],
    ['is the value of an attribute', '<p title=\'<meta http-equiv="refresh" content="0;url=/next">\'>'],
    ['is another meta', '<meta name="refresh" content="0;url=/next">'],
    [
      'comes after the first 4096 bytes',
      `${' '.repeat(4096)}<meta http-equiv="refresh" content="0;url=/next">`,
    ],
  ])('that %s is ignored', (_what, head) => {
    expect(refreshIn(page(head))).toBeNull();
  });

  it('is looked for in HTML alone', () => {
    const head = page('<meta http-equiv="refresh" content="0;url=/next">');
    expect(refreshIn(head, 'application/json')).toBeNull();
    expect(refreshIn(head, null)).not.toBeNull();
  });

  it('is read in UTF-16', () => {
    const text = page('<meta http-equiv="refresh" content="0;url=/next">');
    const body = new Uint8Array(Buffer.from(`\u{FEFF}${text}`, 'utf16le'));
    expect(metaRefreshOf({ body, contentType: 'text/html', url })?.url).toBe('https://example.org/next');
  });

  it.each([`${'<meta '.repeat(700)}refresh`, `refresh${'<!'.repeat(2000)}`, `refresh${'<a "'.repeat(1000)}`])(
    'is not found in nonsense %#',
    (text) => {
      expect(refreshIn(page(text))).toBeNull();
    },
  );
});
