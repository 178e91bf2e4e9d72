import { validateSpider } from '../../../shared/spider/validate.ts';
import { describe, expect, it } from 'vitest';
import { problemsOf, ruleWith, spiderWith } from './spiders.ts';

type Case = [input: unknown, problems: string[]];
const list = (cases: Case[]) => cases.map(([input, problems]) => ({ input, problems }));

describe('the spider itself', () => {
  it.each(
    list([
      [spiderWith(), []],
      [
        spiderWith({ rules: [], settings: {}, callbacks: {}, description: '', tags: [], source_url: null }),
        [],
      ],
      [spiderWith({ name: 'a'.repeat(255) }), []],
      [spiderWith({ name: '-_A9' }), []],
      [
        {},
        [
          '!  missing-key: name is required',
          '!  missing-key: allowed_domains is required',
          '!  missing-key: start_urls is required',
        ],
      ],
      [[], ['!  wrong-type: A list is given; a spider must be an object']],
      [null, ['!  wrong-type: null is no value; a spider must be an object']],
      [undefined, ['!  not-json: A JavaScript undefined is given; a spider must hold JSON values only']],
      [spiderWith({ name: '' }), ['! /name empty-text: name must not be empty']],
      [spiderWith({ name: 'a b' }), ["! /name invalid-name: Invalid spider name: 'a b'"]],
      [spiderWith({ name: 'a\n' }), ["! /name invalid-name: Invalid spider name: 'a\n'"]],
      [
        spiderWith({ name: 'a'.repeat(256) }),
        ['! /name too-long: name must have at most 255 characters; it has 256'],
      ],
      [spiderWith({ name: 5 }), ['! /name wrong-type: 5 is a number; name must be text']],
      [spiderWith({ tags: 'x' }), ['! /tags wrong-type: "x" is text; tags must be a list']],
      [spiderWith({ tags: [1] }), ['! /tags/0 wrong-type: 1 is a number; tags[0] must be text']],
      [spiderWith({ rules: {} }), ['! /rules wrong-type: An object is given; rules must be a list']],
      [spiderWith({ rules: ['x'] }), ['! /rules/0 wrong-type: "x" is text; rule 0 must be an object']],
      [spiderWith({ settings: [] }), ['! /settings wrong-type: A list is given; settings must be an object']],
      [
        spiderWith({ callbacks: { page: 'x' } }),
        [
          '! /callbacks/page wrong-type: "x" is text; callback \'page\' must be an object',
          "? /callbacks/page callback-unused: Callback 'page' is not used by any rule",
        ],
      ],
      [
        spiderWith({ allowd_domains: [] }),
        ["! /allowd_domains unknown-key: Unknown key: 'allowd_domains'. Did you mean 'allowed_domains'?"],
      ],
      [
        spiderWith({ DOWNLOAD_DELAY: 1 }),
        ["! /DOWNLOAD_DELAY unknown-key: Unknown key: 'DOWNLOAD_DELAY'. It belongs into settings."],
      ],
      [
        spiderWith({ 'x/y~z': 1 }),
        [
          "! /x~1y~0z unknown-key: Unknown key: 'x/y~z'. Allowed: allowed_domains, args, callbacks, description, expect, name, rules, settings, source_url, start_requests, start_urls, tags",
        ],
      ],
    ]),
  )('$input', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });
});

describe('rules', () => {
  it.each(
    list([
      [ruleWith({}), []],
      [ruleWith({ priority: 0 }), []],
      [ruleWith({ priority: 1000 }), []],
      [ruleWith({ allow: [], deny: null, callback: null }), []],
      [ruleWith({ allow: ['(?i)/a/(?P<id>\\d+)\\Z', '(a+)+$'] }), []],
      [ruleWith({ priority: 1001 }), ['! /rules/0/priority out-of-range: priority must be >= 0 and <= 1000']],
      [ruleWith({ priority: -1 }), ['! /rules/0/priority out-of-range: priority must be >= 0 and <= 1000']],
      [
        ruleWith({ priority: 1.5 }),
        ['! /rules/0/priority wrong-type: 1.5 is a fraction; priority must be an integer'],
      ],
      [
        ruleWith({ priority: true }),
        ['! /rules/0/priority wrong-type: true is a boolean; priority must be an integer'],
      ],
      [
        ruleWith({ follow: 'yes' }),
        ['! /rules/0/follow wrong-type: "yes" is text; follow must be true or false'],
      ],
      [ruleWith({ follow: null }), []],
      [ruleWith({ allow: 'a' }), ['! /rules/0/allow wrong-type: "a" is text; allow must be a list']],
      [
        ruleWith({ allow: [null] }),
        ['! /rules/0/allow/0 wrong-type: null is no value; allow[0] must be text'],
      ],
      [
        ruleWith({ alow: ['a'] }),
        ["! /rules/0/alow unknown-key: Unknown key: 'alow'. Did you mean 'allow'?"],
      ],
      [
        ruleWith({ restrict_css: [''] }),
        ['! /rules/0/restrict_css/0 empty-text: restrict_css[0] must not be empty'],
      ],
      [
        ruleWith({ restrict_css: ['main::text'] }),
        [
          "! /rules/0/restrict_css/0 selects-no-elements: restrict_css[0] must select elements, because links are taken from within them: 'main::text'",
        ],
      ],
      [
        ruleWith({ restrict_xpaths: ['count(//a)'] }),
        [
          "! /rules/0/restrict_xpaths/0 selects-no-elements: restrict_xpaths[0] must select elements, because links are taken from within them: 'count(//a)'",
        ],
      ],
      [
        ruleWith({ follow: false }),
        [
          '? /rules/0 rule-without-effect: Rule 0 has no effect: it has no callback and does not follow links',
        ],
      ],
      [ruleWith({ follow: false, callback: 'parse_article' }), []],
      [
        spiderWith({ rules: [{}, { allow: ['a'] }] }),
        ['? /rules/1 rule-unreachable: Rule 1 gets no links: rule 0 takes them first'],
      ],
      [
        spiderWith({ rules: [{ allow: ['a'] }, {}, { allow: ['a'], deny: [] }] }),
        ['? /rules/2 rule-unreachable: Rule 2 gets no links: rule 1 takes them first'],
      ],
      [
        spiderWith({ rules: [{ allow: ['a'] }, { allow: ['a'], deny: [], callback: 'parse_article' }] }),
        ['? /rules/1 rule-unreachable: Rule 1 gets no links: rule 0 takes them first'],
      ],
      [spiderWith({ rules: [{ deny: ['a'] }, { restrict_css: ['a'] }, {}] }), []],
      [spiderWith({ rules: [{}, { restrict_json: ['$.next'] }, { tags: ['link'] }] }), []],
    ]),
  )('$input.rules', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it.each([
    ['allow', '(', 'invalid-pattern'],
    ['deny', '[a', 'invalid-pattern'],
    ['restrict_css', 'div[', 'invalid-css'],
    ['restrict_xpaths', '//a[', 'invalid-xpath'],
    ['restrict_json', '$.next[', 'invalid-json-path'],
  ])('refuses what does not parse in %s', (key, value, code) => {
    const [problem, ...more] = problemsOf(ruleWith({ [key]: [value] }));
    expect(problem).toMatch(new RegExp(`^! /rules/0/${key}/0 ${code}: Invalid `));
    expect(more).toEqual([]);
  });

  it.each([
    [{ name: 'cursor' }, ['$.next_cursor'], []],
    [{ name: 'page', add: 1, from: 1, to: 9 }, ['$.items[*]'], []],
    [{ name: 'cursor' }, [], ['! /rules/0/next_query next-query-without-place']],
    [{ name: 'page', from: 1 }, ['$.next_page'], ['! /rules/0/next_query/from next-query-without-add']],
    [{ name: 'page', to: 9 }, ['$.next_page'], ['! /rules/0/next_query/to next-query-without-add']],
  ])('checks the next query %o at %o', (query, places, problems) => {
    const found = problemsOf(ruleWith({ restrict_json: places, next_query: query }));
    expect(found.map((problem) => problem.split(':', 1)[0])).toEqual(problems);
  });

  it.each([
    ['img', 'Links are in the href of these elements.'],
    ['links', 'Did you mean "link"?'],
    ['A', 'Did you mean "a"?'],
  ])('refuses the tag %s, which holds no links', (tag, hint) => {
    expect(validateSpider(ruleWith({ tags: ['a', tag] })).problems).toMatchObject([
      {
        pointer: '/rules/0/tags/1',
        code: 'unknown-tag',
        severity: 'error',
        message: `Unknown tag: ${tag}. Allowed: a, area, link`,
        hint,
      },
    ]);
  });

  it('takes the tags that hold links, and none', () => {
    for (const tags of [['a', 'area', 'link'], [], null]) expect(problemsOf(ruleWith({ tags }))).toEqual([]);
  });
});
