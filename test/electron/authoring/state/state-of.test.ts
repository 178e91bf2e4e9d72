import { describe, expect, it } from 'vitest';
import type { FetchFacts } from '../../../../electron/authoring/fetch-facts.ts';
import { propose } from '../../../../electron/authoring/propose.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import type { PageKind } from '../../../../shared/page-kind.ts';
import type { PageState } from '../../../../shared/contract/types.ts';

const url = 'https://harbour.example/deck';
const fetched: FetchFacts = {
  status: 200,
  contentType: 'text/html',
  challenge: null,
  robots: null,
  canRender: true,
  durationMs: 20,
};

interface Given {
  kind?: PageKind;
  url?: string;
  rendered?: boolean;
  fetched?: Partial<FetchFacts>;
}

function stateOf(text: string, given: Given = {}): PageState {
  const reading = parsePageAs(given.kind ?? 'html', text);
  if (!reading.ok) throw new Error(reading.problem);
  return propose(reading.page, {
    url: given.url ?? url,
    fetchedAt: 0,
    rendered: given.rendered ?? false,
    fetched: { ...fetched, ...given.fetched },
  }).state;
}

const sentence =
  'The harbour has been rebuilt twice since the storm, and each time the quay was made a little higher. ';
const cards = [1, 2, 3, 4, 5]
  .map(
    (at) =>
      `<article class="card"><h3><a href="/item/${at}">Lamp ${at}</a></h3><p>Made by hand, number ${at}. ${sentence}</p></article>`,
  )
  .join('');
const shop = (before: string): string => `<title>Deck</title><body>${before}<main>${cards}</main>`;

describe('pages that stand before the content', () => {
  it.each([
    ['English', 'Sign in', '<form><input name="user"><input type="password"><button>Sign in</button></form>'],
    [
      'German',
      'Anmelden',
      '<form><input name="u"><input type="password"><button>Anmelden</button></form><p>Noch kein Konto?</p>',
    ],
    ['Russian', 'Вход', '<form><input type="PASSWORD"><button>Войти</button></form>'],
    ['Japanese', 'ログイン', '<form><input type="password"><button>ログイン</button></form>'],
  ])('a login in %s', (_, title, form) => {
    expect(stateOf(`<title>${title}</title><h1>${title}</h1>${form}`)).toMatchObject({
      kind: 'login',
      title: 'This page asks for a login.',
      step: { action: 'logins', label: 'Log in to the site' },
    });
  });

  it.each([
    ['English', 'We use cookies and similar technologies to measure visits.', 'Accept all'],
    ['German', 'Wir verwenden Cookies, um unser Angebot zu verbessern.', 'Alle akzeptieren'],
    ['French', 'Nous utilisons des cookies pour mesurer notre audience.', "J'accepte"],
    ['Polish', 'Używamy plików cookie, aby mierzyć odwiedziny na stronie.', 'Zgadzam się'],
    ['Korean', '이 사이트는 쿠키를 사용하여 방문을 측정하고 광고를 표시합니다.', '동의'],
  ])('a question about cookies in %s', (_, text, accept) => {
    expect(
      stateOf(`<title>Site</title><div class="wall"><p>${text}</p><button>${accept}</button></div>`),
    ).toMatchObject({
      kind: 'cookie-wall',
      step: { action: 'file' },
    });
  });

  it('a check that a script passes', () => {
    const page = '<title>Just a moment...</title><p>Verifying your browser.</p>';
    expect(stateOf(page)).toMatchObject({ kind: 'challenge', step: { action: 'render' } });
    expect(stateOf(page, { fetched: { canRender: false } })).toMatchObject({
      kind: 'challenge',
      step: { action: 'file' },
    });
  });

  it.each([
    [
      'a shop with a login in its header',
      shop('<header><form><input type="password"><button>Sign in</button></form></header>'),
    ],
    ['a page with a hidden login', shop('<form style="display: none"><input type="password"></form>')],
    [
      'a page with a banner about cookies',
      shop('<div class="banner"><p>We use cookies.</p><button>Accept</button></div>'),
    ],
    [
      'a list that a challenge let through',
      shop(''),
      { fetched: { challenge: 'Cloudflare sent a challenge.' } },
    ],
  ])('but not %s', (_, page, given: Given = {}) => {
    expect(stateOf(page, given).kind).toBe('list');
  });
});

describe('pages without content of their own', () => {
  const shell =
    '<title>App</title><body><div id="root"></div><noscript>You need JavaScript.</noscript><script src="app.js"></script>';

  it('an empty shell is opened in a browser', () => {
    expect(stateOf(shell)).toMatchObject({ kind: 'empty-shell', step: { action: 'render' } });
    expect(stateOf(shell, { fetched: { canRender: false } })).toMatchObject({
      kind: 'empty-shell',
      step: { action: 'none' },
    });
    expect(stateOf(shell, { rendered: true })).toMatchObject({
      kind: 'empty-shell',
      step: { action: 'file' },
    });
  });

  it('a list in a frame is opened there', () => {
    const page =
      '<title>Jobs</title><h1>Jobs</h1><iframe src="/jobs/embedded?all=1" width="100%" height="800"></iframe>';
    expect(stateOf(page)).toMatchObject({
      kind: 'iframe',
      step: { action: 'open', url: 'https://harbour.example/jobs/embedded?all=1' },
    });
  });

  it.each([
    ['a player', '<iframe src="https://www.youtube.com/embed/abc" width="800" height="600"></iframe>'],
    ['a frame without a size', '<iframe src="/track" width="1" height="1"></iframe>'],
    ['a hidden frame', '<iframe src="/track" style="display:none"></iframe>'],
  ])('but not one with %s', (_, frame) => {
    expect(stateOf(`<title>Page</title><p>Hello.</p>${frame}`).kind).toBe('nothing');
  });
});

describe('pages with content', () => {
  it('a list, with where it goes on', () => {
    const page = shop('').replace(
      '</main>',
      '</main><p class="pager"><b>1</b> <a href="?page=2">2</a> <a href="?page=2">Next</a></p>',
    );
    const state = stateOf(page);
    expect(state).toMatchObject({ kind: 'list', step: { action: 'use' } });
    expect(state.title).toMatch(/^A list of 5 \w+ with \d+ fields?\.$/);
    expect(state.detail).toContain('It goes on on the next page.');
  });

  it('an article', () => {
    const text = `<p>${sentence.repeat(3)}</p>`.repeat(6);
    expect(stateOf(`<title>The quay</title><article><h1>The quay</h1>${text}</article>`)).toMatchObject({
      kind: 'article',
      title: 'This is an article: "The quay".',
      step: { action: 'article' },
    });
  });

  it('an article, also with boxes of other articles in it', () => {
    const text = `<p>${sentence.repeat(3)}</p>`;
    const box = (at: number): string =>
      `<aside class="related"><h3><a href="/news/${at}">Other news ${at}</a></h3><time>${at} May</time></aside>`;
    const page = `<title>The quay</title><meta property="og:type" content="article"><article><h1>The quay</h1>${[1, 2, 3, 4, 5].map((at) => text + box(at)).join('')}</article>`;
    expect(stateOf(page)).toMatchObject({ kind: 'article', step: { action: 'article' } });
  });

  it('a list whose records are described by the paragraphs between them', () => {
    const page = `<title>Archive</title><div>${[1, 2, 3, 4, 5, 6, 7]
      .map((at) => `<h3><a href="/news/${at}">News ${at}</a></h3><p>${at}. ${sentence.repeat(3)}</p>`)
      .join('')}</div>`;
    expect(stateOf(page)).toMatchObject({ kind: 'list', step: { action: 'use' } });
  });

  it('a list with a text about it', () => {
    const text = `<div class="about">${`<p>${sentence.repeat(4)}</p>`.repeat(5)}</div>`;
    const products = Array.from(
      { length: 24 },
      (_, at) =>
        `<li class="product"><a href="/item/${at}"><img src="/p/${at}.jpg" alt=""><h3>Lamp ${at}</h3></a><span class="price">${at + 10},50 €</span></li>`,
    ).join('');
    const page = `<title>Lamps</title><main><h1>Lamps</h1><ul class="products">${products}</ul>${text}</main>`;
    expect(stateOf(page)).toMatchObject({ kind: 'list', step: { action: 'use' } });
  });

  it('a product beside others like it', () => {
    const data = { '@type': 'Product', name: 'Lamp', offers: { price: '20', priceCurrency: 'EUR' } };
    const page = `<title>Lamp</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script><h1>Lamp</h1><p>20 €</p><h2>Also bought</h2>${cards}`;
    expect(stateOf(page)).toMatchObject({ kind: 'product', step: { action: 'use' } });
  });

  it('a product and another thing, by what they say about themselves', () => {
    const page = (data: object): string =>
      `<title>Lamp</title><script type="application/ld+json">${JSON.stringify(data)}</script><h1>Lamp</h1><p>A lamp.</p>`;
    const product = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Lamp',
      offers: { price: '20', priceCurrency: 'EUR' },
    };
    const job = {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: 'Lamp',
      datePosted: '2026-01-01',
    };
    expect(stateOf(page(product))).toMatchObject({ kind: 'product', step: { action: 'use' } });
    expect(stateOf(page(job))).toMatchObject({ kind: 'thing', step: { action: 'use' } });
  });

  it.each<[string, PageKind, string, string]>([
    ['JSON with a list', 'json', '[{"a":1},{"a":2},{"a":3}]', 'json'],
    ['JSON without one', 'json', '{"a":1}', 'json'],
    [
      'a feed',
      'xml',
      '<rss><channel><item><title>A</title></item><item><title>B</title></item></channel></rss>',
      'feed',
    ],
    ['a sitemap', 'xml', '<urlset><url><loc>https://a.test/</loc></url></urlset>', 'feed'],
    ['a page with little on it', 'html', '<title>Hello</title><p>Hello.</p>', 'nothing'],
  ])('%s', (_, kind, text, state) => {
    expect(stateOf(text, { kind }).kind).toBe(state);
  });
});

describe('pages that were not read', () => {
  const unread = (facts: Partial<FetchFacts>, at = url): PageState =>
    propose(null, {
      url: at,
      fetchedAt: 0,
      rendered: false,
      fetched: { ...fetched, contentType: null, ...facts },
    }).state;

  it.each<[string, Partial<FetchFacts>, PageState['kind'], string | undefined]>([
    ['robots.txt', { robots: 'The line "Disallow: /deck" forbids it.' }, 'robots', 'none'],
    ['a challenge', { status: 403, challenge: 'Cloudflare sent a challenge.' }, 'challenge', 'render'],
    ['a PDF', { contentType: 'application/pdf' }, 'pdf', 'open'],
    ['a picture', { contentType: 'image/png' }, 'nothing', 'open'],
    ['status 401', { status: 401 }, 'login', 'logins'],
    ['status 403', { status: 403 }, 'refused', 'render'],
    ['status 403 without a browser', { status: 403, canRender: false }, 'refused', 'file'],
    ['status 404', { status: 404 }, 'refused', 'open'],
    ['status 429', { status: 429 }, 'refused', 'open'],
    ['status 503', { status: 503 }, 'refused', 'open'],
    ['no answer', { status: null }, 'refused', 'open'],
  ])('by %s', (_, facts, kind, action) => {
    const state = unread(facts);
    expect(state.kind).toBe(kind);
    expect(state.step?.action).toBe(action);
  });

  it('none of them has a choice', () => {
    const { choices } = propose(null, {
      url,
      fetchedAt: 0,
      rendered: false,
      fetched: { ...fetched, status: 403 },
    });
    expect(choices).toEqual([]);
  });
});
