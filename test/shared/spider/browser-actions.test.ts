import { describe, expect, it } from 'vitest';
import { applyArgs } from '../../../shared/spider/args.ts';
import { readActions } from '../../../shared/spider/browser-actions.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { spiderWith } from './spiders.ts';

const acting = (actions: unknown, more: Record<string, unknown> = {}) =>
  spiderWith({ settings: { EXTRACTOR_ORDER: ['browser'], BROWSER_ACTIONS: actions }, ...more });

const said = (actions: unknown): string[] =>
  validateSpider(acting(actions)).problems.map(
    ({ severity, code, pointer, message }) =>
      `${severity} ${code} ${pointer.replace('/settings/BROWSER_ACTIONS', '')}: ${message}`,
  );

const all = [
  { dismiss: '#agree' },
  { click: '.more', times: 20, until: 'gone', wait: 1.5 },
  { click: '.tab', until: 'no-change' },
  { click: '.once' },
  { fill: '#q', value: '' },
  { press: 'Enter' },
  { scroll: 'end', times: 3 },
  { scroll: 'end' },
  { wait_for: '.done', on: ['/list$'], required: true },
];

describe('BROWSER_ACTIONS', () => {
  it('that is right is no problem, and is read with its defaults', () => {
    const { problems, spider } = validateSpider(acting(all));
    expect(problems).toEqual([]);
    expect(readActions(spider?.settings).map(({ step }) => step)).toEqual([
      { kind: 'dismiss', selector: '#agree' },
      { kind: 'click', selector: '.more', times: 20, until: 'gone', waitMs: 1500 },
      { kind: 'click', selector: '.tab', times: 20, until: 'no-change', waitMs: 1000 },
      { kind: 'click', selector: '.once', times: 1, until: null, waitMs: 1000 },
      { kind: 'fill', selector: '#q', value: '' },
      { kind: 'press', key: 'Enter' },
      { kind: 'scroll', times: 3, waitMs: 1000 },
      { kind: 'scroll', times: 5, waitMs: 1000 },
      { kind: 'wait_for', selector: '.done' },
    ]);
    expect(readActions(spider?.settings).at(-1)).toMatchObject({
      label: 'BROWSER_ACTIONS[8]',
      on: ['/list$'],
      required: true,
    });
  });

  it.each([undefined, null, []])('that is %j does nothing', (actions) => {
    expect(said(actions)).toEqual([]);
    expect(readSettings({ BROWSER_ACTIONS: actions as null }).browser.actions).toEqual([]);
  });

  const kinds = 'click, fill, press, scroll, wait_for, dismiss';

  it.each([
    ['a text', 'click', ': "click" is text; BROWSER_ACTIONS must be a list'],
    ['an object', { click: 'a' }, ': An object is given; BROWSER_ACTIONS must be a list'],
    ['an entry of another type', ['a'], '/0: "a" is text; BROWSER_ACTIONS[0] must be an object'],
    ['an unknown key', [{ clicks: 'a' }], "/0/clicks: Unknown key: 'clicks'. Did you mean 'click'?"],
    [
      'nothing to do',
      [{ on: ['x'] }],
      `/0: BROWSER_ACTIONS[0] must have one of ${kinds}; it has none of them`,
    ],
    [
      'two things to do',
      [{ click: 'a', press: 'Enter' }],
      `/0: BROWSER_ACTIONS[0] must have one of ${kinds}; it has click and press`,
    ],
    ['an empty selector', [{ click: '' }], '/0/click: BROWSER_ACTIONS[0].click must not be empty'],
    [
      'a selector of another type',
      [{ wait_for: 3 }],
      '/0/wait_for: 3 is a number; BROWSER_ACTIONS[0].wait_for must be text',
    ],
    [
      'a selector that selects text',
      [{ dismiss: 'a::text' }],
      "/0/dismiss: BROWSER_ACTIONS[0].dismiss must select elements: 'a::text'",
    ],
    ['fill without a value', [{ fill: '#q' }], '/0: value is required in BROWSER_ACTIONS[0], which fills'],
    [
      'a value of another type',
      [{ fill: '#q', value: 3 }],
      '/0/value: 3 is a number; BROWSER_ACTIONS[0].value must be text',
    ],
    [
      'a value for another kind',
      [{ click: 'a', value: 'x' }],
      '/0/value: BROWSER_ACTIONS[0] has value, which only fill reads',
    ],
    [
      'times for another kind',
      [{ press: 'Enter', times: 2 }],
      '/0/times: BROWSER_ACTIONS[0] has times, which only click and scroll reads',
    ],
    [
      'until for another kind',
      [{ scroll: 'end', until: 'gone' }],
      '/0/until: BROWSER_ACTIONS[0] has until, which only click reads',
    ],
    [
      'wait for another kind',
      [{ wait_for: 'a', wait: 2 }],
      '/0/wait: BROWSER_ACTIONS[0] has wait, which only click and scroll reads',
    ],
    ['no times', [{ click: 'a', times: 0 }], '/0/times: BROWSER_ACTIONS[0].times must be >= 1 and <= 1000'],
    [
      'too many times',
      [{ click: 'a', times: 1001 }],
      '/0/times: BROWSER_ACTIONS[0].times must be >= 1 and <= 1000',
    ],
    [
      'a fraction of times',
      [{ click: 'a', times: 1.5 }],
      '/0/times: 1.5 is a fraction; BROWSER_ACTIONS[0].times must be an integer',
    ],
    [
      'a negative wait',
      [{ click: 'a', wait: -1 }],
      '/0/wait: BROWSER_ACTIONS[0].wait must be >= 0 and <= 60',
    ],
    [
      'too long a wait',
      [{ click: 'a', wait: 61 }],
      '/0/wait: BROWSER_ACTIONS[0].wait must be >= 0 and <= 60',
    ],
    [
      'an unknown end',
      [{ click: 'a', until: 'done' }],
      '/0/until: BROWSER_ACTIONS[0].until must be gone or no-change, not done',
    ],
    ['an unknown place', [{ scroll: 'top' }], '/0/scroll: BROWSER_ACTIONS[0].scroll must be end, not top'],
    [
      'an empty list of patterns',
      [{ click: 'a', on: [] }],
      '/0/on: BROWSER_ACTIONS[0].on must have at least one entry',
    ],
    ['an empty pattern', [{ click: 'a', on: [''] }], '/0/on/0: BROWSER_ACTIONS[0].on[0] must not be empty'],
    [
      'patterns that are a text',
      [{ click: 'a', on: 'x' }],
      '/0/on: "x" is text; BROWSER_ACTIONS[0].on must be a list',
    ],
    [
      'required that is a text',
      [{ click: 'a', required: 'yes' }],
      '/0/required: "yes" is text; BROWSER_ACTIONS[0].required must be true or false',
    ],
    [
      'too many actions',
      Array.from({ length: 101 }, () => ({ press: 'Enter' })),
      ': BROWSER_ACTIONS must have at most 100 entries',
    ],
  ])('with %s cannot be used, which is a warning', (_what, actions, problem) => {
    expect(said(actions)).toEqual([`warning setting-unusable ${problem}`]);
    const { valid, spider } = validateSpider(acting(actions));
    expect(valid).toBe(true);
    expect(readActions(spider?.settings)).toEqual([]);
  });

  it.each([
    [{ click: 'a[' }, '/0/click: Invalid CSS selector'],
    [{ click: 'a', on: ['x', '('] }, "/0/on/1: Invalid pattern '('"],
    [{ press: 'Return' }, '/0/press: BROWSER_ACTIONS[0].press must be Enter or Tab'],
  ])('%j is said where it is wrong', (action, start) => {
    expect(said([action])).toEqual([expect.stringContaining(`warning setting-unusable ${start}`)]);
  });

  it('without a browser has no effect', () => {
    const { problems } = validateSpider(spiderWith({ settings: { BROWSER_ACTIONS: [{ click: 'a' }] } }));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "setting-without-effect: BROWSER_ACTIONS has no effect: no browser is in use; add 'browser' to EXTRACTOR_ORDER",
    ]);
  });

  it('takes arguments in its values, as they are', () => {
    const document = acting([{ fill: '#q', value: '${term} & more' }, { click: '.go' }], {
      args: { term: {} },
    });
    const { spider, problems } = validateSpider(document);
    expect(problems).toEqual([]);
    if (spider === null) throw new Error('The spider is valid.');
    const applied = applyArgs(spider, { term: 'a b' });
    expect('spider' in applied ? readActions(applied.spider.settings)[0]?.step : null).toEqual({
      kind: 'fill',
      selector: '#q',
      value: 'a b & more',
    });
    const undeclared = validateSpider(acting([{ fill: '#q', value: '${other}' }], { args: {} }));
    expect(undeclared.problems.map(({ code }) => code)).toEqual(['undeclared-argument']);
  });
});
