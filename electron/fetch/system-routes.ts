import { environment, type Environment } from '../system/environment.ts';
import { environmentWay, isThisComputer, type SystemWay } from '../system/proxy.ts';
import { problem } from './problem.ts';
import type { FetchProblem, ResolvedProxy } from './types.ts';

/** Says which ways a system has to a URL, best first. */
export type AskSystem = (url: URL) => Promise<readonly SystemWay[]>;

export interface SystemRoutesOptions {
  ask: AskSystem;
  /** Hears of each proxy when a site is to be reached by it for the first time. */
  onUse?: (use: { url: string; proxy: string; from: string }) => void;
  /** Milliseconds; only differences matter. */
  now?: () => number;
  /** How long the system may think, in milliseconds. */
  patienceMs?: number;
}

/** An answer is good for so long, so that a computer that changes its network is followed. Milliseconds. */
const goodForMs = 60_000;
/** A proxy that failed is asked last for so long. Milliseconds. */
const restMs = 60_000;
/** Origins that are remembered. */
const mostOrigins = 1000;
const usualPatienceMs = 20_000;

interface Answer {
  ways: Promise<readonly SystemWay[]>;
  until: number;
}

/** The ways to sites as the system has them: by its proxies, or straight. */
export class SystemRoutes {
  readonly #options: SystemRoutesOptions;
  readonly #now: () => number;
  /** By origin, the one that was asked about longest ago first. */
  readonly #answers = new Map<string, Answer>();
  /** When a proxy may be first again, by its id. */
  readonly #resting = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(options: SystemRoutesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The ways to a URL, to be tried in order; null: straight. Never empty; a problem where there is none, or nobody can say. */
  async to(url: URL): Promise<readonly (ResolvedProxy | null)[] | FetchProblem> {
    if (isThisComputer(url.hostname)) return [null];
    let ways: readonly SystemWay[];
    try {
      ways = await this.#ask(url);
    } catch (error) {
      this.#answers.delete(url.origin);
      const why = error instanceof Error ? error.message.replace(/[\s.]+$/, '') : String(error);
      return problem('proxy', `The system did not say by which proxy ${url.host} is reached: ${why}.`, true);
    }
    const now = this.#now();
    const usable = ways.flatMap((way) => routeOf(way));
    const [unusable] = ways.filter((way) => way.kind === 'unusable');
    if (usable.length === 0)
      return problem('proxy', unusable?.reason ?? `The system has no way to ${url.host}.`);
    for (const way of ways.slice(0, 1)) this.#tell(url, way);
    const isResting = (route: ResolvedProxy | null): number =>
      route !== null && (this.#resting.get(route.id) ?? 0) > now ? 1 : 0;
    return usable.toSorted((a, b) => isResting(a) - isResting(b));
  }

  /** A proxy has failed: the others go first for a while, and the system is asked again. */
  failed(proxy: ResolvedProxy): void {
    this.#resting.set(proxy.id, this.#now() + restMs);
    this.#answers.clear();
  }

  #ask(url: URL): Promise<readonly SystemWay[]> {
    const known = this.#answers.get(url.origin);
    if (known !== undefined && known.until > this.#now()) return known.ways;
    const { ask, patienceMs = usualPatienceMs } = this.#options;
    const ways = inTime(ask(url), patienceMs);
    this.#answers.delete(url.origin);
    this.#answers.set(url.origin, { ways, until: this.#now() + goodForMs });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostOrigins && oldest !== undefined) this.#answers.delete(oldest);
    return ways;
  }

  #tell({ href }: URL, way: SystemWay): void {
    if (way.kind !== 'proxy' || this.#told.has(way.url)) return;
    this.#told.add(way.url);
    this.#options.onUse?.({ url: href, proxy: way.url, from: way.from });
  }
}

const unreached: ReadonlySet<FetchProblem['code']> = new Set(['dns', 'connection', 'timeout']);

/** A problem of a site that was asked straight, which says so where the environment names a proxy for it. */
export function withProxyHint(problem: FetchProblem, url: URL, env: Environment = environment): FetchProblem {
  if (!unreached.has(problem.code) || isThisComputer(url.hostname)) return problem;
  const way = environmentWay(env, url);
  if (way.kind !== 'proxy') return problem;
  const hint = `${way.from} is set here and not used; "proxies system on", or Settings under Proxies, has it used.`;
  return { ...problem, message: `${problem.message} ${hint}` };
}

function routeOf(way: SystemWay): (ResolvedProxy | null)[] {
  switch (way.kind) {
    case 'direct':
      return [null];
    case 'unusable':
      return [];
    case 'proxy': {
      const { url, credentials, from } = way;
      const login = credentials === undefined ? {} : { credentials, secret: from };
      return [{ id: `system ${url}`, url, ...login }];
    }
    default:
      return way satisfies never;
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
