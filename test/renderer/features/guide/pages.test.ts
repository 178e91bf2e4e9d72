import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guidePages, guideParts } from '../../../../renderer/features/guide/pages.ts';

test('the contents list every page of the folder once', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../../docs/guide'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3));
  expect(guidePages.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

test('the contents stand in the parts of the first page', () => {
  expect(guideParts.map(({ title, pages }) => [title, pages[0]?.name])).toEqual([
    [null, 'README'],
    ['Begin', 'first-spider'],
    ['When something is wrong', 'troubleshooting'],
    ['Look it up', 'reference-document'],
  ]);
});
