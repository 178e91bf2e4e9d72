import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeds } from '../../../scale.ts';
import { kinds, type Arguments } from './kinds.ts';
import { allOperations, resolve } from './operations.ts';
import { wrongAnswer } from './send.ts';
import { openHurtStudio, type HurtStudio } from './studio.ts';
import { fitting } from './values.ts';

/** Requests of each of the six kinds to each operation: 2, and 40 in the soak tier. */
const cases = Math.ceil(seeds / (seeds >= 24_000 ? 600 : 500));
const seed = 20_261_128;

/** Groups whose calls take away what others work with, and therefore come last. */
const last = ['trash', 'projects', 'members', 'keys', 'retention', 'storage', 'backups'];
const place = (id: string): number =>
  last.indexOf(id.split('_', 1)[0] ?? '') * 2 + (id.includes('delete') ? 1 : 0);
const only = process.env['OPERATION'];
const operations = allOperations
  .filter(({ id }) => only === undefined || new RegExp(only).test(id))
  .toSorted((a, b) => place(a.id) - place(b.id));

let studio: HurtStudio;
beforeAll(async () => {
  studio = await openHurtStudio();
});
afterAll(() => studio.close());

describe('every operation answers anything', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_, operation) => {
      await studio.restore();
      const before = studio.host.faults.length;
      const valid = fitting(operation.args, resolve, studio.known).map((args) => args as Arguments);
      const wrong = new Map<string, string>();
      for (const [kind, make] of Object.entries(kinds)) {
        for (const args of fc.sample(valid.chain(make), { seed, numRuns: cases })) {
          const what = await wrongAnswer(studio.api.origin, studio.key, operation, args);
          if (what !== null && !wrong.has(what))
            wrong.set(what, `${kind}: ${JSON.stringify(args).slice(0, 300)}`);
        }
      }
      expect([...wrong].map((found) => found.join(' | ')).join('\n')).toBe('');
      expect(studio.host.faults.slice(before).map(String)).toEqual([]);
    },
    600_000,
  );
});
