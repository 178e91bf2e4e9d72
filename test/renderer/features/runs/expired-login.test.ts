import { expect, it } from 'vitest';
import { diagnose } from '../../../../renderer/features/runs/diagnosis.ts';
import { details, run } from './samples.ts';

it('says that a login has expired, in place of what that leaves out, and leads to the logins', () => {
  const expiredLogin = { name: 'club', url: 'https://club.example/' };
  const paused = run({ state: 'paused', cause: 'login-expired', counters: { done: 8 } });
  expect(diagnose(details({ run: paused, expiredLogin }))).toMatchObject([
    {
      id: 'login-expired',
      title: 'The login club has expired',
      remedies: [{ kind: 'logins', label: 'Show the logins' }],
    },
  ]);
});
