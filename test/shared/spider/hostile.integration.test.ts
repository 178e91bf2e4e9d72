import { describe, expect, it } from 'vitest';
import { maxValues, spiderLimits } from '../../../shared/spider/limits.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { placesOf, problemsOf, settingsWith, spiderWith } from './spiders.ts';

describe('hostile documents', () => {
  it('refuses a text of 50 MB unread, and says its size', () => {
    const { problems } = validateSpider('['.repeat(50_000_000));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'json-too-large: A spider must have at most 5 million characters and 250,000 values; this one has 50.0 million characters',
    ]);
  });

  it.each([
    ['numbers', '1'],
    ['lists', '[]'],
    ['objects', '{}'],
  ])('refuses a text of 4.6 MB of %s with the limit that is stated everywhere', (_, value) => {
    const values = Array(Math.floor(4_600_000 / (value.length + 1))).fill(value);
    const { problems } = validateSpider(`{"name": "a", "rules": [${values.join(',')}]}`);
    expect(problems.map(({ message, hint }) => [message, hint])).toEqual([
      [`A spider must have at most ${spiderLimits}; this one has more values`, 'Split it into several.'],
    ]);
  });

  it('takes as many values as it says, whatever the shape of the text, and not one more', () => {
    const tags = (count: number) =>
      JSON.stringify({ name: 'a', rules: Array.from({ length: count }, () => ({ a: {} })) });
    const codes = (count: number) => validateSpider(tags(count)).problems.map(({ code }) => code);
    // The spider, its name and its list are values, too.
    const most = Math.floor((maxValues - 3) / 2);
    expect(codes(most)).not.toContain('json-too-large');
    expect(codes(most + 1)).toEqual(['json-too-large']);
  });

  it.each([
    ['[', '1:101  json-too-deep'],
    ['{"a":', '1:501  json-too-deep'],
  ])('refuses 100,000 times %j with a message', (opening, place) => {
    expect(placesOf(opening.repeat(100_000))).toEqual([place]);
  });

  it('refuses a value that is nested too deep or contains itself', () => {
    const cycle: Record<string, unknown> = spiderWith();
    cycle.settings = cycle;
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    for (const input of [cycle, spiderWith({ rules: deep })]) {
      expect(validateSpider(input).problems.map(({ code }) => code)).toEqual(['json-too-deep']);
    }
  });

  it('takes __proto__ for a key like any other', () => {
    const text =
      '{"name": "a", "allowed_domains": ["a.b"], "start_urls": ["http://a.b/"], "__proto__": {"rules": 5}}';
    expect(placesOf(text)).toEqual(['1:74 /__proto__ unknown-key']);
    expect(Object.hasOwn(Object.prototype, 'rules')).toBe(false);
  });

  it('takes __proto__ and constructor for names of settings, fields and callbacks', () => {
    const text = `{"name": "a", "allowed_domains": ["a.b"], "start_urls": ["http://a.b/"],
      "rules": [{"callback": "__proto__"}, {"allow": ["a"], "callback": "constructor"}],
      "settings": {"__proto__": 1},
      "callbacks": {"__proto__": {"extract": {"__proto__": {"css": "a["}}}}}`;
    const problems = validateSpider(text).problems.map(({ pointer, code }) => `${pointer} ${code}`);
    expect(problems).toContain('/settings/__proto__ setting-unread');
    expect(problems).toContain('/callbacks/__proto__/extract/__proto__/css invalid-css');
    expect(problems).toContain('/rules/1/callback undefined-callback');
    expect(problems).not.toContain('/rules/0/callback undefined-callback');
  });

  it('does not take what an object inherits for its own', () => {
    const problems = problemsOf(Object.create(spiderWith()));
    expect(problems).toEqual(['!  not-json: An object is given; a spider must hold JSON values only']);
  });

  it.each([
    ['a function', { rules: [() => 1] }, '/rules/0'],
    ['a date', { settings: { X: new Date(0) } }, '/settings/X'],
    ['a number that JSON lacks', { settings: { DEPTH_LIMIT: Number.NaN } }, '/settings/DEPTH_LIMIT'],
    ['a big integer', { settings: { DEPTH_LIMIT: 1n } }, '/settings/DEPTH_LIMIT'],
    ['a hole in a list', { tags: Array(1) }, '/tags/0'],
  ])('refuses %s', (_name, changes, pointer) => {
    const { problems } = validateSpider(spiderWith(changes));
    expect(problems.map((problem) => `${problem.pointer} ${problem.code}`)).toEqual([`${pointer} not-json`]);
  });

  it('lists a thousand problems and counts the rest', () => {
    const { valid, problems } = validateSpider(spiderWith({ rules: Array(5000).fill(1) }));
    expect(valid).toBe(false);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toMatchObject({
      code: 'more-problems',
      severity: 'error',
      message: '4,000 more problems are not listed',
    });
  });

  it('does not lose an error among thousands of warnings', () => {
    const settings = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`UNREAD_${index}`, 1]));
    const { valid, problems } = validateSpider(settingsWith({ ...settings, DEPTH_LIMIT: -1 }));
    expect(valid).toBe(false);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toEqual([
      '/settings/DEPTH_LIMIT',
      '',
    ]);
  });

  it('cuts what would make a message unreadable', () => {
    const [problem] = validateSpider(spiderWith({ ['k'.repeat(10_000)]: 1 })).problems;
    expect(problem?.message.length).toBeLessThan(400);
  });

  it('survives hosts, names and lists in great number', () => {
    const domains = Array.from({ length: 50_000 }, (_, index) => `d${index}.example`);
    const urls = domains.map((domain) => `https://www.${domain}/`);
    expect(validateSpider(spiderWith({ allowed_domains: domains, start_urls: urls })).problems).toEqual([]);
  });
});
