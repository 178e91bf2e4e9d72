import { given } from '../../given.ts';
import { describe, expect, it } from 'vitest';
import { createFixer } from '../../../shared/spider/quick-fixes.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

/** A spider whose only fault is in the part that is put into it. */
const spider = (part: string): string =>
  `{\n  "name": "shop",\n  "allowed_domains": ["example.org"],\n  "start_urls": ["https://example.org/"]${part}\n}\n`;
const callbacks = ',\n  "callbacks": { "parse_item": { "extract": { "title": { "css": "h1::text" } } } }';
const rule = (inside: string): string => spider(`,\n  "rules": [\n    { ${inside} }\n  ]${callbacks}`);
const field = (inside: string): string =>
  spider(
    `,\n  "rules": [{ "callback": "parse_item" }],\n  "callbacks": { "parse_item": { "extract": { "title": ${inside} } } }`,
  );
const settings = (inside: string): string => spider(`,\n  "settings": { ${inside} }`);

describe('quick fixes', () => {
  it.each<[string, string, string, string]>([
    [
      'a key that is misspelt',
      rule('"calback": "parse_item"'),
      'Rename to "callback"',
      '"callback": "parse_item"',
    ],
    [
      'a key at the wrong place',
      spider(',\n  "DEPTH_LIMIT": 3'),
      'Move it into settings',
      '"DEPTH_LIMIT": 3',
    ],
    [
      'a key that nothing is near',
      spider(',\n  "whatever": 3'),
      'Remove "whatever"',
      '"https://example.org/"]\n}',
    ],
    [
      'a callback that is misspelt',
      rule('"callback": "parse_itm"'),
      'Change to "parse_item"',
      '"callback": "parse_item"',
    ],
    [
      'a callback that is not there yet',
      spider(',\n  "rules": [{ "callback": "parse_new" }]'),
      'Add the callback "parse_new"',
      '"parse_new": {',
    ],
    [
      'a processor',
      field('{ "css": "h1", "processors": [{ "type": "strp" }] }'),
      'Change to "strip"',
      '{ "type": "strip" }',
    ],
    [
      'a cast',
      field('{ "css": "h1", "processors": [{ "type": "cast", "to": "flot" }] }'),
      'Change to "float"',
      '"to": "float"',
    ],
    [
      'a missing parameter',
      field('{ "css": "h1", "processors": [{ "type": "cast" }] }'),
      'Add "to"',
      '"to": "float"',
    ],
    ['two sources', field('{ "css": "h1", "xpath": "//h1" }'), 'Remove "xpath"', '{ "css": "h1" }'],
    [
      'a list whose kind is not said',
      field('{ "selector": "li", "extract": { "a": { "css": "b" } } }'),
      'Add "type"',
      '"nested_list"',
    ],
    ['text for a number', settings('"DOWNLOAD_DELAY": "1.5"'), 'Change to 1.5', '"DOWNLOAD_DELAY": 1.5'],
    [
      'text for a list',
      rule('"allow": "/a/", "callback": "parse_item"'),
      'Change to ["/a/"]',
      '"allow": ["/a/"]',
    ],
    [
      'a number out of range',
      settings('"CONCURRENT_REQUESTS": 900'),
      'Change to 32',
      '"CONCURRENT_REQUESTS": 32',
    ],
    [
      'a setting that nothing reads',
      settings('"DOWNLOD_DELAY": 1'),
      'Rename to "DOWNLOAD_DELAY"',
      '"DOWNLOAD_DELAY": 1',
    ],
    [
      'an extractor',
      settings('"EXTRACTOR_ORDER": ["newsparsr"]'),
      'Change to "newsparser"',
      '["newsparser"]',
    ],
    [
      'a domain with its scheme',
      spider('').replace('"example.org"]', '"https://example.org/"]'),
      'Change to "example.org"',
      '["example.org"]',
    ],
    [
      'a URL without its scheme',
      spider('').replace('https://example.org/', 'example.org/x'),
      'Change to "https://example.org/x"',
      '["https://example.org/x"]',
    ],
    [
      'a start URL elsewhere',
      spider('').replace('https://example.org/', 'https://other.org/'),
      'Add "other.org" to allowed_domains',
      '["example.org","other.org"]',
    ],
    [
      'a selector of texts for regions',
      rule('"restrict_css": ["nav::text"], "callback": "parse_item"'),
      'Change to "nav"',
      '["nav"]',
    ],
    [
      'a pattern without a group',
      field('{ "css": "h1", "processors": [{ "type": "regex", "pattern": "a" }] }'),
      'Keep the whole match',
      '"group": 0',
    ],
    ['a comment', spider(' // mine'), 'Remove the comment', '"https://example.org/"]\n}'],
    [
      'a comment on a line of its own',
      spider('').replace('{\n', '{\n  /* mine */\n'),
      'Remove the comment',
      '{\n  "name"',
    ],
    ['a comma too many', spider(','), 'Remove the comma', '"https://example.org/"]\n}'],
    ['a comma too few', spider('').replace('"shop",', '"shop"'), 'Add the comma', '"shop",\n'],
    ['single quotes', spider('').replace('"shop"', "'shop'"), 'Use double quotes', '"name": "shop"'],
    ['no quotes', spider('').replace('"name"', 'name'), 'Put it in double quotes', '"name": "shop"'],
    ['True', settings('"COOKIES_ENABLED": True'), 'Write true', '"COOKIES_ENABLED": true'],
    ['a key given twice', spider(',\n  "name": "bazaar"'), 'Keep the last "name"', '{\n  "allowed_domains"'],
    ['a number that is no number', settings('"DEPTH_LIMIT": 007'), 'Write 7', '"DEPTH_LIMIT": 7'],
  ])('mend %s', (_, text, title, expected) => {
    const fixer = createFixer(text);
    const found = validateSpider(text).problems.flatMap((problem) =>
      fixer.fixes(problem).map((fix) => ({ problem, fix })),
    );
    const chosen = found.find(({ fix }) => fix.title === title);
    expect(found.map(({ fix }) => fix.title)).toContain(title);
    const mended = applyEdits(text, given(chosen).fix.edits);
    expect(mended).toContain(expected);
    const left = validateSpider(mended).problems.filter(
      ({ code, pointer }) => code === given(chosen).problem.code && pointer === given(chosen).problem.pointer,
    );
    expect(left).toEqual([]);
  });

  it('leave everything else as it was written', () => {
    const text =
      '{ "name" :"a",\r\n\t"allowed_domains": [ "a.org" ],\r\n\t"start_urls":["https://a.org"],\r\n\t"rules": [ { "calback":null } ] }';
    const { problems } = validateSpider(text);
    const [fix] = createFixer(text).fixes(given(problems[0]));
    expect(applyEdits(text, given(fix).edits)).toBe(text.replace('calback', 'callback'));
  });

  it('count from the beginning of the text, also behind a byte order mark', () => {
    const text = `\uFEFF${rule('"calback": null')}`;
    const [problem] = validateSpider(text).problems;
    const [fix] = createFixer(text).fixes(given(problem));
    expect(applyEdits(text, given(fix).edits)).toBe(text.replace('calback', 'callback'));
  });

  it.each(['["/a/",""]', '["/a/", ""]', '[ "/a/", "" ]', '[\n "/a/",\n ""\n]'])(
    'remove the last entry of %j and nothing of the list',
    (allow) => {
      const text = rule(`"allow": ${allow}, "callback": "parse_item"`);
      const [fix] = createFixer(text).fixes(given(validateSpider(text).problems[0]));
      expect(applyEdits(text, given(fix).edits)).toBe(text.replace(/,\s*""/, ''));
    },
  );

  it('remove all comments at once where there are several', () => {
    const text = `// one\n${spider('').replace('"shop",', '"shop", /* two */').replace('"https://example.org/"', '"https://example.org/" // three\n')}`;
    const titles = validateSpider(text).problems.flatMap((problem) => createFixer(text).fixes(problem));
    const all = titles.find(({ title }) => title === 'Remove all comments');
    expect(validateSpider(applyEdits(text, given(all).edits)).valid).toBe(true);
    expect(applyEdits(text, given(all).edits)).toContain('https://example.org/');
  });

  it('do not rename to a key that is there already', () => {
    const text = rule('"callback": "parse_item", "calback": "parse_item"');
    const titles = validateSpider(text).problems.flatMap((problem) =>
      createFixer(text)
        .fixes(problem)
        .map(({ title }) => title),
    );
    expect(titles).toEqual(['Remove "calback"']);
  });

  it.each([
    ['nothing', ''],
    ['no JSON at all', '<html>'],
    ['a text that is nested too deeply', `${'['.repeat(50_000)}`],
    ['a problem without a place', 'null'],
  ])('never throw for %s', (_, text) => {
    const fixer = createFixer(text);
    for (const problem of validateSpider(text).problems) expect(fixer.fixes(problem)).toBeInstanceOf(Array);
  });

  it('of many problems take no longer than one reading of the text', () => {
    const text = spider(`,\n  "rules": [${'{ "calback": null },'.repeat(500)}{ "callback": null }]`);
    const fixer = createFixer(text);
    const { problems } = validateSpider(text);
    expect(problems.filter((problem) => fixer.fixes(problem).length > 0).length).toBeGreaterThan(499);
  });
});
