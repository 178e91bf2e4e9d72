import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/json-value.ts';
import { Pictures, type PictureSource } from '../../../renderer/ui/value/picture.tsx';
import { summaryCell, type SummaryPlace } from '../../../renderer/ui/value/summary-cell.tsx';
import { cellOf, textOf } from '../../../renderer/ui/value/value-cell.tsx';

const source: PictureSource = {
  subscribe: () => () => undefined,
  pathOf: (address) => `/kept/${address.split('/').at(-1)}`,
  ask: () => undefined,
};

const show = (field: string, value: JsonValue) =>
  render(
    <Pictures value={source}>
      <div>{cellOf(value, { field, tabbable: true, base: 'https://shop.example/list' })}</div>
    </Pictures>,
  );

const pictures = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'));

describe('a cell', () => {
  it.each<[JsonValue, string]>([
    [null, '–'],
    [0, '0'],
    [false, 'false'],
    [' ', 'empty text'],
    ['one\n  two', 'one two'],
    ['/path/of/a/page', '/path/of/a/page'],
    [[], '–'],
    [['red', 'blue'], '2 valuesred · blue'],
    [
      [
        { author: 'Ann', stars: 5 },
        { author: 'Bob', stars: null },
      ],
      '2 valuesAnn, 5 · Bob, null',
    ],
    [{ a: 1, b: [2, 3] }, '2 keysa: 1 · b: 2, 3'],
  ])('shows %j as %j', (value, text) => {
    expect(show('value', value).container.textContent).toBe(text);
  });

  it('cuts a long text', () => {
    expect(show('value', 'x'.repeat(1000)).container.textContent).toBe(`${'x'.repeat(300)}…`);
  });

  it('shows a picture, also one that the page names by its path, and the first of a list', () => {
    show('image', 'https://shop.example/lamp.jpg');
    show('photo', '/img/rope.png');
    show('photos', ['/a.png', '/b.png', '/b.png', '/c.png', '/d.png']);
    expect(pictures()).toEqual([
      '/kept/lamp.jpg',
      '/kept/rope.png',
      '/kept/a.png',
      '/kept/b.png',
      '/kept/c.png',
    ]);
    expect(screen.getByRole('button', { name: '5 values' })).toBeDefined();
  });

  it('opens a list as a table', async () => {
    show('reviews', [{ author: 'Ann' }, { author: 'Bob' }]);
    await userEvent.click(screen.getByRole('button', { name: '2 values' }));
    const table = within(await screen.findByRole('table', { name: 'reviews' }));
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Ann', 'Bob']);
  });

  it('is copied as a text', () => {
    expect([null, 3, ['a', 'b'], { a: { b: 1 } }].map(textOf)).toEqual(['', '3', 'a · b', 'a: 1']);
  });
});

describe('a cell of a value that is long or nested', () => {
  const place: SummaryPlace = { field: 'tags', tabbable: true };
  it.each([
    { summary: { kind: 'text', size: 900, preview: 'one\n  two' }, shows: 'one two…' },
    { summary: { kind: 'text', size: 900, preview: 'x'.repeat(500) }, shows: `${'x'.repeat(300)}…` },
    { summary: { kind: 'list', size: 3, preview: '["a", "b"' }, shows: '3 values: ["a", "b"' },
    { summary: { kind: 'object', size: 1, preview: '{"a": 1}' }, shows: '1 key: {"a": 1}' },
  ] as const)('says what it begins with: $shows', ({ summary, shows }) => {
    const { container } = render(<div>{summaryCell(summary, place)}</div>);
    expect(container.textContent).toBe(shows);
  });

  it('shows the whole of a nested value by a click', async () => {
    const summary = { kind: 'list', size: 3, preview: '["a", …' } as const;
    render(<div>{summaryCell(summary, { ...place, whole: () => <p>a, b and c</p> })}</div>);
    await userEvent.click(screen.getByRole('button', { name: '3 values' }));
    expect(within(screen.getByRole('dialog')).getByText('a, b and c')).toBeTruthy();
  });
});
