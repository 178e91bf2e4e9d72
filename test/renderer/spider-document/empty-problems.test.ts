import { expect, it } from 'vitest';
import { emptyProblems, emptyTargetProblems } from '../../../renderer/spider-document/empty-problems.ts';
import type { EmptyField, WhyEmpty } from '../../../shared/contract/types.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { given } from '../../given.ts';

const text = `{
  "callbacks": {
    "parse": {
      "iterate": { "selector": ".rows" },
      "extract": {
        "price": { "css": ".prce::text" },
        "link": { "css": "//a/@href" },
        "lists": { "type": "nested_list", "selector": ".lst", "extract": {} }
      }
    }
  }
}
`;

const why = (fix: WhyEmpty['fix']): WhyEmpty => ({ line: 'Why.', fix, steps: [] });

it.each([
  [
    'price',
    { label: 'Use ".price"', language: 'css', selector: '.price::text' },
    '"price": { "css": ".price::text" }',
  ],
  ['link', { label: 'Move to "xpath"', language: 'xpath', selector: '//a/@href' }, '"xpath": "//a/@href"'],
  ['lists', { label: 'Use ".list"', language: 'css', selector: '.list' }, '"selector": ".list"'],
  [null, { label: 'Use ".row"', language: 'css', selector: '.row' }, '"iterate": { "selector": ".row" }'],
] as const)('the fix of %s mends the text', (field, fix, expected) => {
  const fields: EmptyField[] = [{ callback: 'parse', field, of: 2, why: why(fix) }];
  const [problem] = emptyProblems(text, fields);
  const [mend] = given(problem).fixes;
  expect(given(mend).title).toBe(fix.label);
  const after = applyEdits(text, given(mend).edits);
  expect(after).toContain(expected);
  expect(() => void JSON.parse(after)).not.toThrow();
});

it('stands at the field, and says on how many pages it is empty', () => {
  const [problem] = emptyProblems(text, [{ callback: 'parse', field: 'price', of: 3, why: why(null) }]);
  expect(problem).toMatchObject({
    pointer: '/callbacks/parse/extract/price',
    line: 6,
    column: 18,
    severity: 'warning',
    message: '"price" is empty on all 3 saved pages: Why.',
    fixes: [],
  });
});

it('leaves out a field that the text has not', () => {
  expect(emptyProblems(text, [{ callback: 'parse', field: 'gone', of: 1, why: why(null) }])).toEqual([]);
});

it('a selector of an action that matches nothing is a problem at its place, with what would match', () => {
  const text = '{\n  "settings": { "BROWSER_ACTIONS": [{ "click": ".mor" }] }\n}';
  const fix = { label: 'Use .more', language: 'css' as const, selector: '.more' };
  const why = { line: '".mor" matches nothing.', fix, steps: [] };
  const pointer = '/settings/BROWSER_ACTIONS/0/click';
  const [problem] = emptyTargetProblems(text, [{ pointer, of: 2, why }]);
  expect(problem).toMatchObject({ pointer, line: 2, code: 'selector-empty', severity: 'warning' });
  expect(problem?.message).toBe('"click" matches nothing on all 2 saved pages: ".mor" matches nothing.');
  expect(applyEdits(text, problem?.fixes[0]?.edits ?? [])).toBe(text.replace('.mor', '.more'));
  expect(emptyTargetProblems(text, [{ pointer: '/settings/GONE', of: 1, why }])).toEqual([]);
});
