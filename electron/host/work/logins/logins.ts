import { randomUUID } from 'node:crypto';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SessionCookie } from '../../../fetch/session.ts';
import { SecretStoreError, type SecretStore } from '../../../system/secret-store.ts';
import { HostError } from '../../errors.ts';
import { isSecretName } from '../../secret-name.ts';
import { loginKeys } from '../../../secrets/keychain.ts';
import { changeLogins, readLogins, type StoredLogin } from './login-file.ts';
import { readLoginState, renewedState, type LoginState } from './login-state.ts';
import { newKey, seal, unseal } from './sealing.ts';

type ShownLogin = CallValue<'sessions.list'>[number];

/** A login that has been opened for a run. */
export interface OpenedLogin {
  name: string;
  state: LoginState;
  /** Keeps the cookies that sites have set since, unless a person has replaced the login meanwhile. */
  keep(cookies: readonly SessionCookie[]): void;
}

/** Lists the logins by name, without what opens a session. @throws HostError `damaged-logins` */
export function listLogins(dataDir: string): ShownLogin[] {
  return readLogins(dataDir)
    .map(shown)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Stores a login from the text of a file. @throws HostError `bad-login`, `damaged-logins` */
export async function importLogin(
  dataDir: string,
  { name, text }: { name: string; text: string },
  keys: SecretStore | null = loginKeys(),
): Promise<ShownLogin> {
  checkName(name);
  return storeLogin(dataDir, { name, state: readLoginState(text) }, keys);
}

/** @throws HostError `bad-login` */
export function checkName(name: string): void {
  if (isSecretName(name)) return;
  throw new HostError(
    'bad-login',
    'The name of a login is made of letters, digits, "_", "." and "-", at most 100 of them.',
    'For example shop.',
  );
}

/** Stores a login, replacing one of its name. @throws HostError `bad-login` for its name, `damaged-logins` */
export async function storeLogin(
  dataDir: string,
  { name, state }: { name: string; state: LoginState },
  keys: SecretStore | null = loginKeys(),
): Promise<ShownLogin> {
  checkName(name);
  const before = readLogins(dataDir).find((login) => login.name === name);
  const key = await keyFor(before?.key ?? null, keys);
  const stored = { ...sealed({ name, key, made: randomUUID() }, state), madeAt: Date.now() };
  changeLogins(dataDir, (all) => [...all.filter((login) => login.name !== name), stored]);
  return shown(stored);
}

/** Removes a login and its key. @throws HostError `unknown-login`, `damaged-logins` */
export async function removeLogin(
  dataDir: string,
  name: string,
  keys: SecretStore | null = loginKeys(),
): Promise<{ name: string }> {
  const { key } = requireLogin(dataDir, name);
  changeLogins(dataDir, (all) => all.filter((login) => login.name !== name));
  // Without its text the key opens nothing, so a keychain that is locked is no reason to keep the login.
  if (key !== null) await keys?.remove(key).catch(() => false);
  return { name };
}

/**
 * Opens a login for a run.
 * @throws HostError `unknown-login`, `no-keychain` when its key cannot be read, `damaged-logins`
 */
export async function openLogin(
  dataDir: string,
  name: string,
  keys: SecretStore | null = loginKeys(),
): Promise<OpenedLogin> {
  const login = requireLogin(dataDir, name);
  const secret = login.key === null ? null : await readKey(login.key, name, keys);
  const state = stateOf(login, secret);
  const key = login.key === null || secret === null ? null : { id: login.key, secret };
  let last: readonly SessionCookie[] = state.cookies;
  const changeOwn = (change: (present: StoredLogin) => StoredLogin): void =>
    changeLogins(dataDir, (all) => all.map((one) => (one.made === login.made ? change(one) : one)));
  noteUse(changeOwn);
  return {
    name,
    state,
    keep(cookies) {
      const own = { cookies: [...last], origins: [] };
      const renewed = renewedState(last, own, cookies);
      if (renewed === own) return;
      changeOwn((present) => {
        const changed = renewedState(last, stateOf(present, secret), cookies);
        return { ...present, ...sealed({ name, key, made: login.made }, changed) };
      });
      last = renewed.cookies;
    },
  };
}

/** Notes that a login is used. A folder that cannot be written is no reason not to use it. */
function noteUse(changeOwn: (change: (present: StoredLogin) => StoredLogin) => void): void {
  try {
    changeOwn((present) => ({ ...present, usedAt: Date.now() }));
  } catch (error) {
    if (error instanceof HostError && error.code === 'damaged-logins') throw error;
  }
}

/** @throws HostError `damaged-logins` when it cannot be decrypted */
function stateOf({ name, state }: StoredLogin, secret: string | null): LoginState {
  const text = secret === null ? state : unseal(state, secret, name);
  if (text !== null) return asState(text);
  throw new HostError(
    'damaged-logins',
    `The login ${name} cannot be decrypted: it was changed by something else.`,
    importAgain(name),
  );
}

function requireLogin(dataDir: string, name: string): StoredLogin {
  const login = readLogins(dataDir).find((one) => one.name === name);
  if (login !== undefined) return login;
  throw new HostError('unknown-login', `There is no login ${name} in this workspace.`, importAgain(name));
}

const importAgain = (name: string): string =>
  `Log in or import a login of the name ${name}, or choose another one in SESSION.`;

interface Key {
  id: string;
  secret: string;
}

/** The key of a login, made where there is none; null: there is no keychain. @param id of its key so far */
async function keyFor(id: string | null, keys: SecretStore | null): Promise<Key | null> {
  if (keys === null) return null;
  try {
    const known = id === null ? null : await keys.read(id);
    if (id !== null && known !== null) return { id, secret: known };
    const made = { id: randomUUID(), secret: newKey() };
    await keys.write(made.id, made.secret);
    // Some keychains accept a secret that cannot be read back.
    return (await keys.read(made.id)) === made.secret ? made : null;
  } catch (error) {
    if (error instanceof SecretStoreError) return null;
    throw error;
  }
}

async function readKey(id: string, name: string, keys: SecretStore | null): Promise<string> {
  let problem = 'its key is not in the keychain';
  try {
    const secret = await keys?.read(id);
    if (typeof secret === 'string') return secret;
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    problem = error.message;
  }
  throw new HostError(
    'no-keychain',
    `The login ${name} cannot be opened: ${problem.replace(/\.$/, '')}.`,
    'Unlock the keychain, or import the login again.',
  );
}

function sealed(of: { name: string; key: Key | null; made: string }, state: LoginState): StoredLogin {
  const { name, key, made } = of;
  const text = JSON.stringify(state);
  const lasting = state.cookies.flatMap(({ expires }) => expires ?? []);
  return {
    name,
    domains: [
      ...new Set([
        ...state.cookies.map(({ domain }) => domain),
        ...state.origins.map(({ origin }) => new URL(origin).hostname),
      ]),
    ].sort(),
    cookies: state.cookies.length,
    expires: lasting.length === 0 ? null : Math.min(...lasting),
    changedAt: Date.now(),
    made,
    key: key?.id ?? null,
    state: key === null ? text : seal(text, key.secret, name),
  };
}

function asState(text: string): LoginState {
  return JSON.parse(text);
}

const time = (at: number): string => new Date(at).toISOString();

const shown = (login: StoredLogin): ShownLogin => {
  const { name, domains, cookies, expires, changedAt, madeAt = changedAt, usedAt = null, key } = login;
  return {
    name,
    domains,
    cookies,
    expires: expires === null ? null : time(expires),
    madeAt: time(madeAt),
    changedAt: time(changedAt),
    usedAt: usedAt === null ? null : time(usedAt),
    encrypted: key !== null,
  };
};
