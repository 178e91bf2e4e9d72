import { expect, it } from 'vitest';
import { documentChanges, type DocumentChange } from '../../../shared/spider/document-changes.ts';

const base = { name: 'lamps', settings: { DELAY: 1, TIMEOUT: 9 }, rules: [1, 2], old: true };

it.each<[what: string, here: object, there: object, changes: DocumentChange[]]>([
  ['nothing', base, base, []],
  ['the same by both', { ...base, old: false }, { ...base, old: false }, []],
  [
    'a setting here',
    { ...base, settings: { DELAY: 2, TIMEOUT: 9 } },
    base,
    [{ place: 'settings.DELAY', where: 'here' }],
  ],
  [
    'different settings by each',
    { ...base, settings: { DELAY: 2, TIMEOUT: 9 } },
    { ...base, settings: { DELAY: 1, TIMEOUT: 8 } },
    [
      { place: 'settings.DELAY', where: 'here' },
      { place: 'settings.TIMEOUT', where: 'there' },
    ],
  ],
  [
    'the same setting by each',
    { ...base, settings: { DELAY: 2, TIMEOUT: 9 } },
    { ...base, settings: { DELAY: 3, TIMEOUT: 9 } },
    [{ place: 'settings.DELAY', where: 'both' }],
  ],
  [
    'a list, as a whole',
    { ...base, rules: [1, 2, 3] },
    { ...base, rules: [0, 1, 2] },
    [{ place: 'rules', where: 'both' }],
  ],
  [
    'what the other has removed',
    { ...base, settings: { DELAY: 2, TIMEOUT: 9 } },
    { name: 'lamps', rules: [1, 2], old: true },
    [
      { place: 'settings', where: 'both' },
      { place: 'settings.DELAY', where: 'both' },
    ],
  ],
  [
    'what each has added',
    { ...base, here: 1 },
    { ...base, there: 1 },
    [
      { place: 'here', where: 'here' },
      { place: 'there', where: 'there' },
    ],
  ],
])('tells who has changed %s', (_, here, there, changes) => {
  expect(documentChanges(base, here, there)).toEqual(changes);
});
