import { describe, expect, it } from 'vitest';
import { jsonPagination, type JsonAnswer } from '../../../electron/authoring/json-pagination.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

const site = 'https://api.harbour.example';
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Lamp ${at + 1}` }));
const items = rows(10);

interface Case {
  of: string;
  url?: string;
  value: unknown;
  more?: Partial<JsonAnswer>;
  path?: string;
  /** Each way as `kind where`: the next request, "?" where it is a guess, and what leads there. */
  ways: string[];
}

function answerOf({ url = `${site}/items`, value, more = {}, path = '$.items[*]' }: Case) {
  const answer = { url, value: value as JsonAnswer['value'], ...more };
  return { url, path, found: jsonPagination(answer, { path, count: 10 }, 'parse_items') };
}

function problemsOf(each: Case) {
  const { url, path, found } = answerOf(each);
  return found.flatMap(({ parts }) => {
    if (parts === null) return [];
    const callback = { iterate: { selector: path }, extract: { n: { json_path: '$.name' } } };
    return validateSpider({
      name: 'api',
      allowed_domains: ['api.harbour.example'],
      start_urls: [url],
      start_requests: parts.requests,
      rules: [...parts.rules, { callback: 'parse_items', follow: false }],
      settings: parts.settings,
      callbacks: { parse_items: callback },
    }).problems;
  });
}

function waysOf(each: Case): string[] {
  return answerOf(each).found.map(({ kind, next, isSure, pages, parts }) => {
    if (parts === null) return `${kind} cannot`;
    const [entry] = parts.settings.GENERATED_URLS ?? [];
    const [range] = Object.values(entry?.vars ?? {});
    const last = parts.rules.at(-1);
    const led =
      range?.type === 'range'
        ? `${range.from}..${range.to}${range.step === undefined ? '' : `/${range.step}`}`
        : parts.requests.length > 0
          ? `${parts.requests.length} requests`
          : last?.link_header !== undefined
            ? `Link ${last.link_header?.join()}`
            : `${last?.restrict_json?.join()}${last?.next_query?.add === undefined ? '' : ` +${last.next_query.add}`}${last?.next_query?.in === 'body' ? ' in body' : ''}`;
    const to = next?.body ?? next?.url.replace(site, '');
    return `${kind} ${to}${isSure ? '' : ' ?'} by ${led}${pages === null ? '' : ` of ${pages}`}`;
  });
}

const nextUrls: Case[] = [
  {
    of: 'an absolute address',
    value: { items, next: `${site}/items?page=2` },
    ways: ['next-url /items?page=2 by $.next', 'page-number /items?page=2 by $.items[*] +1'],
  },
  {
    of: 'a relative address',
    value: { items, next: '?after=x7' },
    ways: ['next-url /items?after=x7 by $.next'],
  },
  {
    of: 'a path',
    value: { items, next_page_url: '/more/a8' },
    ways: ['next-url /more/a8 by $.next_page_url'],
  },
  {
    of: 'an object',
    value: { items, next: { href: '/items?c=q' } },
    ways: ['next-url /items?c=q by $.next.href'],
  },
  {
    of: 'JSON:API',
    value: { data: items, links: { self: '/items', next: '/items?page[after]=zz' } },
    path: '$.data[*]',
    ways: ['next-url /items?page[after]=zz by $.links.next'],
  },
  {
    of: 'HAL',
    value: { _embedded: { items }, _links: { next: { href: '/items?cursor=b' } } },
    path: '$._embedded.items[*]',
    ways: ['next-url /items?cursor=b by $._links.next.href'],
  },
  {
    of: 'OData',
    value: { value: items, '@odata.nextLink': `${site}/items?$skiptoken=9a` },
    path: '$.value[*]',
    ways: ["next-url /items?$skiptoken=9a by $['@odata.nextLink']"],
  },
  {
    of: 'paging.next of a graph',
    value: { data: items, paging: { cursors: { after: 'MTA' }, next: `${site}/items?after=MTA` } },
    path: '$.data[*]',
    ways: ['next-url /items?after=MTA by $.paging.next'],
  },
  {
    of: 'a list of links with relations',
    value: {
      items,
      links: [
        { rel: 'self', href: '/items' },
        { rel: 'next', href: '/items?s=b' },
      ],
    },
    ways: ["next-url /items?s=b by $.links[?@.rel == 'next'].href"],
  },
  {
    of: 'FHIR',
    value: { entry: items, link: [{ relation: 'next', url: `${site}/page?id=b` }] },
    path: '$.entry[*]',
    ways: ["next-url /page?id=b by $.link[?@.relation == 'next'].url"],
  },
  {
    of: 'an address in the object that holds the list',
    value: { data: { items, nextPage: '/items?k=b' } },
    path: '$.data.items[*]',
    ways: ['next-url /items?k=b by $.data.nextPage'],
  },
  {
    of: 'Django, with a number of all entries',
    value: { items, count: 35, next: `${site}/items?page=2`, previous: null },
    ways: ['next-url /items?page=2 by $.next', 'page-number /items?page=2 by 2..4 of 4'],
  },
  {
    of: 'an offset in it',
    url: `${site}/items?limit=10`,
    value: { items, count: 35, next: `${site}/items?limit=10&offset=10` },
    ways: [
      'next-url /items?limit=10&offset=10 by $.next',
      'offset /items?limit=10&offset=10 by 10..30/10 of 4',
    ],
  },
];

const numbers: Case[] = [
  {
    of: 'a page in the address, and the last in the answer',
    url: `${site}/items?page=1`,
    value: { items, meta: { page: 1, total_pages: 5 } },
    ways: ['page-number /items?page=2 by 2..5 of 5'],
  },
  {
    of: 'Spring, which counts from 0',
    url: `${site}/items?page=0&size=10`,
    value: { items, number: 0, size: 10, totalPages: 5, totalElements: 47, last: false },
    ways: ['page-number /items?page=1&size=10 by 1..4 of 5'],
  },
  {
    of: 'Laravel',
    url: `${site}/items?page=2`,
    value: {
      items,
      current_page: 2,
      last_page: 3,
      per_page: 10,
      total: 28,
      last_page_url: `${site}/items?page=3`,
    },
    ways: ['page-number /items?page=3 by 3..3 of 2'],
  },
  {
    of: 'a page that only another address names',
    value: { items, links: { last: '/items?page=7', next: null }, meta: { total: 65 } },
    ways: ['page-number /items?page=2 by 2..7 of 7'],
  },
  {
    of: 'page[number]',
    url: `${site}/items?page%5Bnumber%5D=1`,
    value: { items, meta: { total: 25 } },
    ways: ['page-number /items?page%5Bnumber%5D=2 by 2..3 of 3'],
  },
  {
    of: 'a page without an end',
    url: `${site}/items?q=a&page=3`,
    value: { items },
    ways: ['page-number /items?q=a&page=4 by $.items[*] +1'],
  },
  {
    of: 'an offset with a total',
    url: `${site}/items?offset=0&limit=10`,
    value: { items, total: 34 },
    ways: ['offset /items?offset=10&limit=10 by 10..30/10 of 4'],
  },
  {
    of: 'an offset of a list that ends with a full page',
    url: `${site}/items?offset=0&limit=10`,
    value: { items, total: 30 },
    ways: ['offset /items?offset=10&limit=10 by 10..20/10 of 3'],
  },
  {
    of: 'a limit that the site lowers',
    url: `${site}/items?offset=0&limit=500`,
    value: { items, total: 34 },
    ways: ['offset /items?offset=10&limit=500 by 10..30/10 of 4'],
  },
  {
    of: 'an offset from 1',
    url: `${site}/items?start=1&num=10`,
    value: { items, totalResults: '24' },
    ways: ['offset /items?start=11&num=10 by 11..21/10 of 3'],
  },
  {
    of: 'an offset without an end',
    url: `${site}/items?skip=20&take=10`,
    value: { items },
    ways: ['offset /items?skip=30&take=10 by $.items[*] +10'],
  },
  {
    of: 'a total in an object',
    url: `${site}/items?from=0&size=10`,
    value: { hits: { total: { value: 21 }, hits: items } },
    path: '$.hits.hits[*]',
    ways: ['offset /items?from=10&size=10 by 10..20/10 of 3'],
  },
  {
    of: 'a guess by the answer',
    value: { items, page: 1, total_pages: 3 },
    ways: ['page-number /items?page=2 ? by 2..3 of 3'],
  },
  {
    of: 'a guess of an offset',
    value: { items, offset: 0, limit: 10, total: 21 },
    ways: ['offset /items?offset=10 ? by 10..20/10 of 3'],
  },
  {
    of: 'a form',
    more: { method: 'POST', body: 'page=1&q=a' },
    value: { items, pages: 3 },
    ways: ['page-number page=2&q=a by 2 requests of 3'],
  },
  {
    of: 'JSON that is sent',
    more: { method: 'POST', body: '{"filter":{"page":0}}' },
    value: { items, totalPages: 3 },
    ways: ['page-number {"filter":{"page":1}} by 2 requests of 3'],
  },
  {
    of: 'JSON that is sent, without an end',
    more: { method: 'POST', body: '{"page":1}' },
    value: { items },
    ways: ['page-number {"page":2} by $.items[*] +1 in body'],
  },
  {
    of: 'a form with more pages than are written one by one',
    more: { method: 'POST', body: 'page=1' },
    value: { items, pages: 900 },
    ways: ['page-number page=2 by $.items[*] +1 in body of 900'],
  },
  {
    of: 'a Link header',
    value: items,
    path: '$[*]',
    more: { headers: { link: `<${site}/items?page=2>; rel="next", <${site}/items?page=9>; rel="last"` } },
    ways: ['page-number /items?page=2 by 2..9 of 9'],
  },
  {
    of: 'a header with a number of pages',
    url: `${site}/items?page=1`,
    value: items,
    path: '$[*]',
    more: { headers: { 'x-wp-totalpages': '4' } },
    ways: ['page-number /items?page=2 by 2..4 of 4'],
  },
];

const cursors: Case[] = [
  {
    of: 'one that the address has',
    url: `${site}/items?cursor=&n=2`,
    value: { items, next_cursor: 'a/b=' },
    ways: ['cursor /items?cursor=a%2Fb%3D&n=2 by $.next_cursor'],
  },
  {
    of: 'a guess by its name',
    value: { items, nextPageToken: 'CDIQAA' },
    ways: [
      'cursor /items?pageToken=CDIQAA ? by $.nextPageToken',
      'cursor /items?nextPageToken=CDIQAA ? by $.nextPageToken',
    ],
  },
  {
    of: 'has_more and a cursor',
    value: { items, has_more: true, response_metadata: { next_cursor: 'dGVhbQ' } },
    ways: [
      'cursor /items?cursor=dGVhbQ ? by $.response_metadata.next_cursor',
      'cursor /items?next_cursor=dGVhbQ ? by $.response_metadata.next_cursor',
    ],
  },
  {
    of: 'the number of the next page',
    url: `${site}/items?page=1`,
    value: { items, next_page: 2 },
    ways: ['page-number /items?page=2 by $.items[*] +1', 'cursor /items?page=2 by $.next_page'],
  },
  {
    of: 'has_more alone, as Stripe has it',
    value: { data: items, has_more: true },
    path: '$.data[*]',
    ways: ['cursor /items?starting_after=10 ? by $.data[-1:].id'],
  },
  {
    of: 'one that is sent in a body',
    more: { method: 'POST', body: '{"after":"a"}' },
    value: { items, after: 'b' },
    ways: ['cursor {"after":"b"} by $.after in body'],
  },
  {
    of: 'one that a form sends',
    more: { method: 'POST', body: 'q=lamp&cursor=a' },
    value: { items, nextCursor: 'b' },
    ways: ['cursor q=lamp&cursor=b by $.nextCursor in body'],
  },
  {
    of: 'one that a query of GraphQL declares',
    more: {
      method: 'POST',
      body: '{"query":"query Q($first: Int!, $after: String) { items }","variables":{"first":10}}',
    },
    value: { data: { items, pageInfo: { hasNextPage: true, endCursor: 'b' } } },
    path: '$.data.items[*]',
    ways: [
      'cursor {"query":"query Q($first: Int!, $after: String) { items }","variables":{"first":10,"after":"b"}} by $.data.pageInfo.endCursor in body',
    ],
  },
  {
    of: 'one that a body lacks',
    more: { method: 'POST', body: '{"q":"a"}' },
    value: { items, cursor: 'b' },
    ways: ['cursor cannot'],
  },
  { of: 'one that is sent elsewhere', value: { items, scroll_id: 'DXF1ZXJ5' }, ways: ['cursor cannot'] },
  {
    of: 'a Link header with a cursor',
    value: items,
    path: '$[*]',
    more: { headers: { link: `<${site}/items?after=zz>; rel=next` } },
    ways: ['next-url /items?after=zz by Link next'],
  },
];

const traps: Case[] = [
  {
    of: 'other things called next',
    value: { items, next_event: '/events/5', nextReview: '2026-01-05', next_steps: '/help', nextRun: 12 },
    ways: [],
  },
  { of: 'a day called next', value: { items, next: '2026-01-05' }, ways: [] },
  { of: 'a page before only', value: { items, prev: `${site}/items?page=1`, previous_page: 1 }, ways: [] },
  {
    of: 'the last page',
    url: `${site}/items?after=k`,
    value: { items, next: null, prev: '/items' },
    ways: [],
  },
  { of: 'the last number', url: `${site}/items?page=5`, value: { items, page: 5, total_pages: 5 }, ways: [] },
  {
    of: 'no more',
    url: `${site}/items?page=5`,
    value: { items, has_more: false, next_cursor: 'abc123' },
    ways: [],
  },
  { of: 'all entries on one page', url: `${site}/items?offset=0`, value: { items, total: 10 }, ways: [] },
  {
    of: 'fewer entries than were asked for',
    url: `${site}/items?offset=20&limit=25`,
    value: { items },
    ways: [],
  },
  {
    of: 'the next page of another list',
    value: { items, comments: { data: rows(2), next: '/comments?page=2' } },
    ways: [],
  },
  { of: 'the page itself', value: { items, next: '/items' }, ways: [] },
  { of: 'another host', value: { items, next: 'https://ads.example/items?page=2' }, ways: [] },
  { of: 'a template', value: { items, next: '/items{?page}' }, ways: [] },
  { of: 'a cursor of this page', url: `${site}/items?cursor=k1`, value: { items, cursor: 'k1' }, ways: [] },
  { of: 'the number of entries of this page', value: { items, count: 10 }, ways: [] },
  { of: 'more entries than are here, and no way to ask for them', value: { items, total: 200 }, ways: [] },
  { of: 'a place called from', url: `${site}/items?from=berlin`, value: { items, total: 200 }, ways: [] },
];

describe.each([
  ['an address', nextUrls],
  ['a number', numbers],
  ['a cursor', cursors],
  ['nothing that leads on', traps],
])('%s', (_, cases) => {
  it.each(cases.map((each) => [each.of, each] as const))('of %s', (_of, each) => {
    expect(waysOf(each)).toEqual(each.ways);
  });

  it('makes valid spiders', () => {
    expect(cases.flatMap(problemsOf)).toEqual([]);
  });
});
