import { describe, expect, it } from 'vitest';
import { convert } from '../../../electron/converters/convert.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

/**
 * Every kind of key and setting that spiders of scrapai have, each with where it is accounted for: kept, changed, or lost. A kind that
 * is none of them would be dropped in silence.
 */

const base = {
  name: 'tides',
  source_url: 'https://tides.example/',
  allowed_domains: ['tides.example'],
  start_urls: ['https://tides.example/'],
  rules: [{ allow: ['/a/'], callback: 'parse_article' }],
  settings: {},
};

/** Settings without effect unless another one is set. */
const needs: Readonly<Record<string, object>> = {
  CUSTOM_SELECTORS: { EXTRACTOR_ORDER: ['custom'] },
  CLOUDFLARE_STRATEGY: { CLOUDFLARE_ENABLED: true },
  CF_POST_DELAY: { EXTRACTOR_ORDER: ['playwright'] },
  CF_WAIT_SELECTOR: { EXTRACTOR_ORDER: ['playwright'] },
  PLAYWRIGHT_WAIT_SELECTOR: { EXTRACTOR_ORDER: ['playwright'] },
  PLAYWRIGHT_DELAY: { EXTRACTOR_ORDER: ['playwright'] },
  MAX_SCROLLS: { INFINITE_SCROLL: true },
  SCROLL_DELAY: { INFINITE_SCROLL: true },
  SESSION_EXPIRED_SIGNAL: { SESSION: 'tides' },
};

function accounted(document: object, place: string): string {
  const [made] = convert('scrapai', [{ name: 'x.json', text: JSON.stringify(document) }]).spiders;
  if (!validateSpider(made?.text ?? '').valid) return 'not valid';
  const report = made?.report;
  const isAt = (entry: { place: string }): boolean =>
    entry.place === place || entry.place.startsWith(`${place}.`) || entry.place.startsWith(`${place}[`);
  const kinds = (['kept', 'changed', 'lost'] as const).filter((kind) => report?.[kind].some(isAt));
  return kinds.join(' and ');
}

const settings: [name: string, value: unknown, kind: string][] = [
  ['EXTRACTOR_ORDER', ['newspaper', 'trafilatura', 'playwright'], 'kept'],
  ['CUSTOM_SELECTORS', { title: 'h1', content: 'article' }, 'kept'],
  ['CONCURRENT_REQUESTS', 4, 'kept'],
  ['DOWNLOAD_DELAY', 1, 'kept'],
  ['CLOUDFLARE_ENABLED', true, 'kept'],
  ['BROWSER_ENABLED', true, 'kept'],
  ['CLOUDFLARE_STRATEGY', 'HYBRID', 'kept'],
  ['CLOUDFLARE_COOKIE_REFRESH_THRESHOLD', 600, 'lost'],
  ['CLOUDFLARE_HEADLESS', false, 'lost'],
  ['CF_MAX_RETRIES', 5, 'lost'],
  ['CF_RETRY_INTERVAL', 1, 'lost'],
  ['CF_POST_DELAY', 5, 'changed'],
  ['CF_WAIT_SELECTOR', '#main', 'changed'],
  ['CF_WAIT_TIMEOUT', 10, 'lost'],
  ['CURL_CFFI_ENABLED', true, 'lost'],
  ['CURL_CFFI_IMPERSONATE', 'chrome', 'lost'],
  ['CURL_CFFI_TIMEOUT', 30, 'lost'],
  ['PLAYWRIGHT_WAIT_SELECTOR', '#main', 'kept'],
  ['PLAYWRIGHT_DELAY', 2, 'kept'],
  ['INFINITE_SCROLL', true, 'kept and changed'],
  ['MAX_SCROLLS', 4, 'kept'],
  ['SCROLL_DELAY', 1.5, 'kept'],
  ['ROBOTSTXT_OBEY', false, 'kept'],
  ['DEPTH_LIMIT', 2, 'kept'],
  ['USER_AGENT', 'tides', 'kept'],
  ['AUTOTHROTTLE_ENABLED', true, 'kept'],
  ['AUTOTHROTTLE_START_DELAY', 1, 'lost'],
  ['HTTPCACHE_ENABLED', true, 'kept'],
  ['HTTPCACHE_DIR', 'x', 'lost'],
  ['DELTAFETCH_ENABLED', true, 'kept'],
  ['USE_SITEMAP', true, 'kept and changed'],
  ['SITEMAP_SINCE', '2y', 'lost'],
  ['PROXY_TYPE', 'residential', 'changed'],
  ['PROXY_FROM_START', true, 'changed'],
  ['PDF_MODE', 'extract', 'lost'],
  [
    'PAGINATED_LISTINGS',
    [{ url: 'https://tides.example/l', link_selector: 'a.b', next_selector: '.n' }],
    'changed',
  ],
  [
    'GENERATED_URLS',
    [
      {
        template: 'https://tides.example/{n}',
        vars: { n: { type: 'range', from: 1, to: 3 } },
        callback: 'parse_article',
      },
    ],
    'kept',
  ],
  ['FIELDS', { title: 'auto' }, 'kept'],
  ['FIELD_EXTRACT', { title: 'h1::text' }, 'kept and changed'],
  ['SESSION', 'tides', 'kept'],
  ['SESSION_EXPIRED_SIGNAL', 'Log in', 'kept'],
  ['SOMETHING_ELSE', 1, 'lost'],
];

const withFields = (extract: object) => ({
  ...base,
  rules: [{ allow: ['/a/'], callback: 'parse_a' }],
  callbacks: { parse_a: { extract } },
});
const field = (definition: unknown) => withFields({ one: { css: 'h1::text' }, two: definition });
const processor = (definition: object) => field({ css: 'h2::text', processors: [definition] });

const keys: [what: string, document: object, place: string, kind: string][] = [
  ['name', base, 'name', 'kept'],
  ['a name that is not allowed here', { ...base, name: 'a b' }, 'name', 'changed'],
  ['source_url', base, 'source_url', 'kept'],
  ['allowed_domains', base, 'allowed_domains', 'kept'],
  ['start_urls', base, 'start_urls', 'kept'],
  ['rules', base, 'rules', 'kept'],
  [
    'a rule with all keys',
    {
      ...base,
      rules: [
        {
          allow: ['a'],
          deny: ['b'],
          restrict_css: ['nav'],
          restrict_xpaths: ['//nav'],
          tags: ['link'],
          callback: 'parse_article',
          follow: true,
          priority: 5,
        },
      ],
    },
    'rules',
    'kept',
  ],
  [
    'rules in the order of priority',
    {
      ...base,
      rules: [
        { allow: ['a'], callback: 'parse_article' },
        { allow: ['b'], callback: 'parse_article', priority: 9 },
      ],
    },
    'rules',
    'kept and changed',
  ],
  ['sections', { ...base, rules: [], sections: [{ match: '/a/', extract: 'auto' }] }, 'sections', 'kept'],
  ['an unknown key', { ...base, schedule: 'daily' }, 'schedule', 'lost'],
  ['css', field({ css: 'h2::text' }), 'callbacks.parse_a.extract.two', 'kept'],
  ['xpath', field({ xpath: '//h2/text()' }), 'callbacks.parse_a.extract.two', 'kept'],
  [
    'css and xpath',
    field({ css: 'h2::text', xpath: '//h2' }),
    'callbacks.parse_a.extract.two',
    'kept and changed',
  ],
  ['get_all', field({ css: 'h2::text', get_all: true }), 'callbacks.parse_a.extract.two', 'kept'],
  ['to_text', field({ css: 'h2', to_text: true }), 'callbacks.parse_a.extract.two', 'kept'],
  ['to_markdown', field({ css: 'h2', to_markdown: true }), 'callbacks.parse_a.extract.two', 'kept'],
  [
    'nested_list',
    field({ type: 'nested_list', selector: 'li', extract: { a: { css: 'b::text' } } }),
    'callbacks.parse_a.extract.two',
    'kept',
  ],
  [
    'ajax_nested_list',
    field({ type: 'ajax_nested_list', ajax_url: '/x', extract: {} }),
    'callbacks.parse_a.extract.two',
    'lost',
  ],
  [
    'iterate',
    {
      ...withFields({ one: { css: 'b::text' } }),
      callbacks: { parse_a: { iterate: { selector: 'li' }, extract: { one: { css: 'b::text' } } } },
    },
    'callbacks.parse_a.iterate',
    'kept',
  ],
  ...['strip', 'lowercase'].map((type): [string, object, string, string] => [
    type,
    processor({ type }),
    'callbacks.parse_a.extract.two',
    'kept',
  ]),
  ['replace', processor({ type: 'replace', old: 'a', new: 'b' }), 'callbacks.parse_a.extract.two', 'kept'],
  [
    'regex',
    processor({ type: 'regex', pattern: '(a)' }),
    'callbacks.parse_a.extract.two',
    'kept and changed',
  ],
  ['cast', processor({ type: 'cast', to: 'int' }), 'callbacks.parse_a.extract.two', 'kept'],
  ['join', processor({ type: 'join', separator: ',' }), 'callbacks.parse_a.extract.two', 'kept'],
  ['default', processor({ type: 'default', default: 0 }), 'callbacks.parse_a.extract.two', 'kept'],
  [
    'default with the name that templates use',
    processor({ type: 'default', value: 0 }),
    'callbacks.parse_a.extract.two',
    'kept and changed',
  ],
  [
    'parse_datetime',
    processor({ type: 'parse_datetime', format: '%Y' }),
    'callbacks.parse_a.extract.two',
    'kept',
  ],
];

describe('a spider of scrapai', () => {
  it.each(settings)('accounts for the setting %s: %j', (name, value, kind) => {
    expect(accounted({ ...base, settings: { ...needs[name], [name]: value } }, `settings.${name}`)).toBe(
      kind,
    );
  });

  it.each(settings.filter(([name]) => Object.hasOwn(needs, name)))(
    'tells that the setting %s has no effect alone, and nothing else of it',
    (name, value) => {
      expect(accounted({ ...base, settings: { [name]: value } }, `settings.${name}`)).toBe('lost');
    },
  );

  it.each(keys)('accounts for %s', (_, document, place, kind) => {
    expect(accounted(document, place)).toBe(kind);
  });
});
