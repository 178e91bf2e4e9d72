import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Name, Time, emptyObject, nullable, strictObject } from '../shapes.ts';

const Url = Type.String({ minLength: 1, maxLength: 10_000 });

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
  madeAt: Time,
  changedAt: Time,
  usedAt: nullable(Time, { description: 'When a run, a page or a check last used it; null: never.' }),
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
  'sessions.canLogIn': query('Whether a window of a browser can be shown on this machine.', {
    executor: 'work',
    path: '/api/sessions-window',
    args: emptyObject,
    result: strictObject({
      problem: nullable(Type.String(), { description: 'Why it cannot, in a sentence; null: it can.' }),
      hint: nullable(Type.String(), { description: 'What to do instead.' }),
    }),
  }),
  'sessions.login': command(
    'Opens a window of a browser in which a person logs in, and waits until it is closed or `sessions.finish` is called; then its cookies and local storage are stored as a login, replacing one of its name. No password is read.',
    {
      executor: 'work',
      path: '/api/sessions/{name}/window',
      args: strictObject({
        name: LoginName,
        url: Url,
        domains: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
            maxItems: 50,
            description: 'Sites that it is for, too. That of the URL always is.',
          }),
        ),
      }),
      result: LoginSchema,
      errors: ['bad-login', 'bad-url', 'conflict', 'no-browser', 'no-display', 'damaged-logins', 'cancelled'],
    },
  ),
  'sessions.finish': command('Stores the login of an open window, and closes the window.', {
    executor: 'work',
    path: '/api/sessions/{name}/finish',
    args: strictObject({ name: LoginName }),
    result: emptyObject,
    errors: ['no-login-window'],
  }),
  'sessions.check': command('Fetches a page with a login, and says whether the login still holds.', {
    executor: 'work',
    path: '/api/sessions/{name}/check',
    args: strictObject({
      name: LoginName,
      url: Url,
      project: Type.Optional(Name),
      spider: Type.Optional(Name),
      allowPrivate: Type.Optional(Type.Boolean()),
    }),
    result: strictObject({
      name: Type.String(),
      url: Type.String(),
      holds: Type.Boolean(),
      status: nullable(Type.Integer(), { description: 'HTTP status of the answer; null: it was not read.' }),
      finalUrl: Type.String({ description: 'The address after redirects.' }),
      reason: Type.String({ description: 'What tells it, in a sentence.' }),
    }),
    errors: [
      'unknown-login',
      'unknown-spider',
      'no-keychain',
      'damaged-logins',
      'bad-url',
      'fetch-failed',
      'no-browser',
      'no-proxy',
      'cancelled',
    ],
  }),
  'sessions.remove': command('Removes a login.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/sessions/{name}',
    args: strictObject({ name: LoginName }),
    result: strictObject({ name: Type.String() }),
    errors: ['unknown-login', 'damaged-logins'],
  }),
} as const;
