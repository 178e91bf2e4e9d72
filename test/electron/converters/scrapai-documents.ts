/** Spiders of scrapai, written for these tests, each with what becomes of it. */
export interface Case {
  title: string;
  source: unknown;
  /** What the document holds, among other things. */
  document: object;
  /** Places that were changed, and places without an equal, in order. */
  changed: string[];
  lost: string[];
}

const site = {
  name: 'tide_news',
  source_url: 'https://tides.example/',
  allowed_domains: ['tides.example'],
  start_urls: ['https://tides.example/'],
};
/** Both differ unless they are set, which the report always says. */
const set = { ROBOTSTXT_OBEY: true, DELTAFETCH_ENABLED: false };

export const scrapaiCases: Case[] = [
  {
    title: 'sections with selectors',
    source: {
      ...site,
      sections: [
        { match: '/boats/', extract: { title: 'h1::text', length: '//dd[1]/text()' }, follow: false },
      ],
      settings: set,
    },
    document: {
      rules: [{ allow: ['/boats/'], callback: 'parse_section_1', follow: false }],
      callbacks: {
        parse_section_1: { extract: { title: { css: 'h1::text' }, length: { xpath: '//dd[1]/text()' } } },
      },
    },
    changed: [],
    lost: [],
  },
  {
    title: 'sections with auto, and one that only follows',
    source: {
      ...site,
      sections: [
        { match: ['/news/'], extract: 'auto' },
        { match: '/archive/', priority: 5 },
      ],
      settings: set,
    },
    document: {
      rules: [
        { allow: ['/archive/'], priority: 5 },
        { allow: ['/news/'], callback: 'parse_article' },
      ],
    },
    changed: ['rules'],
    lost: [],
  },
  {
    title: 'a section that mixes auto with selectors',
    source: {
      ...site,
      sections: [{ match: '/n/', extract: { title: 'auto', tide: '.tide::text', mood: 'auto' } }],
      settings: set,
    },
    document: {
      callbacks: {
        parse_section_1: {
          extract: {
            title: { css: "meta[property='og:title']::attr(content)" },
            tide: { css: '.tide::text' },
          },
        },
      },
    },
    changed: ['sections[0].extract.title'],
    lost: ['sections[0].extract.mood'],
  },
  {
    title: 'FIELDS',
    source: {
      ...site,
      rules: [{ allow: ['/n/'], callback: 'parse_article' }],
      settings: { ...set, FIELDS: { headline: { css: 'h1::text' } } },
    },
    document: {
      rules: [{ allow: ['/n/'], callback: 'parse_fields' }],
      callbacks: { parse_fields: { extract: { headline: { css: 'h1::text' } } } },
    },
    changed: ['settings.FIELDS'],
    lost: [],
  },
  {
    title: 'FIELD_EXTRACT that finds all by itself',
    source: { ...site, settings: { ...set, FIELD_EXTRACT: { title: 'auto', content: 'auto' } } },
    document: { settings: set },
    changed: [],
    lost: [],
  },
  {
    title: 'iterate and follow',
    source: {
      ...site,
      rules: [{ allow: ['/list'], callback: 'parse_list' }],
      callbacks: {
        parse_list: {
          iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_boat' } },
          extract: { place: { css: '.place::text' } },
        },
        parse_boat: {
          extract: { text: { css: '.text', to_text: true }, md: { css: '.text', to_markdown: true } },
        },
      },
      settings: set,
    },
    document: {
      callbacks: {
        parse_list: { iterate: { selector: 'li', follow: { callback: 'parse_boat' } } },
        parse_boat: { extract: { text: { to_text: true }, md: { to_markdown: true } } },
      },
    },
    changed: [],
    lost: [],
  },
  {
    title: 'a sitemap with a date',
    source: {
      ...site,
      start_urls: ['https://tides.example/sitemap.xml'],
      rules: [{ allow: ['/n/'] }],
      settings: { ...set, USE_SITEMAP: true, SITEMAP_SINCE: '2y' },
    },
    document: {
      rules: [{ allow: ['/n/'], callback: 'parse_article', follow: false }],
      settings: { USE_SITEMAP: true },
    },
    changed: ['settings.USE_SITEMAP'],
    lost: ['settings.SITEMAP_SINCE'],
  },
  {
    title: 'challenges',
    source: {
      ...site,
      settings: {
        ...set,
        CLOUDFLARE_ENABLED: 'yes',
        CLOUDFLARE_STRATEGY: 'HYBRID',
        CF_WAIT_SELECTOR: 'main',
        CF_MAX_RETRIES: 3,
        CURL_CFFI_ENABLED: true,
      },
    },
    document: {
      settings: { CHALLENGE_ENABLED: true, CHALLENGE_STRATEGY: 'hybrid', BROWSER_WAIT_SELECTOR: 'main' },
    },
    changed: ['settings.CF_WAIT_SELECTOR'],
    lost: ['settings.CF_MAX_RETRIES', 'settings.CURL_CFFI_ENABLED'],
  },
  {
    title: 'another name for challenges',
    source: { ...site, settings: { ...set, BROWSER_ENABLED: 1, CLOUDFLARE_ENABLED: true } },
    document: { settings: { CHALLENGE_ENABLED: true } },
    changed: [],
    lost: ['settings.CLOUDFLARE_ENABLED'],
  },
  {
    title: 'a browser that scrolls',
    source: {
      ...site,
      settings: {
        ...set,
        EXTRACTOR_ORDER: ['trafilatura', 'newspaper'],
        INFINITE_SCROLL: true,
        MAX_SCROLLS: '7',
        PLAYWRIGHT_WAIT_SELECTOR: '.ready',
        PLAYWRIGHT_DELAY: 2,
      },
    },
    document: {
      settings: {
        EXTRACTOR_ORDER: ['textparser', 'newsparser', 'browser'],
        INFINITE_SCROLL: true,
        MAX_SCROLLS: 7,
        BROWSER_WAIT_SELECTOR: '.ready',
        BROWSER_DELAY: 2,
      },
    },
    changed: ['settings.INFINITE_SCROLL'],
    lost: [],
  },
  {
    title: 'generated URLs that send a form',
    source: {
      ...site,
      start_urls: [],
      settings: {
        ...set,
        GENERATED_URLS: [
          {
            template: 'https://tides.example/search',
            vars: { page: { type: 'range', from: 1, to: 3 } },
            method: 'POST',
            formdata: { page: '{page}' },
            follow: true,
          },
        ],
      },
      rules: [{ allow: ['/n/'], callback: 'parse_article' }],
    },
    document: {
      start_urls: [],
      settings: { GENERATED_URLS: [{ method: 'POST', formdata: { page: '{page}' } }] },
    },
    changed: [],
    lost: [],
  },
  {
    title: 'lists that are clicked through, proxies, entries that load later',
    source: {
      ...site,
      start_urls: [],
      callbacks: {
        parse_n: {
          extract: {
            title: { css: 'h1::text' },
            comments: { type: 'ajax_nested_list', ajax_url: '/c', extract: {} },
          },
        },
      },
      settings: {
        ...set,
        PROXY_TYPE: 'residential',
        PAGINATED_LISTINGS: {
          url: 'https://tides.example/all',
          link_selector: 'a.boat',
          next_selector: 'a.next',
          callback: 'parse_n',
        },
      },
    },
    document: {
      start_urls: [],
      rules: [{ restrict_css: ['a.boat'], callback: 'parse_n', follow: false }],
      settings: {
        PROXY_TIERS: ['residential'],
        PAGINATED_LISTINGS: [
          { url: 'https://tides.example/all', link_selector: 'a.boat', next_selector: 'a.next' },
        ],
      },
    },
    changed: ['settings.PROXY_TYPE', 'settings.PAGINATED_LISTINGS'],
    lost: ['callbacks.parse_n.extract.comments'],
  },
  {
    title: 'what is wrong in it',
    source: {
      ...site,
      name: 'Tide news!',
      project: 'default',
      rules: [
        { allow: ['('], callback: 'parse_article' },
        { allow: ['/a', '['], deny: ['('] },
        { callback: 'parse_none' },
      ],
      callbacks: { parse_x: { extract: { gone: { css: '!!' } } } },
      settings: { ...set, CONCURRENT_REQUESTS: 900, UNHEARD_OF: 1 },
    },
    document: { name: 'Tide-news', rules: [{ allow: ['/a'], deny: [] }, {}] },
    changed: ['name'],
    lost: [
      'project',
      'settings.UNHEARD_OF',
      'settings.CONCURRENT_REQUESTS',
      'rules[2]',
      'rules[1]',
      'rules[1]',
      'rules[0]',
      'callbacks.parse_x.extract.gone',
      'callbacks.parse_x',
    ],
  },
];
