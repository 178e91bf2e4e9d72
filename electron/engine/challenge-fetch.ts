import { describeChallenge, detectChallenge } from '../fetch/challenge.ts';
import { isPlain } from '../../shared/request-message.ts';
import type { Challenge } from '../fetch/challenge-signs.ts';
import { SessionCookies } from '../fetch/session.ts';
import type {
  BodyPart,
  FetchedPage,
  FetchProblem,
  FetchResult,
  HopKind,
  RequestMessage,
} from '../fetch/types.ts';
import { Clearances, type Clearance, type Cleared } from './clearances.ts';
import type { NewEvent } from './ports/ledger.ts';
import type { Render, RenderResult } from './renderer-port.ts';
import { renderedHeader } from './rendered-page.ts';

/** Called before a redirect; a returned sentence refuses it. */
export type OnHop = (url: string, hop?: HopKind) => string | null | Promise<string | null>;

/** Optional settings of one fetch. */
export interface ExtraFetchOptions extends BodyPart {
  /** What the request says; a plain GET if left out. */
  message?: RequestMessage;
  /** Cookies to use instead of the crawl's. */
  cookies?: SessionCookies;
}

/** Fetches through a proxy (by its id) or directly (null). Same results as `HttpClient.fetch`. */
export type FetchThrough = (
  proxyId: string | null,
  url: string,
  onHop: OnHop,
  more?: ExtraFetchOptions,
) => Promise<FetchResult>;

/** What `ChallengeFetch` needs from the crawl. */
export interface ChallengeDependencies {
  fetch: FetchThrough;
  /** Renders pages; null if no browser may be used for challenges. */
  render: Render | null;
  /** CHALLENGE_STRATEGY; `off` unless CHALLENGE_ENABLED is set. */
  strategy: 'off' | 'hybrid' | 'browser_only';
  /** The configured user agent; null to use the browser's own there. */
  userAgent: string | null;
  /** Cookies of the crawl; null if it keeps none. */
  cookies: SessionCookies | null;
  record(events: readonly NewEvent[]): Promise<void>;
  /** See `Clock`. */
  now(): number;
}

/** After this many consecutive pages that a site refused despite a clearance, the browser fetches its other pages. */
const maxMistrust = 2;

/**
 * Fetches pages from sites that send challenges. A challenge page is never returned as a page. With a browser, challenges are
 * cleared: `hybrid` clears one per site and uses its cookies over plain HTTP until they stop working, `browser_only` fetches
 * every page with the browser. Without a browser, a challenge is a problem, even if its status is a success.
 */
export class ChallengeFetch {
  readonly #deps: ChallengeDependencies;
  readonly #clearances: Clearances;
  /** Sites whose challenge was reported. */
  readonly #reported = new Set<string>();
  /** Consecutive pages that a clearance did not open, by site. */
  readonly #mistrust = new Map<string, number>();

  constructor(deps: ChallengeDependencies) {
    this.#deps = deps;
    this.#clearances = new Clearances(() => deps.now());
  }

  /** Like `FetchThrough`, with challenges handled. */
  readonly fetch: FetchThrough = async (proxyId, url, onHop, more = {}) => {
    const { strategy } = this.#deps;
    // A browser shows an address; what else a request says can only be sent without one.
    const render = isPlain(more.message) ? this.#deps.render : null;
    if (render !== null && strategy === 'browser_only') {
      const rendered = await this.#render(render, proxyId, url, onHop);
      return rendered ?? this.#plain(proxyId, url, onHop, more);
    }
    const key = keyOf(url, proxyId);
    if (render !== null && strategy === 'hybrid' && this.#isMistrusted(key)) {
      const rendered = await this.#render(render, proxyId, url, onHop);
      if (rendered !== null) return rendered;
    }
    const used = this.#clearances.of(key);
    const result = await this.#plain(proxyId, url, onHop, more);
    const challenge = challengeOf(result);
    if (challenge === null || !result.ok) return result;
    await this.#report(url, challenge, result.page.status);
    const solver = this.#deps.render;
    if (solver === null || strategy !== 'hybrid' || challenge.kind === 'block') {
      return isRefusal(result.page) ? result : unsolved(describeChallenge(challenge), strategy);
    }
    return this.#clear(solver, { proxyId, url, onHop, more, key }, used?.generation ?? 0);
  };

  /** Returns the user agent and cookies for rendering a page of a site, so that they match those of the fetch. */
  sessionFor(
    url: string,
    proxyId: string | null,
  ): { userAgent: string | null; cookies: SessionCookies | null } {
    const { userAgent, cookies, strategy } = this.#deps;
    if (strategy === 'browser_only') return { userAgent, cookies };
    return this.#clearances.of(keyOf(url, proxyId)) ?? { userAgent, cookies };
  }

  async #clear(render: Render, asked: Asked, worn: number): Promise<FetchResult> {
    const { proxyId, url, onHop, more, key } = asked;
    const renewal = await this.#clearances.renew(key, worn, () => this.#visit(render, asked));
    if (!renewal.ok) return failed(renewal.problem);
    const result = await this.#plain(proxyId, url, onHop, more, renewal.clearance);
    if (challengeOf(result) === null) {
      this.#mistrust.delete(key);
      return result;
    }
    const mistrust = (this.#mistrust.get(key) ?? 0) + 1;
    this.#mistrust.set(key, mistrust);
    if (mistrust === maxMistrust) {
      const message = `${new URL(url).host} does not accept the cookies of its challenge over plain HTTP; the browser fetches its pages from now on.`;
      await this.#deps.record([{ kind: 'challenge', url, message }]);
    }
    if (!isPlain(more.message)) return result;
    return (await this.#render(render, proxyId, url, onHop)) ?? result;
  }

  /** Renders a challenge in the browser once, with the cookies that the crawl has for the site. */
  async #visit(render: Render, { proxyId, url, onHop, key }: Asked): Promise<Cleared> {
    const cookies = new SessionCookies();
    const before = this.#clearances.of(key)?.cookies ?? this.#deps.cookies;
    for (const cookie of before?.list() ?? []) cookies.put(cookie);
    const { userAgent } = this.#deps;
    const request = { url, document: null, proxyId, userAgent, cookies, waitsOut: true, onHop };
    const result = await render(request);
    if (!result.ok) {
      const { code } = result.problem;
      const own = code !== 'challenge' && code !== 'timeout' && code !== 'connection';
      return { ok: false, problem: result.problem, own };
    }
    await this.#deps.record([
      {
        kind: 'challenge',
        url,
        message: `The challenge of ${new URL(url).host} was cleared in the browser.`,
      },
    ]);
    return { ok: true, userAgent: result.page.rendering.userAgent, cookies };
  }

  /** Returns the rendered page; null if it is a file to download. */
  async #render(
    render: Render,
    proxyId: string | null,
    url: string,
    onHop: OnHop,
  ): Promise<FetchResult | null> {
    const { userAgent, cookies } = this.sessionFor(url, proxyId);
    const rendered = await render({
      url,
      document: null,
      proxyId,
      userAgent,
      cookies,
      waitsOut: true,
      onHop,
    });
    if (!rendered.ok) return isDownload(rendered) ? null : rendered;
    const { page } = rendered;
    return {
      ok: true,
      page: { ...page, ...routeOf(proxyId), headers: { ...page.headers, [renderedHeader]: '1' } },
    };
  }

  #plain(
    proxyId: string | null,
    url: string,
    onHop: OnHop,
    more: ExtraFetchOptions,
    clearance: Clearance | null = this.#clearances.of(keyOf(url, proxyId)),
  ): Promise<FetchResult> {
    const { fetch } = this.#deps;
    if (clearance === null) return fetch(proxyId, url, onHop, more);
    const { userAgent, cookies } = clearance;
    return fetch(proxyId, url, onHop, {
      ...more,
      message: { ...more.message, headers: { ...more.message?.headers, 'user-agent': userAgent } },
      cookies,
    });
  }

  #isMistrusted(key: string): boolean {
    return (this.#mistrust.get(key) ?? 0) >= maxMistrust;
  }

  async #report(url: string, challenge: Challenge, status: number): Promise<void> {
    const { host } = new URL(url);
    if (this.#reported.has(host)) return;
    this.#reported.add(host);
    const hint =
      this.#deps.strategy === 'off' && challenge.kind === 'challenge'
        ? ' CHALLENGE_ENABLED lets a browser clear it.'
        : '';
    const message = `${host} answers with ${describeChallenge(challenge)} (status ${status}).${hint}`;
    await this.#deps.record([{ kind: 'challenge', url, message }]);
  }
}

interface Asked {
  proxyId: string | null;
  url: string;
  onHop: OnHop;
  more: ExtraFetchOptions;
  key: string;
}

function routeOf(proxyId: string | null): { proxyId?: string } {
  return proxyId === null ? {} : { proxyId };
}

function keyOf(url: string, proxyId: string | null): string {
  return `${new URL(url).host} ${proxyId ?? ''}`;
}

function challengeOf(result: FetchResult): Challenge | null {
  return result.ok && result.page.fromCache !== true ? detectChallenge(result.page) : null;
}

/** Whether the status alone shows that the page is not the requested one. */
function isRefusal({ status }: FetchedPage): boolean {
  return status < 200 || status >= 300;
}

function isDownload(rendered: RenderResult): boolean {
  return !rendered.ok && rendered.problem.code === 'browser' && rendered.download === true;
}

function unsolved(what: string, strategy: ChallengeDependencies['strategy']): FetchResult {
  const hint = strategy === 'off' ? ' CHALLENGE_ENABLED lets a browser clear such pages.' : '';
  return failed({
    code: 'challenge',
    message: `The site answered with ${what} instead of the page.${hint}`,
    transient: false,
  });
}

function failed(problem: FetchProblem): FetchResult {
  return { ok: false, problem, hops: [] };
}
