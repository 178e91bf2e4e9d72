import { LoginWindow, type BrowserState } from '../../../browser/login-window.ts';
import { LaunchError } from '../../../browser/launch.ts';
import { environment } from '../../../system/environment.ts';
import { HostError } from '../../errors.ts';
import { browserAdvice, searchVisibleBrowser } from '../browser.ts';
import { ofSites } from '../live/site-cookies.ts';
import { checkName, listLogins, storeLogin } from './logins.ts';

/** What a person logs in to. */
export interface LoginRequest {
  name: string;
  url: string;
  /** Sites that the login is for beside that of the URL. */
  domains: readonly string[];
}

/** Opens windows in which people log in, one at a time for each name. */
export interface LoginWindows {
  /**
   * Opens a window, and stores the login when the person has closed it or `finish` is called.
   * @param signal aborted: the window is closed, and nothing is stored
   * @throws HostError `bad-login`, `conflict`, `no-display`, `no-browser`, `cancelled`, `damaged-logins`
   */
  logIn(request: LoginRequest, signal: AbortSignal): ReturnType<typeof storeLogin>;
  /** @throws HostError `no-login-window` */
  finish(name: string): void;
}

/** Why no window can be shown here, and what to do; null: one can. */
export function displayProblem(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = environment,
): HostError | null {
  if (platform !== 'linux') return null;
  const isThere = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  if (isThere) return null;
  return new HostError(
    'no-display',
    'There is no screen here to show a browser on (DISPLAY and WAYLAND_DISPLAY are not set).',
    'Log in on a computer with a screen, and bring the login here by "session import".',
  );
}

/** Creates them. @param dataDir data folder, which keeps the logins */
export function createLoginWindows(dataDir: string): LoginWindows {
  /** What ends the open windows, by the name of the login. */
  const open = new Map<string, () => void>();
  return {
    async logIn(request, signal) {
      const { name } = request;
      checkName(name);
      if (open.has(name))
        throw new HostError('conflict', `A window for the login ${name} is open already.`, 'Log in there.');
      const finished = Promise.withResolvers<void>();
      open.set(name, finished.resolve);
      try {
        const held = await heldAfter(executableIn(dataDir), request.url, {
          finished: finished.promise,
          signal,
        });
        // Who logs in again means all the sites that the login was for.
        const before = listLogins(dataDir).find((login) => login.name === name)?.domains ?? [];
        const domains = [...request.domains, ...before];
        return await storeLogin(dataDir, { name, state: ownState(held, { ...request, domains }) });
      } finally {
        open.delete(name);
      }
    },
    finish(name) {
      const end = open.get(name);
      if (end === undefined)
        throw new HostError('no-login-window', `No window is open for the login ${name}.`, null);
      end();
    },
  };
}

/** @throws HostError `no-display`, `no-browser` */
function executableIn(dataDir: string): string {
  const problem = displayProblem();
  if (problem !== null) throw problem;
  const { found, problem: missing } = searchVisibleBrowser(dataDir);
  if (found !== null) return found.executable;
  throw new HostError('no-browser', `There is no browser to log in with: ${missing}`, browserAdvice());
}

/** What the browser holds when the person has ended. @throws HostError `cancelled`, `no-browser` */
async function heldAfter(
  executable: string,
  url: string,
  { finished, signal }: { finished: Promise<void>; signal: AbortSignal },
): Promise<BrowserState> {
  const cancelled = Promise.withResolvers<void>();
  const cancel = (): void => cancelled.resolve();
  signal.addEventListener('abort', cancel, { once: true });
  const window = await opened(executable, url);
  try {
    if (!signal.aborted) await Promise.race([finished, window.closed, cancelled.promise]);
    if (signal.aborted) throw new HostError('cancelled', 'Logging in was cancelled; nothing was kept.');
    return await window.state();
  } finally {
    signal.removeEventListener('abort', cancel);
    await window.close();
  }
}

async function opened(executable: string, url: string): Promise<LoginWindow> {
  try {
    return await LoginWindow.open(executable, url);
  } catch (error) {
    if (error instanceof LaunchError) throw new HostError('no-browser', error.message);
    throw error;
  }
}

/** @throws HostError `bad-login` where the sites have set nothing */
function ownState(held: BrowserState, { url, domains }: LoginRequest): BrowserState {
  const hosts = [
    new URL(url).hostname,
    ...domains.map((domain) => domain.trim().toLowerCase().replace(/^\./, '')),
  ];
  const state = ofSites(held, hosts);
  const origins = state.origins.filter(({ localStorage }) => localStorage.length > 0);
  if (state.cookies.length > 0 || origins.length > 0) return { cookies: state.cookies, origins };
  const others = [...new Set(held.cookies.map(({ domain }) => domain))].slice(0, 5);
  throw new HostError(
    'bad-login',
    `Nothing was kept: ${hosts.join(', ')} has set no cookies and no local storage.`,
    others.length === 0
      ? 'Log in before you end.'
      : `Cookies were set by ${others.join(', ')}. Name the site that you need as another domain.`,
  );
}
