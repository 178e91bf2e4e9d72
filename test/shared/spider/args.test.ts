import { describe, expect, it } from 'vitest';
import { applyArgs } from '../../../shared/spider/args.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { problemsOf, spiderWith } from './spiders.ts';

const everywhere = {
  args: { term: { default: 'shoes', description: 'What to look for' }, from: {} },
  start_urls: ['https://example.com/search?q=${term}&from=${from}'],
  settings: {
    USER_AGENT: 'Bot (${term})',
    DEFAULT_REQUEST_HEADERS: { 'X-Term': '${term}, ${from}' },
    GENERATED_URLS: [
      { template: 'https://example.com/${term}/{page}', vars: { page: { type: 'range', from: 1, to: 2 } } },
    ],
  },
  callbacks: {
    page: {
      extract: { kept: { css: 'h1::text', processors: [{ type: 'replace', old: '${term}', new: '' }] } },
    },
  },
  rules: [{ callback: 'page' }],
};

function spiderOf(changes: Record<string, unknown>): Spider {
  const { spider, problems } = validateSpider(spiderWith(changes));
  expect(problems).toEqual([]);
  if (spider === null) throw new Error('The spider is not valid.');
  return spider;
}

describe('arguments of a run', () => {
  it('stand in start URLs, generated URLs and headers, and nowhere else', () => {
    const applied = applyArgs(spiderOf(everywhere), { term: 'red & "blue"/50%', from: '2' });
    expect(applied).toMatchObject({
      spider: {
        start_urls: ['https://example.com/search?q=red%20%26%20%22blue%22%2F50%25&from=2'],
        settings: {
          USER_AGENT: 'Bot (red & "blue"/50%)',
          DEFAULT_REQUEST_HEADERS: { 'X-Term': 'red & "blue"/50%, 2' },
          GENERATED_URLS: [{ template: 'https://example.com/red%20%26%20%22blue%22%2F50%25/{page}' }],
        },
        callbacks: { page: { extract: { kept: { processors: [{ old: '${term}' }] } } } },
      },
    });
    expect('spider' in applied && validateSpider(applied.spider).problems).toEqual([]);
  });

  it('have their default unless given, also an empty one', () => {
    expect(applyArgs(spiderOf(everywhere), { from: '' })).toMatchObject({
      spider: { start_urls: ['https://example.com/search?q=shoes&from='] },
    });
  });

  it('are put in once: a value that looks like an argument or a placeholder is text', () => {
    expect(applyArgs(spiderOf(everywhere), { term: '${from}{page}', from: '1' })).toMatchObject({
      spider: {
        settings: {
          USER_AGENT: 'Bot (${from}{page})',
          GENERATED_URLS: [{ template: 'https://example.com/%24%7Bfrom%7D%7Bpage%7D/{page}' }],
        },
      },
    });
  });

  it('change nothing in a spider without args', () => {
    const spider = spiderOf({ start_urls: ['https://example.com/?q=${term}'] });
    expect(applyArgs(spider, {})).toEqual({ spider });
  });

  it.each([
    [
      everywhere,
      { from: '1', trem: 'x' },
      "The spider has no argument 'trem'.",
      'Its arguments: from, term.',
    ],
    [{}, { term: 'x' }, "The spider has no argument 'term'.", 'It takes no arguments.'],
    [
      everywhere,
      {},
      "The argument 'from' has no value and no default.",
      'Give it one. Arguments of the spider: from, term.',
    ],
    [
      { ...everywhere, args: { term: { description: 'What to look for' }, from: { default: '1' } } },
      {},
      "The argument 'term' (What to look for) has no value and no default.",
      'Give it one. Arguments of the spider: from, term.',
    ],
  ])('that are unknown or missing are told %#', (spider, given, message, hint) => {
    expect(applyArgs(spiderOf(spider), given as Record<string, string>)).toEqual({ message, hint });
  });

  it('do not come from the prototype of an object', () => {
    expect(
      applyArgs(spiderOf({ start_urls: ['https://example.com/${toString}'], args: { toString: {} } }), {}),
    ).toMatchObject({
      message: "The argument 'toString' has no value and no default.",
    });
  });
});

describe('a spider with args', () => {
  it.each([
    [
      'a bad name',
      { args: { 'search term': {} } },
      ["! /args/search term invalid-argument-name: Invalid argument name: 'search term'"],
    ],
    [
      'an argument that is unused',
      { args: { term: {} } },
      ["? /args/term argument-unused: Nothing uses the argument 'term'"],
    ],
    [
      'one that is not declared, in a start URL',
      { args: { term: {} }, start_urls: ['https://example.com/${term}/${page}'] },
      [
        "! /start_urls/0 undeclared-argument: start_urls[0] names an argument that is not declared: '${page}'",
      ],
    ],
    [
      'one that is not declared, in a header',
      { args: {}, settings: { DEFAULT_REQUEST_HEADERS: { Cookie: 'a=${b}' } } },
      [
        "! /settings/DEFAULT_REQUEST_HEADERS/Cookie undeclared-argument: DEFAULT_REQUEST_HEADERS.Cookie names an argument that is not declared: '${b}'",
      ],
    ],
    [
      'one that is not declared, in a template',
      {
        args: {},
        settings: {
          GENERATED_URLS: [
            { template: 'https://example.com/${a}/{b}', vars: { b: { type: 'list', values: [1] } } },
          ],
        },
      },
      [
        "! /settings/GENERATED_URLS/0/template undeclared-argument: GENERATED_URLS[0].template names an argument that is not declared: '${a}'",
      ],
    ],
    [
      'a default that is no text',
      { args: { n: { default: 1 } }, start_urls: ['https://example.com/${n}'] },
      ['! /args/n/default wrong-type: 1 is a number; default must be text'],
    ],
    [
      'a start URL whose host is an argument',
      { args: { site: { default: 'www' } }, start_urls: ['https://${site}.example.com/'] },
      [],
    ],
    [
      'a start URL that an argument breaks',
      { args: { site: { default: '[' } }, start_urls: ['https://${site}/'] },
      ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'https://%5B/'"],
    ],
    ['null for args', { args: null, start_urls: ['https://example.com/${term}'] }, []],
  ])('with %s', (_what, changes, problems) => {
    expect(problemsOf(spiderWith(changes))).toEqual(problems);
  });

  it('is told where in the text an argument is wrong', () => {
    const text = JSON.stringify(spiderWith({ args: {}, start_urls: ['https://example.com/${page}'] }));
    const [problem] = validateSpider(text).problems;
    expect(problem?.column).toBe(text.indexOf('${page}') + 1);
  });
});
