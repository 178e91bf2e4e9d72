import { expect, it } from 'vitest';
import { readLibraryReference } from '../../shared/library-reference.ts';

it.each([
  ['lamps', { registry: null, name: 'lamps', version: null }],
  ['team/lamps', { registry: 'team', name: 'lamps', version: null }],
  ['team/lamps@12', { registry: 'team', name: 'lamps', version: 12 }],
  ['lamps@1', { registry: null, name: 'lamps', version: 1 }],
])('%s names an entry', (text, reference) => {
  expect(readLibraryReference(text)).toEqual(reference);
});

it.each([
  '',
  '/lamps',
  'lamps@',
  'lamps@0',
  'lamps@-1',
  'lamps@latest',
  'a/b/c',
  '../lamps',
  'lamps 2',
  'a/lamps@1@2',
])('"%s" names nothing', (text) => {
  expect(readLibraryReference(text)).toBeNull();
});
