import { describe, expect, it } from 'vitest';
import { selectorAt, selectorCompletions } from '../../../../renderer/features/author/selector-completion.ts';

/** The text of a spider without the mark "|", and where it was. */
function marked(text: string): [string, number] {
  const offset = text.indexOf('|');
  return [text.slice(0, offset) + text.slice(offset + 1), offset];
}

describe('the place in a selector', () => {
  it.each([
    [
      'a field',
      '{"callbacks":{"a":{"extract":{"t":{"css":"div .pri|"}}}}}',
      { before: 'div .pri', within: null },
    ],
    [
      'a field of a row',
      '{"callbacks":{"a":{"iterate":{"selector":"li"},"extract":{"t":{"css":"|"}}}}}',
      { before: '', within: 'li' },
    ],
    [
      'a field of a list in a row',
      '{"callbacks":{"a":{"iterate":{"selector":"li"},"extract":{"l":{"type":"nested_list","selector":"p","extract":{"t":{"css":"b.|"}}}}}}}',
      { before: 'b.', within: ':is(li) :is(p)' },
    ],
    [
      'the list itself',
      '{"callbacks":{"a":{"iterate":{"selector":"li"},"extract":{"l":{"type":"nested_list","selector":"p|"}}}}}',
      { before: 'p', within: 'li' },
    ],
    [
      'the rows',
      '{"callbacks":{"a":{"iterate":{"selector":"ul > l|"}}}}',
      { before: 'ul > l', within: null },
    ],
    ['a region of a rule', '{"rules":[{"restrict_css":["nav#|"]}]}', { before: 'nav#', within: null }],
    [
      'a selector of the settings',
      '{"settings":{"CUSTOM_SELECTORS":{"title":"h|"}}}',
      { before: 'h', within: null },
    ],
    [
      'what is escaped',
      '{"callbacks":{"a":{"extract":{"t":{"css":"[a=\\"x\\"] .|"}}}}}',
      { before: '[a="x"] .', within: null },
    ],
  ])('is found in %s', (_, text, place) => {
    expect(selectorAt(...marked(text))).toEqual(place);
  });

  it.each([
    ['an XPath', '{"callbacks":{"a":{"extract":{"t":{"xpath":"//d|"}}}}}'],
    ['rows by XPath', '{"callbacks":{"a":{"iterate":{"selector":"//d|"}}}}'],
    ['a key', '{"callbacks":{"a":{"extract":{"t":{"cs|"}}}}'],
    ['another text', '{"name":"a.|"}'],
  ])('is none in %s', (_, text) => {
    expect(selectorAt(...marked(text))).toBeNull();
  });
});

it('offers what the page has, with counts, in place of what was begun', () => {
  const [text, offset] = marked('{"callbacks":{"a":{"extract":{"t":{"css":"div .pri|"}}}}}');
  const entries = [{ text: 'price', kind: 'class' as const, count: 12 }];
  const [only] = selectorCompletions(text, offset, 'div .pri', { from: 5, entries });
  expect(only).toMatchObject({ label: 'price', detail: 'class · 12', snippet: 'price', length: 3 });
  expect(text.slice(only?.offset, offset)).toBe('pri');
});
