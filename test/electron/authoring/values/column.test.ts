import { describe, expect, it } from 'vitest';
import { readColumn, type ColumnPlace } from '../../../../electron/authoring/values/column.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';

const noon = Date.UTC(2026, 4, 20, 12);

function pageIn(language: string | null): PageContext {
  const html = `<html${language === null ? '' : ` lang="${language}"`}><body></body></html>`;
  return new PageContext(parsePage(html), { url: 'https://shop.example/list?page=2', fetchedAt: noon });
}

function read(
  values: readonly JsonValue[],
  place: Partial<ColumnPlace> = {},
  language: string | null = 'en',
) {
  return readColumn(values, { attribute: null, element: null, words: [], ...place }, pageIn(language));
}

const number = (decimal?: string) => [{ type: 'number', ...(decimal === undefined ? {} : { decimal }) }];

describe('readColumn, money', () => {
  it.each<[string[], string | undefined, number[]]>([
    [['€ 93,99', '€ 1.299,00'], ',', [93.99, 1299]],
    [['$1,299', '$899'], '.', [1299, 899]],
    [['12.50 USD', '8.00 USD'], '.', [12.5, 8]],
    [['1 299,00 Kč', '89,90 Kč'], ',', [1299, 89.9]],
    [['1.299 €', '450 €'], ',', [1299, 450]],
    [["CHF 1'250.50", 'CHF 19.-'], '.', [1250.5, 19]],
    [['R$ 1.249,90', 'R$ 12,00'], ',', [1249.9, 12]],
    [['₹1,23,456', '₹999'], '.', [123456, 999]],
    [['¥12,800', '¥980'], '.', [12800, 980]],
    [['30,000원~', '2,900원'], '.', [30000, 2900]],
    [['250 zł', '19 zł'], undefined, [250, 19]],
    [['1 999 kr.', '49 kr.'], undefined, [1999, 49]],
    [['from $5.00', 'from $12.50'], '.', [5, 12.5]],
    [['12,50 € / 100 g', '8,00 € / 250 g'], ',', [12.5, 8]],
    [['131 990 тг.', '2 490 тг.'], undefined, [131990, 2490]],
    [['\n   EUR 12,50\n', ' EUR 9,00 '], ',', [12.5, 9]],
  ])('%j', (values, decimal, expected) => {
    const column = read(values);
    expect(column).toMatchObject({ type: 'price', processors: number(decimal), values: expected });
  });

  it('takes plain numbers of a column that is called a price', () => {
    expect(read(['19.99', '5.00'], { words: ['product-price'] })).toMatchObject({
      type: 'price',
      processors: number('.'),
    });
    expect(read(['19.99', '5.00'], { words: ['weight'] }).type).toBe('number');
  });

  it.each([[['10 € – 20 €', '5 € – 9 €']], [['£10.00 £15.00', '£8.00 £9.00']]])(
    'keeps the texts of prices with two amounts: %j',
    (values) => {
      expect(read(values)).toMatchObject({ type: 'price', processors: [], values });
    },
  );

  it('keeps a column as text where a number would lose a value', () => {
    const values = ['$12.00', 'Sold out', '$9.00'];
    expect(read(values, { words: ['price'] })).toMatchObject({ type: 'text', processors: [], values });
  });

  it('passes over what stands for no value', () => {
    expect(read(['$12.00', '–', null, '', 'n/a'])).toMatchObject({ type: 'price', samples: ['12'] });
  });

  it('reads three digits behind the mark as a fraction where the currency has thousandths', () => {
    expect(read(['KWD 1.250', 'KWD 0.500'])).toMatchObject({ type: 'price', values: [1.25, 0.5] });
  });

  it('does not take prose with an amount for a price', () => {
    const prose = 'We paid $12 at the counter, and were asked for three more coins on the way out.';
    expect(read([prose, prose]).type).toBe('text');
  });
});

describe('readColumn, numbers', () => {
  it.each([{ words: ['title'] }, { words: ['name'] }, { element: 'h3' }])(
    'keeps numbered titles as they are (%j)',
    (place) => {
      const values = ['Chapter 1', 'Chapter 2', 'Chapter 3'];
      expect(read(values, place)).toMatchObject({ type: 'text', processors: [], values });
    },
  );

  it.each<[string[], number[]]>([
    [
      ['12', '1,204'],
      [12, 1204],
    ],
    [
      ['(12)', '(7)'],
      [12, 7],
    ],
    [
      ['12 reviews', '1 review', '7 reviews'],
      [12, 1, 7],
    ],
    [
      ['45 min', '90 min', '5 min'],
      [45, 90, 5],
    ],
    [
      ['1.', '2.', '3.'],
      [1, 2, 3],
    ],
    [
      ['#1', '#2'],
      [1, 2],
    ],
    [
      ['12 %', '-3 %'],
      [12, -3],
    ],
    [
      ['Comments: 4', 'Comments: 11', 'Comments: 9'],
      [4, 11, 9],
    ],
  ])('%j', (values, expected) => {
    expect(read(values)).toMatchObject({ type: 'number', values: expected });
  });

  it.each([
    [['007', '012'], []],
    [['D3500', 'D750', 'D90'], []],
    [['4711', '4712'], ['sku']],
    [['978020137962', '978020137963'], []],
    [['3-1', '0-2'], []],
    [['1.2k views', '3k views', '12k views'], []],
    [['Room 3 of the house', '2 dogs', 'Chapter 9'], []],
  ])('leaves the texts %j', (values, words) => {
    expect(read(values, { words })).toMatchObject({ type: 'text', processors: [], values });
  });

  it('lets the language decide what a number alone does not show', () => {
    expect(read(['1.234', '5.678'], {}, 'de').values).toEqual([1234, 5678]);
    expect(read(['1.234', '5.678'], {}, null)).toMatchObject({ type: 'text' });
  });

  it.each<[JsonValue[], string[], string]>([
    [[1, 2.5], [], 'number'],
    [[1, 2.5], ['price'], 'price'],
    [[4.5, 3], ['ratingValue'], 'rating'],
    [[true, false], [], 'boolean'],
    [[['a'], ['b']], [], 'text'],
  ])('takes JSON %j of "%s" as it is', (values, words, type) => {
    expect(read(values, { words })).toMatchObject({ type, processors: [], values });
  });
});

describe('readColumn, dates', () => {
  it.each<[string[], string | null, object[], string]>([
    [['5 March 2024', '17 April 2024'], 'en', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    [['05.03.2024', '17.04.2024'], 'de', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    [['03/05/2024', '04/17/2024'], 'en', [{ type: 'parse_datetime', order: 'mdy' }], '2024-03-05T00:00:00'],
    [['05/03/2024', '17/04/2024'], null, [{ type: 'parse_datetime', order: 'dmy' }], '2024-03-05T00:00:00'],
    [['05/03/2024', '06/04/2024'], 'fr', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    [['2 hours ago', '3 days ago'], 'en', [{ type: 'parse_datetime' }], '2026-05-20T10:00:00+00:00'],
    [['vor 3 Tagen', 'vor 2 Tagen'], 'de', [{ type: 'parse_datetime' }], '2026-05-17T00:00:00'],
    [['2024年3月5日', '2024年4月17日'], 'ja', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    [['5 mars 2024', '17 avril 2024'], 'fr', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    // A column in another language than its page.
    [['5 mars 2024', '17 avril 2024'], 'en', [{ type: 'parse_datetime' }], '2024-03-05T00:00:00'],
    [['vor 3 Tagen', 'vor 2 Tagen'], 'en', [{ type: 'parse_datetime' }], '2026-05-17T00:00:00'],
    [['2024-03-05', '2024-04-17'], 'en', [], '2024-03-05'],
    [
      ['2024-03-05 10:00:35 +01:00', '2024-04-17 08:30:00 +02:00'],
      'en',
      [{ type: 'parse_datetime' }],
      '2024-03-05T10:00:35+01:00',
    ],
  ])('%j in %s', (values, language, processors, first) => {
    const column = read(values, {}, language);
    expect(column).toMatchObject({ type: 'date', processors });
    expect(column.values[0]).toBe(first);
  });

  it('does not propose an order that nothing decides', () => {
    expect(read(['05/03/2024', '06/04/2024'], {}, null).type).toBe('text');
  });

  it.each<[string[], Partial<ColumnPlace>]>([
    [
      ['Published on 5 March 2024 by the editors', 'Published on 6 March 2024 by the editors'],
      { element: 'time' },
    ],
    [['20240305', '20240417'], { words: ['pubDate'] }],
    [['yesterday', 'today'], { attribute: null, words: ['posted-at'] }],
  ])('%j by its place', (values, place) => {
    expect(read(values, place).type).toBe('date');
  });

  it.each([
    [['4 days', '2 weeks']],
    [['2 dogs', '4 cats']],
    [['Version 2.3', 'Version 4.1']],
    [['Today', 'Buy now']],
  ])('leaves %j', (values) => {
    expect(read(values).type).toBe('text');
  });
});

describe('readColumn, addresses', () => {
  const join = { type: 'urljoin' };
  it.each<[string[], Partial<ColumnPlace>, string, object[], string]>([
    [
      ['/item/1', '/item/2'],
      { attribute: 'href', element: 'a' },
      'url',
      [join],
      'https://shop.example/item/1',
    ],
    [['?id=1'], { attribute: 'href', element: 'a' }, 'url', [join], 'https://shop.example/list?id=1'],
    [['a.jpg'], { attribute: 'src', element: 'img' }, 'image', [join], 'https://shop.example/a.jpg'],
    [['/a.jpg?w=1'], { attribute: 'href', element: 'a' }, 'image', [join], 'https://shop.example/a.jpg?w=1'],
    [['/t?id=9'], { attribute: 'data-src', element: 'img' }, 'image', [join], 'https://shop.example/t?id=9'],
    [
      ['a.jpg 1x, b.jpg 2x'],
      { attribute: 'srcset', element: 'img' },
      'image',
      [{ type: 'regex', pattern: '^\\s*(\\S*[^\\s,])' }, join],
      'https://shop.example/a.jpg',
    ],
    [
      ['background-image: url("/p/1.png")'],
      { attribute: 'style' },
      'image',
      [{ type: 'regex', pattern: String.raw`url\(\s*["']?([^)"']+)` }, join],
      'https://shop.example/p/1.png',
    ],
    [['https://a.example/x', 'https://b.example/y'], {}, 'url', [], 'https://a.example/x'],
    [['/p/1', '/p/2'], { attribute: 'data-target' }, 'url', [join], 'https://shop.example/p/1'],
  ])('%j', (values, place, type, processors, first) => {
    const column = read(values, place);
    expect(column).toMatchObject({ type, processors });
    expect(column.values[0]).toBe(first);
  });

  it('takes the address out of mail and telephone links', () => {
    const column = read(['mailto:ann@example.org?subject=Hi', 'tel:+44 20 1'], {
      attribute: 'href',
      element: 'a',
    });
    expect(column).toMatchObject({ type: 'text', values: ['ann@example.org', '+44 20 1'] });
  });

  it('leaves addresses as they are where the page has none', () => {
    const values = ['/i/1.jpg?$grid4$', '/i/2.jpg?$grid4$'];
    const page = new PageContext(parsePage(''), { url: null, fetchedAt: noon });
    const column = readColumn(values, { attribute: 'src', element: 'img', words: [] }, page);
    expect(column).toMatchObject({ type: 'image', processors: [], values });
  });

  it.each([[['#', '#']], [['javascript:void(0)']]])('takes %j for no links', (values) => {
    expect(read(values, { attribute: 'href', element: 'a' }).type).toBe('text');
  });
});

describe('readColumn, ratings and answers', () => {
  it.each<[string[], Partial<ColumnPlace>, number[]]>([
    [['4.5 out of 5', '3 out of 5'], {}, [4.5, 3]],
    [['4,5 von 5 Sternen', '3,0 von 5 Sternen'], {}, [4.5, 3]],
    [['5つ星のうち4.3', '5つ星のうち3.0'], {}, [4.3, 3]],
    [['4.5/5', '2/5'], {}, [4.5, 2]],
    [['4.5 stars', '3 stars'], {}, [4.5, 3]],
    [['★★★☆☆', '★★★★★'], {}, [3, 5]],
    [['star-rating Three', 'star-rating Five'], { attribute: 'class' }, [3, 5]],
    [['rating rating-4', 'rating rating-2'], { attribute: 'class' }, [4, 2]],
    [['stars-4-5', 'stars-3'], { attribute: 'class' }, [4.5, 3]],
    [['width: 80%', 'width:100%'], { attribute: 'style' }, [80, 100]],
    [['4.5', '3'], { words: ['ratingValue'] }, [4.5, 3]],
  ])('%j %j', (values, place, expected) => {
    expect(read(values, place)).toMatchObject({ type: 'rating', values: expected });
  });

  it.each<[string[], JsonValue[]]>([
    [
      ['yes', 'no'],
      [true, false],
    ],
    [
      ['true', 'true'],
      [true, true],
    ],
    [
      ['Ja', 'Nein'],
      ['Ja', 'Nein'],
    ],
    [
      ['In stock', 'Out of stock'],
      ['In stock', 'Out of stock'],
    ],
    [
      ['Auf Lager', 'Ausverkauft'],
      ['Auf Lager', 'Ausverkauft'],
    ],
    [
      ['https://schema.org/InStock', 'https://schema.org/OutOfStock'],
      ['InStock', 'OutOfStock'],
    ],
  ])('%j', (values, expected) => {
    expect(read(values)).toMatchObject({ type: 'boolean', values: expected });
  });

  it('takes one availability for an answer only where the column is called so', () => {
    expect(read(['In stock'], { words: ['availability'] }).type).toBe('boolean');
    expect(read(['Available in red']).type).toBe('text');
  });

  it.each([[['In stock', 'Only 3 left', 'Out of stock']], [['col-md-4', 'col-md-6']], [['Red', 'Blue']]])(
    'leaves the texts %j',
    (values) => {
      expect(read(values, { attribute: values[0] === 'col-md-4' ? 'class' : null }).type).toBe('text');
    },
  );
});

describe('readColumn, texts', () => {
  it('collapses white space only where there is some', () => {
    expect(read(['  Brass\n   lamp ', 'Oak']).processors).toEqual([{ type: 'collapse' }]);
    expect(read(['Brass lamp', 'Oak']).processors).toEqual([]);
  });

  it('shows the first five different values', () => {
    expect(read(['a', 'b', 'a', 'c', 'd', 'e', 'f']).samples).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('says nothing of a column without values', () => {
    expect(read([null, '', ' '])).toMatchObject({ type: 'text', processors: [], samples: [] });
  });
});
