import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Time, emptyObject, nullable, strictObject } from '../shapes.ts';

/** Schema of the name of a login. */
export const LoginName = Type.String({ minLength: 1, maxLength: 100, description: 'The name of the login.' });

/** Schema of a login, without what opens a session. */
export const LoginSchema = strictObject({
  name: Type.String(),
  domains: Type.Array(Type.String(), { description: 'The domains and origins that it is for.' }),
  cookies: Count,
  expires: nullable(Time, {
    description: 'When the first of its lasting cookies expires; null: none lasts.',
  }),
  changedAt: Time,
  encrypted: Type.Boolean({
    description: 'Whether its key is in the keychain. If not, only the rights of the file protect it.',
  }),
});

/** Calls about logins: sets of cookies and local storage. No call returns the value of a cookie. */
export const sessionCalls = {
  'sessions.list': query('The logins of the workspace, never their cookies.', {
    executor: 'work',
    path: '/api/sessions',
    args: emptyObject,
    result: Type.Array(LoginSchema),
    errors: ['damaged-logins'],
  }),
  'sessions.import': command(
    'Stores a login from a Playwright storage state or a cookies.txt, replacing one of its name.',
    {
      executor: 'work',
      verb: 'PUT',
      path: '/api/sessions/{name}',
      args: strictObject({
        name: LoginName,
        text: Type.String({ maxLength: 10_000_000, description: 'The content of the file.' }),
      }),
      result: LoginSchema,
      errors: ['bad-login', 'damaged-logins'],
    },
  ),
  'sessions.remove': command('Removes a login.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/sessions/{name}',
    args: strictObject({ name: LoginName }),
    result: strictObject({ name: Type.String() }),
    errors: ['unknown-login', 'damaged-logins'],
  }),
} as const;
