import { expect, it } from 'vitest';
import { emptyProblems } from '../../../renderer/spider-document/empty-problems.ts';
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
