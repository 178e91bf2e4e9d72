import { environment, type Environment } from '../system/environment.ts';
import { environmentRoute, isThisComputer, type SystemRoute } from '../system/proxy.ts';
import { problem } from './problem.ts';
import type { FetchProblem, ResolvedProxy } from './types.ts';

/** Returns the routes that the system configures for a URL, best first. */
export type AskSystem = (url: URL) => Promise<readonly SystemRoute[]>;

/** Options of system routes. */
export interface SystemRoutesOptions {
  ask: AskSystem;
  /** Called once for each proxy, when it is first chosen for a site. */
  onUse?: (use: { url: string; proxy: string; from: string }) => void;
  /** Clock in milliseconds; only differences matter. */
  now?: () => number;
  /** Limit for `ask`, in milliseconds. */
  timeoutMs?: number;
}

/** How long routes are cached, in milliseconds. Short, because a computer may change its network. */
const goodForMs = 60_000;
/** How long a failed proxy is tried last, in milliseconds. */
const restMs = 60_000;
/** Maximum number of cached origins. */
const maxOrigins = 1000;
const defaultTimeoutMs = 20_000;

interface CachedRoutes {
  routes: Promise<readonly SystemRoute[]>;
  until: number;
}

/** Routes to sites as the system configures them, through its proxies or direct. */
export class SystemRoutes {
  readonly #options: SystemRoutesOptions;
  readonly #now: () => number;
  /** Routes by origin, the oldest first. */
  readonly #cached = new Map<string, CachedRoutes>();
  /** Time until which a proxy is tried last, by proxy id. */
  readonly #resting = new Map<string, number>();
  readonly #reported = new Set<string>();

  constructor(options: SystemRoutesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Returns the routes to a URL in the order to try them (null: direct), never empty; or a problem if there is none, or `ask` failed. */
  async to(url: URL): Promise<readonly (ResolvedProxy | null)[] | FetchProblem> {
    if (isThisComputer(url.hostname)) return [null];
    let routes: readonly SystemRoute[];
    try {
      routes = await this.#ask(url);
    } catch (error) {
      this.#cached.delete(url.origin);
      const why = error instanceof Error ? error.message.replace(/[\s.]+$/, '') : String(error);
      return problem('proxy', `The system did not report the proxy for ${url.host}: ${why}.`, true);
    }
    const now = this.#now();
    const usable = routes.flatMap((route) => proxyOf(route));
    const [unusable] = routes.filter((route) => route.kind === 'unusable');
    if (usable.length === 0)
      return problem('proxy', unusable?.reason ?? `The system has no route to ${url.host}.`);
    for (const route of routes.slice(0, 1)) this.#reportUse(url, route);
    const isResting = (proxy: ResolvedProxy | null): number =>
      proxy !== null && (this.#resting.get(proxy.id) ?? 0) > now ? 1 : 0;
    return usable.toSorted((a, b) => isResting(a) - isResting(b));
  }

  /** Reports that a proxy failed: it is tried last for a while, and the system is asked again. */
  failed(proxy: ResolvedProxy): void {
    this.#resting.set(proxy.id, this.#now() + restMs);
    this.#cached.clear();
  }

  #ask(url: URL): Promise<readonly SystemRoute[]> {
    const known = this.#cached.get(url.origin);
    if (known !== undefined && known.until > this.#now()) return known.routes;
    const { ask, timeoutMs = defaultTimeoutMs } = this.#options;
    const routes = inTime(ask(url), timeoutMs);
    this.#cached.delete(url.origin);
    this.#cached.set(url.origin, { routes, until: this.#now() + goodForMs });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > maxOrigins && oldest !== undefined) this.#cached.delete(oldest);
    return routes;
  }

  #reportUse({ href }: URL, route: SystemRoute): void {
    if (route.kind !== 'proxy' || this.#reported.has(route.url)) return;
    this.#reported.add(route.url);
    this.#options.onUse?.({ url: href, proxy: route.url, from: route.from });
  }
}

const unreached: ReadonlySet<FetchProblem['code']> = new Set(['dns', 'connection', 'timeout']);

/** Adds a hint to the problem of a direct request if the environment names a proxy for its URL. */
export function withProxyHint(problem: FetchProblem, url: URL, env: Environment = environment): FetchProblem {
  if (!unreached.has(problem.code) || isThisComputer(url.hostname)) return problem;
  const route = environmentRoute(env, url);
  if (route.kind !== 'proxy') return problem;
  const hint = `${route.from} is set here and not used; turn on the system proxy to use it.`;
  return { ...problem, message: `${problem.message} ${hint}` };
}

function proxyOf(route: SystemRoute): (ResolvedProxy | null)[] {
  switch (route.kind) {
    case 'direct':
      return [null];
    case 'unusable':
      return [];
    case 'proxy': {
      const { url, credentials, from } = route;
      const login = credentials === undefined ? {} : { credentials, secret: from };
      return [{ id: `system ${url}`, url, ...login }];
    }
    default:
      return route satisfies never;
  }
}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
