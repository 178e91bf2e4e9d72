import { expect, it } from 'vitest';
import { isMendable, isPassing } from '../../../electron/postgres/passing-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('No.'), { code });

it.each([
  ['a lost race', withCode('40P01'), true, false],
  ['a server that ends', withCode('57P01'), true, false],
  ['a server without a free connection', withCode('53300'), true, true],
  ['a server that is not there', withCode('ECONNREFUSED'), true, false],
  ['a name that cannot be looked up now', withCode('EAI_AGAIN'), true, false],
  ['a connection that was lost', new Error('Connection terminated unexpectedly'), true, false],
  [
    'a connection that was lost before',
    new Error('Client has encountered a connection error and is not queryable'),
    true,
    false,
  ],
  [
    'a connection that was not made in time',
    new Error('timeout exceeded when trying to connect'),
    true,
    false,
  ],
  ['a full disk', withCode('53100'), false, true],
  ['a server that has become a replica', withCode('25006'), false, true],
  ['a row that is there already', withCode('23505'), false, false],
  ['a mistake of ours', new TypeError('undefined is not a function'), false, false],
  ['no error', 'timeout', false, false],
])('knows whether %s passes', (_case, error, passes, isMended) => {
  expect([isPassing(error), isMendable(error)]).toEqual([passes, isMended]);
});
