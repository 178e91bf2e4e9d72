import { describe, expect, it } from 'vitest';
import { itemFromArticle, itemFromCallback } from '../../../electron/extract/item.ts';
import type { JsonValue } from '../../../electron/extract/types.ts';

const fromFields = (item: Record<string, JsonValue>) =>
  itemFromCallback('https://example.org/1', 'parse_product', { item, fields: {}, problems: [] });

describe('the item of a callback', () => {
  it('fills the columns and keeps the rest as metadata, in order', () => {
    const item = fromFields({
      sku: 'A1',
      title: 'Lamp',
      price: 1299,
      content: 'Bright.',
      author: 'Ada',
      published_date: '2024-03-05T00:00:00',
      date: 'kept apart',
      tags: ['a', 'b'],
    });
    expect(item).toEqual({
      url: 'https://example.org/1',
      callback: 'parse_product',
      title: 'Lamp',
      content: 'Bright.',
      author: 'Ada',
      published_date: '2024-03-05T00:00:00',
      metadata: { sku: 'A1', price: 1299, date: 'kept apart', tags: ['a', 'b'] },
      problems: [],
    });
    expect(Object.keys(item.metadata)).toEqual(['sku', 'price', 'date', 'tags']);
  });

  it.each<[JsonValue, string | null]>([
    ['5 March', '5 March'],
    [null, null],
    [2024, '2024'],
    [true, 'true'],
    [['Ada', null, 'Bo'], 'Ada, Bo'],
    [[], null],
  ])('puts %j into a column as %j', (value, expected) => {
    expect(fromFields({ author: value }).author).toBe(expected);
    expect(fromFields({ published_date: value }).published_date).toBe(expected);
  });

  it.each<[string, JsonValue, string | null, string | null]>([
    ['title', ['One', 'Two'], 'One, Two', 'its 2 values are joined there with ", "'],
    ['author', ['Ada', null, 'Bo'], 'Ada, Bo', 'its 3 values are joined there with ", "'],
    ['content', ['One.', 'Two.'], 'One.\nTwo.', 'its 2 values are joined there line by line'],
    ['published_date', ['2024-03-05'], '2024-03-05', 'its value is joined there with ", "'],
    ['title', [1, true], '1, true', 'its 2 values are joined there with ", "'],
    ['title', [], null, null],
  ])('keeps the list in %s beside the text of the column, and says so: %j', (field, value, text, told) => {
    const item = fromFields({ sku: 'A1', [field]: value });
    expect(item).toMatchObject({ [field]: text });
    expect(item.metadata).toEqual({ sku: 'A1', [field]: value });
    expect(item.problems).toEqual(
      told === null
        ? []
        : [
            {
              field,
              message: `The column ${field} holds text: ${told}, and kept as a list in the metadata.`,
            },
          ],
    );
  });

  it('joins the paragraphs of the content line by line', () => {
    expect(fromFields({ content: ['One.', 'Two.'] }).content).toBe('One.\nTwo.');
  });

  it('keeps what cannot be a column, and says so', () => {
    const item = fromFields({ title: [{ a: 1 }] });
    expect(item.title).toBeNull();
    expect(item.metadata).toEqual({ title: [{ a: 1 }] });
    expect(item.problems).toEqual([
      {
        field: 'title',
        message:
          'The column title holds text, but the value is an object or a list of objects; it was kept in the metadata.',
      },
    ]);
  });

  it('passes on the problems of the fields', () => {
    const problems = [{ field: 'price', message: 'cast: "x" is not a whole number.' }];
    expect(
      itemFromCallback('https://example.org/', 'c', { item: { price: null }, fields: {}, problems }).problems,
    ).toEqual(problems);
  });

  it('keeps a field that is called __proto__', () => {
    const item = fromFields(JSON.parse('{"__proto__": "x"}') as Record<string, JsonValue>);
    expect(JSON.stringify(item.metadata)).toBe('{"__proto__":"x"}');
  });
});

it('makes the item of an article', () => {
  const article = {
    title: 'T',
    content: 'C',
    author: null,
    published_date: null,
    metadata: { language: 'en' },
  };
  expect(itemFromArticle('https://example.org/a', article)).toEqual({
    url: 'https://example.org/a',
    callback: 'parse_article',
    ...article,
    problems: [],
  });
});
