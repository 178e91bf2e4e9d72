import type { FetchedPage } from '../fetch/types.ts';
import type { LoginWatch } from './login-watch.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { ClaimedRequest } from './ports/ledger.ts';

/** What is known of the redirects of a request that is made with a login. */
export interface WaysTaken {
  /** Why the page is that of another request of the crawl; null: it is not. It is looked at for a login page alone. */
  repeated: string | null;
  /** Whether a cached redirect leads to the login page. */
  isKeptLogin: boolean;
  /** Whether a redirect leads to a host that has no turn to give now. */
  isPutOff: boolean;
}

/** What telling login pages needs from the crawl. */
export interface LoginDependencies {
  /** The login of the run; null: it has none. */
  login: Pick<LoginWatch, 'met' | 'isLoginUrl' | 'meetsUrl' | 'reached'> | null;
  ways: Readonly<WaysTaken>;
  process(input: PageInput): Promise<PageOutput>;
}

type Outcome = typeof expired | typeof keptLogin;

/** The outcome of a request whose answer tells that the login has expired. */
export const expired = { kind: 'release', isExpired: true } as const;

/** The outcome of a request whose cached answer is a login page, which tells nothing of the login now. */
export const keptLogin = { kind: 'release', isKeptLogin: true } as const;

/** The outcome of an answer whose URL is that of the login page; null: it is not. */
export function loginUrl(
  { finalUrl, fromCache }: FetchedPage,
  { login }: Pick<LoginDependencies, 'login'>,
): Outcome | null {
  if (login?.isLoginUrl(finalUrl) !== true) return null;
  if (fromCache === true) return keptLogin;
  login.meetsUrl(finalUrl);
  return expired;
}

/**
 * The outcome of an answer that is a login page; null: it is none. Asked of error pages, and of pages that are not read otherwise,
 * because another request or an earlier run has them. The others are looked at as they are read.
 */
export async function loginPage(
  { id, depth, priority }: Pick<ClaimedRequest, 'id' | 'depth' | 'priority'>,
  { finalUrl, status, headers, hops, body, fromCache }: FetchedPage,
  { login, process }: Pick<LoginDependencies, 'login' | 'process'>,
): Promise<Outcome | null> {
  if (login === null) return null;
  const told = (message: string): Outcome => {
    if (fromCache === true) return keptLogin;
    login.met(message);
    return expired;
  };
  // RFC 9110, section 15.5.2: a server that wants a login says which.
  if (depth === 0 && status === 401 && headers['www-authenticate'] !== undefined)
    return told(`The start URL ${finalUrl} asks for a login (status 401).`);
  const { loginExpired } = await process({
    id,
    depth,
    priority,
    url: finalUrl,
    // A copy, because the body may be transferred to another thread.
    body: new Uint8Array(body),
    contentType: headers['content-type'] ?? null,
    fetchedAt: 0,
    callback: null,
    follow: false,
    onlyLogin: true,
    ...(depth === 0 && hops.length > 0 ? { isRedirectedStart: true } : {}),
  });
  return loginExpired === undefined ? null : told(loginExpired);
}
