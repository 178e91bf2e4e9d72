import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../../../renderer/features/author/completion.ts';
import { hoverAt } from '../../../../renderer/features/author/hover.ts';
import { settingGroups } from '../../../../renderer/features/author/form/setting-groups.ts';
import {
  saidDefault,
  settingNames,
  settingSchema,
} from '../../../../renderer/features/author/spider-schema.ts';
import { roomy } from '../../../shared/spider/texts.ts';

/** What is offered at the mark "|". */
function offered(marked: string) {
  const offset = marked.indexOf('|');
  return completionsAt(marked.slice(0, offset) + marked.slice(offset + 1), offset);
}
const labels = (marked: string) => offered(marked).map(({ label }) => label);

const processors = [
  'strip',
  'replace',
  'regex',
  'cast',
  'join',
  'default',
  'lowercase',
  'uppercase',
  'collapse',
  'split',
  'urljoin',
  'number',
  'parse_datetime',
];

describe('completion', () => {
  it.each([
    [
      'keys that are not there yet',
      '{ "name": "a", "|" }',
      [
        'description',
        'tags',
        'source_url',
        'allowed_domains',
        'start_urls',
        'start_requests',
        'rules',
        'settings',
        'callbacks',
        'args',
        'expect',
      ],
    ],
    [
      'keys of what is expected',
      '{ "expect": { "key": ["a"], | } }',
      ['duplicates', 'min_items', 'on_breach', 'fields'],
    ],
    [
      'fields of the items that may be expected',
      '{ "callbacks": { "a": { "extract": { "sku": {}, "price": {} } } }, "expect": { "fields": { "sku": {}, "|" } } }',
      ['price', 'title', 'content', 'author', 'published_date', 'url'],
    ],
    [
      'fields of a key',
      '{ "callbacks": { "a": { "extract": { "sku": {} } } }, "expect": { "key": ["|"] } }',
      ['sku', 'title', 'content', 'author', 'published_date', 'url'],
    ],
    ['choices of an expectation', '{ "expect": { "on_breach": "|" } }', ['warn', 'pause', 'fail']],
    [
      'keys of a field that is expected',
      '{ "expect": { "fields": { "price": { "type": "number", "|" } } } }',
      ['required', 'min_fill', 'range', 'pattern', 'unique', 'constant', 'examples'],
    ],
    [
      'keys of a rule',
      '{ "rules": [{ "allow": [], | }] }',
      [
        'deny',
        'restrict_xpaths',
        'restrict_css',
        'restrict_json',
        'next_query',
        'link_header',
        'tags',
        'callback',
        'follow',
        'priority',
      ],
    ],
    [
      'callbacks in a rule',
      '{ "rules": [{ "callback": "|" }], "callbacks": { "parse_a": {}, "parse_b": {} } }',
      ['parse_a', 'parse_b', 'parse_article', 'null'],
    ],
    [
      'callbacks in a rule without quotes',
      '{ "rules": [{ "callback": | }], "callbacks": { "parse_a": {} } }',
      ['parse_a', 'parse_article', 'null'],
    ],
    [
      'callbacks that rules ask for',
      '{ "rules": [{ "callback": "parse_x" }], "callbacks": { "|" } }',
      ['parse_x'],
    ],
    [
      'processors',
      '{ "callbacks": { "a": { "extract": { "t": { "css": "h1", "processors": [|] } } } } }',
      processors,
    ],
    [
      'types of a processor',
      '{ "callbacks": { "a": { "extract": { "t": { "processors": [{ "type": "|" }] } } } } }',
      processors,
    ],
    [
      'parameters of a processor by its type',
      '{ "callbacks": { "a": { "extract": { "t": { "processors": [{ "type": "regex", "|" }] } } } } }',
      ['pattern', 'group'],
    ],
    [
      'what a cast gives',
      '{ "callbacks": { "a": { "extract": { "t": { "processors": [{ "type": "cast", "to": "|" }] } } } } }',
      ['int', 'float', 'bool', 'str'],
    ],
    [
      'keys of a field that select',
      '{ "callbacks": { "a": { "extract": { "t": { "|" } } } } }',
      ['css', 'xpath', 'json_path', 'get_all', 'processors', 'download', 'type', 'selector', 'extract'],
    ],
    [
      'keys of a field that has a selector',
      '{ "callbacks": { "a": { "extract": { "t": { "css": "h1", "|" } } } } }',
      ['json_path', 'get_all', 'to_text', 'to_markdown', 'processors', 'download'],
    ],
    [
      'keys of a field that takes the text of its element',
      '{ "callbacks": { "a": { "extract": { "t": { "css": "h1", "to_text": true, "|" } } } } }',
      ['json_path', 'get_all', 'processors', 'download'],
    ],
    [
      'keys of a field of a JSON page',
      '{ "callbacks": { "a": { "extract": { "t": { "json_path": "$.a", "|" } } } } }',
      ['css', 'xpath', 'get_all', 'processors', 'download'],
    ],
    [
      'keys of a list of JSON values',
      '{ "callbacks": { "a": { "extract": { "t": { "selector": "$.a[*]", "|" } } } } }',
      ['type', 'as', 'extract'],
    ],
    ['keys of a callback', '{ "callbacks": { "a": { "|" } } }', ['extract', 'iterate']],
    [
      'keys of rows',
      '{ "callbacks": { "a": { "iterate": { "selector": "tr", "|" } } } }',
      ['json_path', 'url_context', 'follow'],
    ],
    [
      'keys of the address of a row',
      '{ "callbacks": { "a": { "iterate": { "follow": { "url": { "|" } } } } } }',
      ['css', 'xpath', 'json_path', 'processors'],
    ],
    [
      'callbacks for the pages that rows lead to',
      '{ "callbacks": { "a": { "iterate": { "follow": { "callback": "|" } } }, "b": {} } }',
      ['a', 'b', 'parse_article'],
    ],
    [
      'callbacks that rows ask for',
      '{ "callbacks": { "a": { "iterate": { "follow": { "callback": "b" } } }, "|" } }',
      ['b'],
    ],
    [
      'keys of a range',
      '{ "settings": { "GENERATED_URLS": [{ "vars": { "p": { "type": "range", "|" } } }] } }',
      ['from', 'to', 'step'],
    ],
    [
      'kinds of values of generated URLs',
      '{ "settings": { "GENERATED_URLS": [{ "vars": { "p": { "type": "|" } } }] } }',
      ['range', 'date', 'list'],
    ],
    [
      'callbacks of generated URLs',
      '{ "settings": { "GENERATED_URLS": [{ "callback": "|" }] }, "callbacks": { "a": {} } }',
      ['a', 'parse_article'],
    ],
    [
      'keys of a browser action',
      '{ "settings": { "BROWSER_ACTIONS": [{ "click": ".more", "|" }] } }',
      ['fill', 'press', 'scroll', 'wait_for', 'dismiss', 'value', 'times', 'until', 'wait', 'on', 'required'],
    ],
    [
      'keys of a list that is paged through',
      '{ "settings": { "PAGINATED_LISTINGS": [{ "url": "https://a.org/", "|" }] } }',
      ['next_selector', 'link_selector', 'wait_selector', 'max_pages', 'click_delay'],
    ],
    [
      'ends of a browser action',
      '{ "settings": { "BROWSER_ACTIONS": [{ "click": ".more", "until": "|" }] } }',
      ['gone', 'no-change'],
    ],
    [
      'orders of a date',
      '{ "callbacks": { "a": { "extract": { "t": { "processors": [{ "type": "parse_datetime", "order": "|" }] } } } } }',
      ['dmy', 'mdy', 'ymd'],
    ],
    ['elements of a rule', '{ "rules": [{ "tags": ["|"] }] }', ['a', 'area', 'link']],
    [
      'arguments behind "${"',
      '{ "args": { "term": { "default": "shoes" }, "page": {} }, "start_urls": ["https://a.org/?q=${|"] }',
      ['term', 'page'],
    ],
    [
      'keys of a list of objects',
      '{ "callbacks": { "a": { "extract": { "t": { "type": "nested_list", "|" } } } } }',
      ['selector', 'extract'],
    ],
    [
      'fields that fill columns',
      '{ "callbacks": { "a": { "extract": { "title": {}, "|" } } } }',
      ['content', 'author', 'published_date'],
    ],
    [
      'strategies',
      '{ "settings": { "EXTRACTOR_ORDER": ["|"] } }',
      ['newsparser', 'textparser', 'custom', 'browser'],
    ],
    ['true and false', '{ "settings": { "ROBOTSTXT_OBEY": | } }', ['true', 'false']],
    ['nothing where anything may stand', '{ "name": "|" }', []],
  ])('offers %s', (_, marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it('offers every setting with the words of its description', () => {
    const settings = offered('{ "settings": { "|" } }');
    expect(settings.map(({ label }) => label)).toEqual(settingNames);
    expect(settings.every(({ documentation }) => documentation !== null)).toBe(true);
    expect(settings.find(({ label }) => label === 'DEPTH_LIMIT')?.snippet).toBe('"DEPTH_LIMIT": ${1:0}');
    expect(settings.find(({ label }) => label === 'CONCURRENT_REQUESTS')?.detail).toBe(
      'whole number 1 to 32',
    );
  });

  it('offers the languages of dates with their names', () => {
    const languages = offered(
      '{ "callbacks": { "a": { "extract": { "t": { "processors": [{ "type": "parse_datetime", "languages": ["|"] }] } } } } }',
    );
    expect(languages.find(({ label }) => label === 'de')?.documentation).toBe('German');
  });

  it('replaces the quotes that are there, and the word before the caret where there are none', () => {
    const quoted = '{ "settings": { "DEP|" } }';
    const [first] = offered(quoted);
    expect(quoted.replace('|', '').slice(first?.offset, (first?.offset ?? 0) + (first?.length ?? 0))).toBe(
      '"DEP"',
    );
    const bare = '{ "settings": { DEP| } }';
    const [other] = offered(bare);
    expect(bare.replace('|', '').slice(other?.offset, (other?.offset ?? 0) + (other?.length ?? 0))).toBe(
      'DEP',
    );
  });

  it('leaves the value of a key that is only renamed', () => {
    const key = offered('{ "settings": { "DEPT|": 3 } }').find(({ label }) => label === 'DEPTH_LIMIT');
    expect(key?.snippet).toBe('"DEPTH_LIMIT"');
  });
});

describe('arguments', () => {
  it.each([
    ['"https://a.org/?q=${te|"', 'term}'],
    ['"https://a.org/?q=${|}"', 'term'],
  ])('are closed behind the name in %s', (url, expected) => {
    const [first] = offered(
      `{ "args": { "term": { "description": "What to look for" } }, "start_urls": [${url}] }`,
    );
    expect(first?.documentation).toBe('What to look for');
    expect(first?.snippet.replaceAll('\\', '')).toBe(expected);
  });
});

describe('hovers', () => {
  const hover = (word: string) => hoverAt(roomy, roomy.indexOf(word) + 2)?.paragraphs.join('\n') ?? null;
  it.each([
    ['"DOWNLOAD_DELAY"', 'Seconds between two requests'],
    ['"priority"', 'whole number 0 to 1000'],
    ['"strip"', 'Removes white space'],
    ['"parse_item", "pri', 'Used by rule 0'],
    ['"parse_item": {', 'Extracts `title`, `reviews`'],
    ['"/item/', 'Regular expressions for URLs to accept'],
  ])('tell about %s', (word, expected) => {
    expect(hover(word)).toContain(expected);
  });

  it('tell which rows lead to a callback', () => {
    const rows = '{ "callbacks": { "a": { "iterate": { "follow": { "callback": "b" } } }, "b": {} } }';
    expect(hoverAt(rows, rows.indexOf('"b": {}') + 1)?.paragraphs).toContain('Used by rows of a.');
    expect(hoverAt(rows, rows.indexOf('"callback": "b"') + 13)?.paragraphs).toContain('Used by rows of a.');
    expect(hoverAt(rows, rows.indexOf('"a"') + 1)?.paragraphs).toContain('Nothing uses it.');
  });

  it('tell what the arguments of a URL are', () => {
    const spider =
      '{ "start_urls": ["https://a.org/${term}/${page}/${x}"], "args": { "term": { "default": "shoes", "description": "What to look for" }, "page": {} } }';
    const paragraphs = hoverAt(spider, spider.indexOf('https'))?.paragraphs ?? [];
    expect(paragraphs.slice(-2)).toEqual([
      '`term`: What to look for · default `shoes`',
      '`page`: no default',
    ]);
  });

  it('say nothing between the values', () => {
    expect(hoverAt(roomy, roomy.indexOf('"rules": [') + 9)).toBeNull();
  });
});

describe('the settings of the form', () => {
  it('have every setting of the schema in one group', () => {
    const grouped = settingGroups.flatMap(({ names }) => names);
    expect(grouped.toSorted()).toEqual([...settingNames].toSorted());
    expect(new Set(grouped).size).toBe(grouped.length);
  });

  it.each([
    ['CONCURRENT_REQUESTS', '8'],
    ['DOWNLOAD_DELAY', '0.25'],
    ['ROBOTSTXT_OBEY', 'on'],
    ['USE_SITEMAP', 'off'],
    ['DOWNLOAD_MAXSIZE', '32 MiB'],
    ['CONCURRENT_REQUESTS_PER_DOMAIN', 'as many as CONCURRENT_REQUESTS'],
    ['MAX_SCROLLS', '5'],
    ['CHALLENGE_ENABLED', null],
  ])('say the default of %s as its description does', (name, expected) => {
    const schema = settingSchema(name);
    expect(schema === null ? undefined : saidDefault(schema)).toBe(expected);
  });
});
