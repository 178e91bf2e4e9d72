import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { CrawlDependencies } from '../../../engine/crawl.ts';
import { LoginWatch } from '../../../engine/login-watch.ts';
import type { HttpCache } from '../../../engine/ports/http-cache.ts';
import type { SessionCookie } from '../../../fetch/session.ts';
import { toHostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import { cacheKey } from './http-cache.ts';

/**
 * Opens the login that the settings name; null: they name none.
 * @throws HostError `unknown-login`, `no-keychain`, `damaged-logins`
 */
export async function openLoginOf(
  { dataDir }: Pick<Workspace, 'dataDir'>,
  { session }: Pick<CrawlSettings, 'session'>,
): Promise<OpenedLogin | null> {
  if (session === null) return null;
  const { openLogin } = await import('../logins/logins.ts');
  return openLogin(dataDir, session.name);
}

/**
 * Stores the cookies that sites have set for a login. What was fetched is good without it, so a failure is told and not thrown.
 * @returns the problem, in a sentence; null: none
 */
export function keepCookies(login: OpenedLogin, cookies: readonly SessionCookie[]): string | null {
  try {
    login.keep(cookies);
    return null;
  } catch (error) {
    const { message } = toHostError(error);
    return `The cookies that the site has set for the login ${login.name} could not be stored, so it may have to be made again: ${message}`;
  }
}

/** Watches whether the login of a run expires; null: it has none. */
export function watchLogin(
  { session, cache }: CrawlSettings,
  responses: HttpCache,
): NonNullable<CrawlDependencies['login']> | null {
  if (session === null) return null;
  const watch = new LoginWatch(session);
  return {
    met: (message) => watch.met(message),
    isLoginUrl: (url) => watch.isLoginUrl(url),
    meetsUrl: (url) => watch.meetsUrl(url),
    reached: () => watch.reached(),
    async forget(url, message) {
      if (cache !== null) await responses.remove(cacheKey(url, message, session.name));
    },
  };
}

/**
 * Keeps the cookies of a login after each answer, as a site that renews them may not take the ones before: a run that was killed
 * goes on with the last.
 * @param cookies those of the run now
 */
export function keepingCookies(
  fetch: CrawlDependencies['fetch'],
  login: OpenedLogin | null,
  watch: CrawlDependencies['login'],
  cookies: () => Parameters<OpenedLogin['keep']>[0],
): CrawlDependencies['fetch'] {
  if (login === null) return fetch;
  return async (...request) => {
    const result = await fetch(...request);
    const isGood = result.ok && result.page.status < 400 && watch?.meetsUrl(result.page.finalUrl) !== true;
    if (!isGood || watch?.reached() !== null) return result;
    try {
      login.keep(cookies());
    } catch {
      // The file may be in use; they are kept at the end of the run at the latest.
    }
    return result;
  };
}
