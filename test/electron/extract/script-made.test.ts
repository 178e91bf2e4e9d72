import { describe, expect, it } from 'vitest';
import { describeScriptMade, scriptMade } from '../../../electron/extract/analyze/script-made.ts';
import { parsePage } from '../../../electron/extract/tree.ts';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
const seen = (html: string): string[] | null =>
  scriptMade(parsePage(`<!doctype html><title>t</title>${html}`))?.signs ?? null;

describe('pages that scripts make', () => {
  it.each<[string, string, string[]]>([
    [
      'a shell of React',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
      ['it holds no text', 'its <div id="root"> is empty', 'it says that it needs JavaScript'],
    ],
    [
      'a shell of Vue with a spinner',
      '<div id="app"><div class="spinner">Loading…</div></div><script type="module" src="/assets/index.js"></script>',
      ['it holds almost no text', 'its <div id="app"> is empty'],
    ],
    [
      'a shell of Angular',
      '<app-root></app-root><script src="runtime.js" type="module"></script>',
      ['it holds no text', 'its <app-root> is empty'],
    ],
    [
      'Next.js with its data beside it',
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"text":"${words(300)}"}}</script><script src="/_next/main.js"></script>`,
      ['it holds no text', 'its <div id="__next"> is empty'],
    ],
    [
      'a shell without a name',
      '<div class="x"></div><script src="/bundle.js"></script>',
      ['it holds no text'],
    ],
    [
      'a frame around an empty middle',
      `<header><nav><a href="/">Home</a> <a href="/a">About us</a></nav></header><main></main><footer>© 2026</footer><script src="/app.js"></script>`,
      ['it holds almost no text'],
    ],
    [
      'a page that says so in another language',
      '<noscript>Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</noscript><section></section><script>start()</script>',
      ['it holds no text', 'it says that it needs JavaScript'],
    ],
    [
      'a shop window around an empty application',
      `<p>${words(60)}</p><noscript>Our shop needs Javascript.</noscript><div id="app"></div><script src="/a.js"></script>`,
      ['its <div id="app"> is empty', 'it says that it needs JavaScript'],
    ],
    [
      'a template that nobody has filled in',
      `<ul><li>{{ item.name }}</li><li>{{item.price}}</li><li>{{ item.stock }}</li></ul><p>${words(200)}</p><script src="/angular.js"></script>`,
      ['its text is made of placeholders such as "{{ item.name }}"'],
    ],
    [
      'a page written by a script in it',
      '<body><script>document.write(decode("..."))</script></body>',
      ['it holds no text'],
    ],
  ])('%s', (_, html, signs) => {
    expect(seen(html)).toEqual(signs);
  });

  it('say so in one sentence', () => {
    expect(describeScriptMade({ signs: ['it holds no text'] })).toBe(
      'The page seems to be made by script: it holds no text. It has to be rendered in a browser.',
    );
    expect(describeScriptMade({ signs: ['a', 'b', 'c'] })).toContain('made by script: a, b and c.');
    expect(describeScriptMade({ signs: ['a'], data: 'script#__NEXT_DATA__' })).toContain(
      'unless what is wanted is in script#__NEXT_DATA__: css with json_path takes it from there.',
    );
  });
});

describe('pages that can be read as they are', () => {
  it.each<[string, string]>([
    ['an article', `<h1>Title</h1><p>${words(200)}</p><script src="/a.js"></script>`],
    [
      'a server-made page of a framework',
      `<div id="__next"><h1>Title</h1><p>${words(150)}</p></div><script src="/_next/main.js"></script>`,
    ],
    [
      'a server-made page whose noscript tells of something missing',
      `<div id="app"><h1>Title</h1><p>${words(90)}</p></div><noscript>Maps need JavaScript.</noscript><script src="/a.js"></script>`,
    ],
    [
      'a short page with a counter of visits',
      '<h1>Closed for today</h1><p>We open again on Monday at nine.</p><script async src="https://stats.example/count.js"></script>',
    ],
    ['an empty page without scripts', '<div id="root"></div>'],
    [
      'a page whose only script is data',
      '<div id="root"></div><script type="application/ld+json">{"@type":"Thing"}</script>',
    ],
    [
      'a page of frames',
      '<iframe src="/inner" width="800" height="600"></iframe><script src="/a.js"></script>',
    ],
    [
      'a page that leads elsewhere',
      '<meta http-equiv="refresh" content="0;url=/new"><script src="/a.js"></script>',
    ],
    [
      'a tutorial about templates',
      `<p>Write {{ name }} to show a name. ${words(200)}</p><script src="/a.js"></script>`,
    ],
    [
      'a gallery of pictures with captions',
      '<ul><li><img src="1.jpg">A ship at the quay</li><li><img src="2.jpg">The same ship</li></ul><script src="/lightbox.js"></script>',
    ],
  ])('%s', (_, html) => {
    expect(seen(html)).toBeNull();
  });

  it('however deep they are nested', () => {
    expect(seen(`${'<div id="root">'.repeat(50_000)}<script src="/a.js"></script>`)).not.toBeNull();
  });
});

it.each([
  [
    'much JSON',
    `<script id="__NEXT_DATA__">{"items":["${'x'.repeat(600)}"]}</script>`,
    'script#__NEXT_DATA__',
  ],
  ['a little JSON', '<script id="settings" type="application/json">{"a":1}</script>', undefined],
  ['code', `<script id="code">run("${'x'.repeat(600)}")</script>`, undefined],
])('a shell with %s names the script that may hold what is wanted', (_, script, data) => {
  expect(scriptMade(parsePage(`<div id="root"></div>${script}<script src="/a.js"></script>`))?.data).toBe(
    data,
  );
});
