import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import type { SessionCookie } from '../../../fetch/session.ts';
import { ownChecks } from '../../../schemas/checker.ts';
import { HostError } from '../../errors.ts';

/** The local storage of an origin. */
export interface OriginStorage {
  origin: string;
  localStorage: { name: string; value: string }[];
}

/** What a login consists of. */
export interface LoginState {
  cookies: SessionCookie[];
  origins: OriginStorage[];
}

const CookieSchema = Type.Object({
  name: Type.String(),
  value: Type.String(),
  domain: Type.String({ minLength: 1 }),
  path: Type.Optional(Type.String()),
  expires: Type.Optional(Type.Number()),
  httpOnly: Type.Optional(Type.Boolean()),
  secure: Type.Optional(Type.Boolean()),
  sameSite: Type.Optional(Type.String()),
});
export const StorageStateSchema = Type.Object({
  cookies: Type.Array(CookieSchema),
  origins: Type.Optional(
    Type.Array(
      Type.Object({
        origin: Type.String(),
        localStorage: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      }),
    ),
  ),
});

/**
 * Reads a Playwright storage state or a cookies.txt of Netscape's form.
 * @throws HostError `bad-login`; the message has no part of the content
 */
export function readLoginState(text: string): LoginState {
  const plain = text.replace(/^\uFEFF/, '');
  const state = plain.trimStart().startsWith('{') ? fromStorageState(plain) : fromCookiesTxt(plain);
  if (state.cookies.length > 0 || state.origins.length > 0) return state;
  throw new HostError(
    'bad-login',
    'The file holds no cookies and no local storage.',
    'Give a storage state of Playwright (JSON), or a cookies.txt that a browser extension has saved.',
  );
}

function fromStorageState(text: string): LoginState {
  const isState = ownChecks().compile<Type.Static<typeof StorageStateSchema>>(StorageStateSchema);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HostError('bad-login', 'The file is not valid JSON.', null);
  }
  if (!isState(value)) {
    const at = isState.errors?.[0]?.instancePath ?? '';
    throw new HostError(
      'bad-login',
      `The file is no storage state: see ${at === '' ? 'its top' : at}.`,
      null,
    );
  }
  return {
    cookies: value.cookies.map((cookie) => ({
      name: cookie.name,
      value: cookie.value,
      ...domainOf(cookie.domain),
      path: cookie.path ?? '/',
      expires: cookie.expires === undefined || cookie.expires <= 0 ? null : Math.round(cookie.expires * 1000),
      httpOnly: cookie.httpOnly ?? false,
      secure: cookie.secure ?? false,
      sameSite: sameSiteOf(cookie.sameSite),
    })),
    origins: (value.origins ?? []).flatMap(({ origin, localStorage }) =>
      localStorage.length > 0 && URL.canParse(origin)
        ? [
            {
              origin: new URL(origin).origin,
              localStorage: localStorage.map(({ name, value: kept }) => ({ name, value: kept })),
            },
          ]
        : [],
    ),
  };
}

/** Lines of seven fields: domain, whether subdomains, path, whether secure, expiry in seconds, name, value. */
function fromCookiesTxt(text: string): LoginState {
  const cookies = text.split(/\r?\n/).flatMap((line): SessionCookie[] => {
    const httpOnly = line.startsWith('#HttpOnly_');
    if (line.startsWith('#') && !httpOnly) return [];
    const [domain = '', subdomains, path = '/', secure, expires, name = '', ...value] = line
      .replace(/^#HttpOnly_/, '')
      .split('\t');
    if (value.length === 0 || domain === '' || name === '') return [];
    const seconds = Number(expires);
    return [
      {
        name,
        value: value.join('\t'),
        domain: domain.replace(/^\./, '').toLowerCase(),
        hostOnly: subdomains?.toUpperCase() !== 'TRUE',
        path,
        expires: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
        httpOnly,
        secure: secure?.toUpperCase() === 'TRUE',
        sameSite: null,
      },
    ];
  });
  return { cookies, origins: [] };
}

const domainOf = (domain: string): { domain: string; hostOnly: boolean } => ({
  domain: domain.replace(/^\./, '').toLowerCase(),
  hostOnly: !domain.startsWith('.'),
});

function sameSiteOf(text: string | undefined): SessionCookie['sameSite'] {
  const site = text?.toLowerCase();
  return site === 'strict' || site === 'lax' || site === 'none' ? site : null;
}

/** Whether a login is for the domain of a cookie: one of its own cookies is sent wherever the new one would be. */
function isWithin(own: readonly SessionCookie[], { domain, hostOnly }: SessionCookie): boolean {
  return own.some((known) =>
    known.hostOnly
      ? hostOnly && domain === known.domain
      : domain === known.domain || domain.endsWith(`.${known.domain}`),
  );
}

const sameCookie = (a: SessionCookie, b: SessionCookie): boolean =>
  a.name === b.name && a.domain === b.domain && a.path === b.path && a.hostOnly === b.hostOnly;

/**
 * The state after a run: what sites have set and removed since it was opened, but nothing for a domain that the login is not for.
 * What another run has stored meanwhile stays where this one has changed nothing.
 * @param opened the cookies that the run began with
 * @param present what is stored now
 */
export function renewedState(
  opened: readonly SessionCookie[],
  present: LoginState,
  cookies: readonly SessionCookie[],
): LoginState {
  const theirs = [...opened, ...present.cookies];
  const own = cookies.filter((cookie) => isWithin(theirs, cookie));
  if (own.length === 0) return present;
  const find = (all: readonly SessionCookie[], cookie: SessionCookie): SessionCookie | undefined =>
    all.find((one) => sameCookie(one, cookie));
  const changed = own.filter((cookie) => !isDeepStrictEqual(find(opened, cookie), cookie));
  const removed = opened.filter((cookie) => find(own, cookie) === undefined);
  if (changed.length === 0 && removed.length === 0) return present;
  const untouched = present.cookies.filter(
    (cookie) => find(changed, cookie) === undefined && find(removed, cookie) === undefined,
  );
  return { ...present, cookies: [...untouched, ...changed] };
}
