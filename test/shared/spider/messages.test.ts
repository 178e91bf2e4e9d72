import { describe, expect, it } from 'vitest';
import {
  fieldPointer,
  fieldWith,
  problemsOf,
  processorPointer,
  processorWith,
  ruleWith,
  settingsWith,
  spiderWith,
} from './spiders.ts';

const source =
  "Field must have either 'css' or 'xpath' selector, or be a nested_list with 'selector' and 'extract' fields";
const nested = "nested_list fields must have both 'selector' and 'extract' fields";
const reserved = 'closed, from_crawler, parse, parse_article, parse_start_url, start_requests';
const one = { extract: { a: { css: 'a' } } };

/** A nested_list of so many levels. */
function nestedField(depth: number): unknown {
  return depth === 0
    ? { css: 'a' }
    : { type: 'nested_list', selector: 'li', extract: { f: nestedField(depth - 1) } };
}

// Section 7 of the specification and the messages added to it, to the letter.
const cases: [name: string, input: unknown, problems: string[]][] = [
  [
    'a rule with an undefined callback',
    spiderWith({
      rules: [
        { allow: ['a'], callback: 'zeta' },
        { allow: ['b'], callback: 'parse_b' },
      ],
      callbacks: { zeta: one, alpha: one },
    }),
    [
      "! /rules/1/callback undefined-callback: Rule 1 references undefined callback: 'parse_b'. Defined callbacks: alpha, parse_article, zeta",
      "? /callbacks/alpha callback-unused: Callback 'alpha' is not used by any rule",
    ],
  ],
  [
    'an undefined callback where there are no callbacks at all',
    ruleWith({ callback: 'parse_b' }),
    [
      "! /rules/0/callback undefined-callback: Rule 0 references undefined callback: 'parse_b'. Defined callbacks: parse_article",
    ],
  ],
  [
    'an undefined callback where callbacks are empty',
    spiderWith({ rules: [{ callback: 'parse' }], callbacks: {} }),
    [
      "! /rules/0/callback undefined-callback: Rule 0 references undefined callback: 'parse'. Defined callbacks: parse_article",
    ],
  ],
  ['the built-in callback', ruleWith({ callback: 'parse_article' }), []],
  [
    'a callback that is no identifier',
    spiderWith({ rules: [{ callback: 'parse-a' }], callbacks: { 'parse-a': one } }),
    [
      "! /callbacks/parse-a invalid-callback-name: Invalid callback name: 'parse-a'. Must be a valid identifier.",
      "! /rules/0/callback invalid-callback-name: Invalid callback name: 'parse-a'. Must be a valid identifier.",
    ],
  ],
  ...['', '1a', 'a b', 'ä', 'a\n', 'constructor()'].map((name): (typeof cases)[number] => [
    `a rule whose callback is ${JSON.stringify(name)}`,
    ruleWith({ callback: name }),
    [
      `! /rules/0/callback invalid-callback-name: Invalid callback name: '${name}'. Must be a valid identifier.`,
      `! /rules/0/callback undefined-callback: Rule 0 references undefined callback: '${name}'. Defined callbacks: parse_article`,
    ],
  ]),
  [
    'a callback name that every object has',
    ruleWith({ callback: 'constructor' }),
    [
      "! /rules/0/callback undefined-callback: Rule 0 references undefined callback: 'constructor'. Defined callbacks: parse_article",
    ],
  ],
  [
    'an empty pattern in allow and in deny',
    ruleWith({ allow: ['a', ''], deny: [''] }),
    [
      '! /rules/0/allow/1 empty-pattern: Patterns must be non-empty strings',
      '! /rules/0/deny/0 empty-pattern: Patterns must be non-empty strings',
    ],
  ],
  [
    'a blank pattern',
    ruleWith({ deny: ['  '] }),
    ['? /rules/0/deny/0 blank-pattern: The pattern is white space only, which no URL contains'],
  ],
  [
    'a blank pattern beside an empty one',
    ruleWith({ allow: [' \t\n', ''] }),
    [
      '! /rules/0/allow/1 empty-pattern: Patterns must be non-empty strings',
      '? /rules/0/allow/0 blank-pattern: The pattern is white space only, which no URL contains',
    ],
  ],
  [
    'an unknown extractor',
    settingsWith({ EXTRACTOR_ORDER: ['newsparser', 'foo'] }),
    [
      '! /settings/EXTRACTOR_ORDER/1 unknown-extractor: Unknown extractor: foo. Allowed: newsparser, textparser, custom, browser',
    ],
  ],
  [
    'an unknown challenge strategy',
    settingsWith({ CHALLENGE_ENABLED: false, CHALLENGE_STRATEGY: 'HYBRID' }),
    [
      '! /settings/CHALLENGE_STRATEGY unknown-strategy: Invalid challenge strategy: HYBRID. Allowed: hybrid, browser_only',
      '? /settings/CHALLENGE_STRATEGY setting-without-effect: CHALLENGE_STRATEGY has no effect: CHALLENGE_ENABLED is not true',
    ],
  ],
  ...[0, 33, -1, 1e9].map((value): (typeof cases)[number] => [
    `CONCURRENT_REQUESTS ${value}`,
    settingsWith({ CONCURRENT_REQUESTS: value }),
    ['! /settings/CONCURRENT_REQUESTS out-of-range: CONCURRENT_REQUESTS must be >= 1 and <= 32'],
  ]),
  ...[0, 0.5, 86_401].map((value): (typeof cases)[number] => [
    `MAX_CRAWL_DELAY ${value}`,
    settingsWith({ MAX_CRAWL_DELAY: value }),
    ['? /settings/MAX_CRAWL_DELAY setting-unusable: MAX_CRAWL_DELAY must be >= 1 and <= 86400'],
  ]),
  [
    'MAX_CRAWL_DELAY where robots.txt is not obeyed',
    settingsWith({ MAX_CRAWL_DELAY: 60, ROBOTSTXT_OBEY: false }),
    [
      '? /settings/MAX_CRAWL_DELAY setting-without-effect: MAX_CRAWL_DELAY has no effect: ROBOTSTXT_OBEY is false',
    ],
  ],
  [
    'TRAP_PAGES below 0',
    settingsWith({ TRAP_PAGES: -1 }),
    ['? /settings/TRAP_PAGES setting-unusable: TRAP_PAGES must be >= 0'],
  ],
  [
    'TRAP_PAGES that no run comes to',
    settingsWith({ TRAP_PAGES: 500, CLOSESPIDER_PAGECOUNT: 500 }),
    [
      '? /settings/TRAP_PAGES setting-without-effect: TRAP_PAGES has no effect: CLOSESPIDER_PAGECOUNT ends the run after 500 pages',
    ],
  ],
  ['TRAP_PAGES that is off', settingsWith({ TRAP_PAGES: 0, CLOSESPIDER_PAGECOUNT: 500 }), []],
  [
    'custom without CUSTOM_SELECTORS',
    settingsWith({ EXTRACTOR_ORDER: ['custom'] }),
    [
      "! /settings custom-without-selectors: CUSTOM_SELECTORS is required when EXTRACTOR_ORDER contains 'custom'",
    ],
  ],
  ...[{}, null].map((selectors): (typeof cases)[number] => [
    `custom with CUSTOM_SELECTORS ${JSON.stringify(selectors)}`,
    settingsWith({ EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: selectors }),
    [
      "! /settings/CUSTOM_SELECTORS custom-without-selectors: CUSTOM_SELECTORS is required when EXTRACTOR_ORDER contains 'custom'",
    ],
  ]),
  ...[undefined, null, ['textparser']].map((order): (typeof cases)[number] => [
    `INFINITE_SCROLL with EXTRACTOR_ORDER ${JSON.stringify(order)}`,
    settingsWith({ INFINITE_SCROLL: true, EXTRACTOR_ORDER: order }),
    [
      "! /settings/INFINITE_SCROLL scroll-without-browser: INFINITE_SCROLL requires 'browser' in EXTRACTOR_ORDER",
    ],
  ]),
  ...reserved
    .split(', ')
    .map((name): (typeof cases)[number] => [
      `the reserved callback name ${name}`,
      spiderWith({ callbacks: { [name]: one } }),
      [
        `! /callbacks/${name} reserved-callback-name: Callback name '${name}' is reserved and cannot be used. Reserved names: ${reserved}`,
      ],
    ]),
  ...[{ extract: {} }, {}, { extract: null }].map((callback): (typeof cases)[number] => [
    `the callback ${JSON.stringify(callback)}`,
    spiderWith({ rules: [{ callback: 'page' }], callbacks: { page: callback } }),
    [
      `! /callbacks/page${'extract' in callback ? '/extract' : ''} callback-empty: Callback 'page' must extract at least one field`,
    ],
  ]),
  ...[
    {},
    { css: null, xpath: null },
    { get_all: true },
    { selector: 'li', extract: { a: { css: 'a' } } },
  ].map((field): (typeof cases)[number] => [
    `the field ${JSON.stringify(field)}`,
    fieldWith(field),
    [`! ${fieldPointer} field-without-source: ${source}`],
  ]),
  ...[
    { type: 'nested_list' },
    { type: 'nested_list', selector: 'li' },
    { type: 'nested_list', extract: { a: { css: 'a' } } },
    { type: 'nested_list', selector: '', extract: { a: { css: 'a' } } },
    { type: 'nested_list', selector: 'li', extract: {} },
    { type: 'nested_list', selector: null, extract: null },
  ].map((field): (typeof cases)[number] => [
    `the field ${JSON.stringify(field)}`,
    fieldWith(field),
    [`! ${fieldPointer} incomplete-nested-list: ${nested}`],
  ]),
  ['nested lists three levels deep', fieldWith(nestedField(3)), []],
  [
    'nested lists four levels deep',
    fieldWith(nestedField(4)),
    [`! ${fieldPointer}/extract/f/extract/f/extract/f nested-too-deep: nested_list depth must be at most 3`],
  ],
  [
    'nested lists six levels deep: one problem, where the limit is passed',
    fieldWith(nestedField(6)),
    [`! ${fieldPointer}/extract/f/extract/f/extract/f nested-too-deep: nested_list depth must be at most 3`],
  ],
  [
    'a fault at the lowest level of nested lists',
    fieldWith({
      type: 'nested_list',
      selector: 'li',
      extract: { g: { type: 'nested_list', selector: 'b', extract: { h: {} } } },
    }),
    [`! ${fieldPointer}/extract/g/extract/h field-without-source: ${source}`],
  ],
  [
    'an unknown processor type',
    processorWith({ type: 'upper' }),
    [
      `! ${processorPointer}/type unknown-processor: Unknown processor type: upper. Allowed: cast, collapse, default, join, lowercase, number, parse_datetime, regex, replace, split, strip, uppercase, urljoin`,
    ],
  ],
];

describe('messages of the specification', () => {
  it.each(cases)('%s', (_name, input, problems) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it.each(cases)('%s, read from text', (_name, input, problems) => {
    expect(problemsOf(JSON.stringify(input)).sort()).toEqual([...problems].sort());
  });
});
