import { expect, it } from 'vitest';
import { inWindowWords } from '../../../renderer/client/advice.ts';
import type { Action } from '../../../shared/contract/actions.ts';

const failure = (hint: string | null, action: Action | null) =>
  ({ code: 'no-proxy', message: 'It does not go.', hint, action, details: {} }) as const;

it.each<[string | null, Action | null, string | null]>([
  [null, null, null],
  ['Wait.', null, 'Wait.'],
  ['Wait.', { action: 'choose-data-folder' }, 'Wait.'],
  [null, { action: 'allow-private' }, null],
  [
    'Take it out.',
    { action: 'add-proxy', project: 'press', tier: null },
    'Take it out. Add one under “Proxies…”.',
  ],
  [null, { action: 'import-spider' }, 'Create or import one.'],
  [
    null,
    { action: 'repair-database' },
    'Close this window and every program that uses the data folder, and run “spider-studio storage repair”: it keeps all that can be read, and the database as it was. Or restore a backup.',
  ],
])('says of the hint %j with the action %j: %j', (hint, action, expected) => {
  expect(inWindowWords(failure(hint, action))).toEqual(failure(expected, action));
});
