import { describe, expect, it } from 'vitest';
import { orderColumns, tableColumns } from '../../../../renderer/features/results/columns.tsx';
import type { ResultColumn } from '../../../../shared/contract/types.ts';

const own = (name: string, filled = 3): ResultColumn => ({
  name,
  metadata: false,
  type: filled === 0 ? 'empty' : 'text',
  filled,
  items: 3,
  rate: filled / 3,
});
const field = (name: string, filled = 3): ResultColumn => ({ ...own(name, filled), metadata: true });

const ownColumns = [
  'title',
  'content',
  'author',
  'published_date',
  'url',
  'callback',
  'scraped_at',
  'id',
  'run',
];

describe('the columns of the table', () => {
  it('are the title, what the spider extracts, the rest of the page, and the crawl', () => {
    const all = [...ownColumns.map((name) => own(name)), field('price'), field('sku')];
    expect(orderColumns(all).map(({ name }) => name)).toEqual([
      'title',
      'price',
      'sku',
      'author',
      'published_date',
      'content',
      'url',
      'callback',
      'scraped_at',
      'id',
      'run',
    ]);
  });

  it('hide what holds nothing and what is about the crawl, at first', () => {
    const columns = tableColumns([
      own('title'),
      own('author', 0),
      own('run'),
      field('price'),
      field('was', 0),
    ]);
    expect(columns.filter(({ hidden }) => hidden !== true).map(({ name }) => name)).toEqual([
      'title',
      'price',
    ]);
  });

  it('give pictures the room of a picture', () => {
    const addresses = ['image', 'link'].map((name) => ({ ...field(name), type: 'url' as const }));
    const [image, link] = tableColumns([...addresses, field('cover')]).map(({ width = 0 }) => width);
    expect(image).toBeLessThan(link ?? 0);
  });

  it('show no more than a person can look through, at first', () => {
    const columns = tableColumns([
      own('title'),
      ...Array.from({ length: 700 }, (_, n) => field(`field ${n}`)),
      own('url'),
    ]);
    expect(columns).toHaveLength(703);
    expect(columns.filter(({ hidden }) => hidden !== true)).toHaveLength(60);
  });

  it('keep the title in sight, where there is one', () => {
    const pinned = (columns: ResultColumn[]) =>
      tableColumns(columns)
        .filter((column) => column.pinned === true)
        .map(({ name }) => name);
    expect(pinned([own('title'), field('price')])).toEqual(['title']);
    expect(pinned([own('title', 0), field('price')])).toEqual([]);
  });
});
