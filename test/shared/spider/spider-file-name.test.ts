import { expect, it } from 'vitest';
import { isFileNameOf, spiderFileNames } from '../../../shared/spider/spider-file-name.ts';

const namesOf = (...spiders: string[]): string[] => [...spiderFileNames(spiders).values()];

it.each([
  [
    ['news', 'shop-2', 'A_b'],
    ['news.json', 'shop-2.json', 'A_b.json'],
  ],
  [
    ['con', 'NUL', 'com1', 'Lpt9', 'console'],
    ['con~.json', 'NUL~.json', 'com1~.json', 'Lpt9~.json', 'console.json'],
  ],
  [
    ['news', 'News', 'NEWS'],
    ['news.json', 'News~1.json', 'NEWS~f.json'],
  ],
  [
    ['NEWS', 'News'],
    ['NEWS~f.json', 'News~1.json'],
  ],
  [
    ['con', 'Con'],
    ['con~.json', 'Con~1.json'],
  ],
])('%j have the files %j', (spiders, files) => {
  expect(namesOf(...spiders)).toEqual(files);
});

it('are different on systems that know no capitals, whatever the order of the spiders', () => {
  const spiders = [
    'news',
    'News',
    'nEws',
    'con',
    'CON',
    'x'.repeat(255),
    `${'x'.repeat(254)}y`,
    `${'x'.repeat(254)}Y`,
  ];
  const files = spiderFileNames(spiders);
  expect(new Set([...files.values()].map((name) => name.toLowerCase())).size).toBe(spiders.length);
  for (const [spider, file] of spiderFileNames(spiders.toReversed())) expect(files.get(spider)).toBe(file);
  for (const file of files.values()) expect(file.length).toBeLessThanOrEqual(255);
});

it.each([
  ['news.json', 'news', true],
  ['NEWS.json', 'news', true],
  ['News~1.json', 'News', true],
  ['con~.json', 'con', true],
  ['package.json', 'news', false],
  ['news.jsonl', 'news', false],
])('%s can be the file of %s: %s', (file, spider, can) => {
  expect(isFileNameOf(file, spider)).toBe(can);
});
