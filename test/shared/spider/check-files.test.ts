import { expect, it } from 'vitest';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { spiderWith } from './spiders.ts';

const downloads = {
  item: { extract: { photos: { css: 'img::attr(src)', get_all: true, download: true } } },
};
const nested = {
  item: {
    extract: {
      rows: {
        type: 'nested_list',
        selector: 'li',
        extract: { photo: { css: 'img::attr(src)', download: true } },
      },
    },
  },
};
const none = { item: { extract: { title: { css: 'h1::text' } } } };

const said = (callbacks: object, settings: object): string[] =>
  validateSpider(spiderWith({ callbacks, rules: [{ callback: 'item' }], settings })).problems.map(
    ({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`,
  );

it.each([
  ['nothing', downloads, { FILES_MAXSIZE: 1000, FILES_TYPES: ['image/*', 'application/pdf'] }, []],
  ['nothing of a field in a list', nested, { FILES_TYPES: ['image/svg+xml'] }, []],
  ['nothing where none is set', none, { FILES_MAXSIZE: null, FILES_TYPES: null }, []],
  [
    'that no field downloads',
    none,
    { FILES_MAXSIZE: 1000, FILES_TYPES: ['image/*'] },
    [
      'warning setting-without-effect /settings/FILES_MAXSIZE: FILES_MAXSIZE has no effect: no field has "download": true',
      'warning setting-without-effect /settings/FILES_TYPES: FILES_TYPES has no effect: no field has "download": true',
    ],
  ],
  [
    'that no answer is so large',
    downloads,
    { FILES_MAXSIZE: 100_000_000 },
    [
      'warning setting-unusable /settings/FILES_MAXSIZE: FILES_MAXSIZE is more than DOWNLOAD_MAXSIZE, which is 33554432',
    ],
  ],
  [
    'nothing where both are raised',
    downloads,
    { FILES_MAXSIZE: 100_000_000, DOWNLOAD_MAXSIZE: 100_000_000 },
    [],
  ],
  [
    'that no type is named',
    downloads,
    { FILES_TYPES: [] },
    ['warning setting-unusable /settings/FILES_TYPES: FILES_TYPES names no type'],
  ],
  [
    'what is no type',
    downloads,
    { FILES_TYPES: ['jpg', '*/*', 'image/', 'image/png'] },
    ['jpg', '*/*', 'image/'].map(
      (type, at) =>
        `warning setting-unusable /settings/FILES_TYPES/${at}: FILES_TYPES: '${type}' is no media type`,
    ),
  ],
])('settings of files say %s', (_what, callbacks, settings, problems) => {
  expect(said(callbacks, settings)).toEqual(problems);
});
