import { describe, expect, it } from 'vitest';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { fieldWith, processorWith, ruleWith, settingsWith, spiderWith } from './spiders.ts';

const one = { extract: { a: { css: 'a' } } };

/** The hints of the errors of a spider, by pointer. */
function hintsOf(input: unknown): [string, string | null][] {
  return validateSpider(input)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ pointer, hint }) => [pointer, hint]);
}

/** A spider with a number as it is written, which `JSON.stringify` would not write. */
const written = (spider: unknown, number: string): string =>
  JSON.stringify(spider).replace('"NUMBER"', number);

describe('a hint does not lead into the next error', () => {
  it.each<[what: string, input: unknown, pointer: string, hint: string | null, mended: unknown]>([
    [
      'a rule with a name that a callback cannot have',
      ruleWith({ callback: 'parse-y' }),
      '/rules/0/callback',
      'Use the letters A to Z and a to z, digits and "_" only, and no digit first, for example "parse_y".',
      spiderWith({ rules: [{ callback: 'parse_y' }], callbacks: { parse_y: one } }),
    ],
    [
      'a rule with a reserved name that nothing defines',
      ruleWith({ callback: 'parse' }),
      '/rules/0/callback',
      'Name a callback that is there, or define one as "parse_page" and name that.',
      spiderWith({ rules: [{ callback: 'parse_page' }], callbacks: { parse_page: one } }),
    ],
    [
      'a callback with a reserved name',
      spiderWith({ rules: [{ callback: 'closed' }], callbacks: { closed: one } }),
      '/callbacks/closed',
      'Choose another name, for example "closed_page", in the rules too.',
      spiderWith({ rules: [{ callback: 'closed_page' }], callbacks: { closed_page: one } }),
    ],
    [
      'a name that would become a reserved one',
      spiderWith({ rules: [{ callback: 'parse-article' }], callbacks: { 'parse-article': one } }),
      '/callbacks/parse-article',
      'Use the letters A to Z and a to z, digits and "_" only, and no digit first, for example "parse_article_page".',
      spiderWith({ rules: [{ callback: 'parse_article_page' }], callbacks: { parse_article_page: one } }),
    ],
    [
      'a letter with an accent',
      spiderWith({ rules: [{ callback: 'é' }], callbacks: { é: one } }),
      '/callbacks/é',
      'Use the letters A to Z and a to z, digits and "_" only, and no digit first, for example "e".',
      spiderWith({ rules: [{ callback: 'e' }], callbacks: { e: one } }),
    ],
    [
      'a digit first',
      spiderWith({ rules: [{ callback: '2nd' }], callbacks: { '2nd': one } }),
      '/callbacks/2nd',
      'Use the letters A to Z and a to z, digits and "_" only, and no digit first, for example "_2nd".',
      spiderWith({ rules: [{ callback: '_2nd' }], callbacks: { _2nd: one } }),
    ],
    [
      'a name of which nothing is left',
      spiderWith({ rules: [{ callback: '記事' }], callbacks: { 記事: one } }),
      '/callbacks/記事',
      'Use the letters A to Z and a to z, digits and "_" only, and no digit first.',
      spiderWith({ rules: [{ callback: 'news' }], callbacks: { news: one } }),
    ],
    [
      'a spider name with an accent',
      spiderWith({ name: 'café' }),
      '/name',
      'Use the letters A to Z and a to z, digits, "-" and "_" only.',
      spiderWith({ name: 'cafe' }),
    ],
    [
      'a number that is too large for a number, in the place of one',
      written(settingsWith({ DOWNLOAD_DELAY: 'NUMBER' }), '1e400'),
      '/settings/DOWNLOAD_DELAY',
      'Write a number closer to zero.',
      settingsWith({ DOWNLOAD_DELAY: 1 }),
    ],
    [
      'such a priority',
      written(ruleWith({ callback: 'parse_article', priority: 'NUMBER' }), '-1e999'),
      '/rules/0/priority',
      'Write a number closer to zero.',
      ruleWith({ callback: 'parse_article', priority: 1 }),
    ],
    [
      'such a status',
      written(settingsWith({ RETRY_HTTP_CODES: ['NUMBER'] }), '1e400'),
      '/settings/RETRY_HTTP_CODES/0',
      'Write a number closer to zero.',
      settingsWith({ RETRY_HTTP_CODES: [500] }),
    ],
    [
      'such a group',
      written(processorWith({ type: 'regex', pattern: '(a)', group: 'NUMBER' }), '1e400'),
      '/callbacks/page/extract/f/processors/0/group',
      'Write a number closer to zero.',
      processorWith({ type: 'regex', pattern: '(a)', group: 1 }),
    ],
    [
      'such a number where any value may stand',
      written(processorWith({ type: 'default', default: 'NUMBER' }), '1e400'),
      '/callbacks/page/extract/f/processors/0/default',
      'Write it in quotes to keep it as text.',
      processorWith({ type: 'default', default: '1e400' }),
    ],
    [
      'a number in quotes',
      settingsWith({ CONCURRENT_REQUESTS: '8' }),
      '/settings/CONCURRENT_REQUESTS',
      'Write 8 without quotes.',
      settingsWith({ CONCURRENT_REQUESTS: 8 }),
    ],
    [
      'a number in quotes that is out of range',
      settingsWith({ CONCURRENT_REQUESTS: '99' }),
      '/settings/CONCURRENT_REQUESTS',
      null,
      settingsWith({ CONCURRENT_REQUESTS: 32 }),
    ],
    [
      'a number for a pattern',
      ruleWith({ callback: 'parse_article', allow: [2024] }),
      '/rules/0/allow/0',
      'Write "2024" in quotes.',
      ruleWith({ callback: 'parse_article', allow: ['2024'] }),
    ],
    [
      'a number for a selector',
      fieldWith({ css: 5 }),
      '/callbacks/page/extract/f/css',
      null,
      fieldWith({ css: 'b' }),
    ],
    ['a number for a URL', spiderWith({ start_urls: [5] }), '/start_urls/0', null, spiderWith()],
    [
      'one pattern for a list',
      ruleWith({ callback: 'parse_article', allow: '/a/' }),
      '/rules/0/allow',
      'Write ["/a/"].',
      ruleWith({ callback: 'parse_article', allow: ['/a/'] }),
    ],
    [
      'an empty text for a list',
      ruleWith({ callback: 'parse_article', allow: '' }),
      '/rules/0/allow',
      null,
      ruleWith({ callback: 'parse_article' }),
    ],
    [
      'one strategy for a list',
      settingsWith({ EXTRACTOR_ORDER: 'textparser' }),
      '/settings/EXTRACTOR_ORDER',
      'Write ["textparser"].',
      settingsWith({ EXTRACTOR_ORDER: ['textparser'] }),
    ],
    [
      'several strategies in one text',
      settingsWith({ EXTRACTOR_ORDER: 'newsparser, textparser' }),
      '/settings/EXTRACTOR_ORDER',
      null,
      settingsWith({ EXTRACTOR_ORDER: ['newsparser', 'textparser'] }),
    ],
    [
      'one processor for a list',
      fieldWith({ css: 'b', processors: 'strip' }),
      '/callbacks/page/extract/f/processors',
      'Write [{"type": "strip"}].',
      fieldWith({ css: 'b', processors: [{ type: 'strip' }] }),
    ],
    [
      'one processor that needs more',
      fieldWith({ css: 'b', processors: 'replace' }),
      '/callbacks/page/extract/f/processors',
      null,
      fieldWith({ css: 'b', processors: [{ type: 'replace', old: 'a', new: 'b' }] }),
    ],
    [
      'one URL for a list',
      spiderWith({ start_urls: 'https://example.com/' }),
      '/start_urls',
      'Write ["https://example.com/"].',
      spiderWith(),
    ],
    [
      'a host for the list of URLs',
      spiderWith({ start_urls: 'example.com' }),
      '/start_urls',
      'Write ["https://example.com"].',
      spiderWith({ start_urls: ['https://example.com'] }),
    ],
    [
      'a URL for the list of domains',
      spiderWith({ allowed_domains: 'https://example.com/' }),
      '/allowed_domains',
      'Write ["example.com"].',
      spiderWith(),
    ],
    [
      'a misspelt key beside the right one',
      ruleWith({ callback: 'parse_article', allow: ['a'], alow: ['b'] }),
      '/rules/0/alow',
      'Remove it, for "allow" is there already.',
      ruleWith({ callback: 'parse_article', allow: ['a'] }),
    ],
    [
      'a misspelt key',
      ruleWith({ callback: 'parse_article', alow: ['b'] }),
      '/rules/0/alow',
      'Rename it to "allow", or remove it.',
      ruleWith({ callback: 'parse_article', allow: ['b'] }),
    ],
    [
      'something else for the list of URLs',
      spiderWith({ start_urls: 'ftp://a' }),
      '/start_urls',
      null,
      spiderWith(),
    ],
    [
      'a selector for a field',
      fieldWith('div.a > h1::text'),
      '/callbacks/page/extract/f',
      'Write {"css": "div.a > h1::text"}.',
      fieldWith({ css: 'div.a > h1::text' }),
    ],
    [
      'what is no selector for a field',
      fieldWith('//h1'),
      '/callbacks/page/extract/f',
      null,
      fieldWith({ xpath: '//h1' }),
    ],
    [
      'the name of a processor for a processor',
      processorWith('lowercase'),
      '/callbacks/page/extract/f/processors/0',
      'Write {"type": "lowercase"}.',
      processorWith({ type: 'lowercase' }),
    ],
    [
      'null where a text is required',
      processorWith({ type: 'replace', old: null, new: 'a' }),
      '/callbacks/page/extract/f/processors/0/old',
      null,
      processorWith({ type: 'replace', old: 'b', new: 'a' }),
    ],
    [
      'null in a map',
      settingsWith({ EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: 'h1', author: null } }),
      '/settings/CUSTOM_SELECTORS/author',
      'Leave it out instead.',
      settingsWith({ EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: 'h1' } }),
    ],
  ])('%s', (_, input, pointer, hint, mended) => {
    expect(hintsOf(input)).toContainEqual([pointer, hint]);
    expect(hintsOf(mended)).toEqual([]);
  });

  it('tells how to keep the digits of a number only where text may stand', () => {
    const hintOf = (spider: unknown): unknown =>
      validateSpider(written(spider, '12345678901234567890')).problems.find(
        ({ code }) => code === 'json-number-precision',
      )?.hint;
    expect(hintOf(settingsWith({ DEPTH_LIMIT: 'NUMBER' }))).toBe('Write a number closer to zero.');
    expect(hintOf(processorWith({ type: 'default', default: 'NUMBER' }))).toBe(
      'Write it in quotes to keep every digit.',
    );
  });
});
