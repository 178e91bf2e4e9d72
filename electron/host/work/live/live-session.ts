import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveInput } from '../../../../shared/live-page.ts';
import { AnswerCollection } from '../../../../shared/network-answer.ts';
import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import { LivePage, type LiveEvents } from '../../../browser/live/live-page.ts';
import type { SeenAt } from '../../../browser/live/seen.ts';
import type { FetchProblem } from '../../../fetch/types.ts';
import { propose } from '../../../authoring/propose.ts';
import { LaunchError } from '../../../browser/launch.ts';
import { SeenAnswers } from '../../../browser/seen-answers.ts';
import { HostError } from '../../errors.ts';
import { browserAdvice, searchBrowser } from '../browser.ts';
import { PageSession, privateAdvice } from '../capture/page-session.ts';
import { askRobots } from '../capture/ask-robots.ts';
import { contentOf, readCaptured } from '../capture/read-captured.ts';
import { openLoginOf } from '../crawl/run-login.ts';
import { storeLogin, type OpenedLogin } from '../logins/logins.ts';
import { openSystemRoutes } from '../system-proxy.ts';
import { LiveRoutes, type LiveRoute } from './live-routes.ts';
import type { LiveAnswers, LiveFrame, LiveQuestion, LiveRequest } from './messages.ts';
import { nameElement } from './name-element.ts';
import { Recorder } from './recorder.ts';
import { ofSites } from './site-cookies.ts';

/** What is told lately, in sentences. */
const maxNotes = 20;
/** Limit for a page that is taken, as for one that is added. */
const maxBytes = 64 * 1024 * 1024;

/** What a session of a live page tells. */
export interface SessionEvents {
  frame(frame: LiveFrame): void;
  state(state: LiveState): void;
  /** The browser has ended by itself. */
  gone(): void;
}

/** A live page for a spider, with what its settings say: proxy, login, language. */
export class LiveSession {
  readonly #request: LiveRequest;
  readonly #events: SessionEvents;
  readonly #settings: CrawlSettings;
  readonly #login: OpenedLogin | null;
  readonly #recorder = new Recorder(nameElement);
  readonly #notes: string[] = [];
  readonly #seen = new SeenAnswers((answer) => this.#answers.add(answer));
  /** Those of the document that is shown. */
  #answers = new AnswerCollection();
  #choices: LiveState['choices'] = null;
  #page: LivePage | null = null;

  private constructor(request: LiveRequest, events: SessionEvents, login: OpenedLogin | null) {
    this.#request = request;
    this.#events = events;
    this.#settings = readSettings(request.settings);
    this.#login = login;
  }

  /**
   * Opens the page in a browser.
   * @throws HostError `no-browser`, `unknown-login`, `no-keychain`, `no-proxy`, `fetch-failed`
   */
  static async open(request: LiveRequest, events: SessionEvents): Promise<LiveSession> {
    const login = await openLoginOf(request, readSettings(request.settings));
    const session = new LiveSession(request, events, login);
    try {
      await session.#open();
      return session;
    } catch (error) {
      await session.close();
      throw error instanceof LaunchError ? noBrowser(error.message) : error;
    }
  }

  input(input: readonly LiveInput[]): void {
    for (const each of input) {
      if (each.kind === 'choose') this.#choose(null);
      this.#page?.input(each);
    }
  }

  async shown(number: number): Promise<void> {
    await this.#page?.shown(number);
  }

  async again(): Promise<void> {
    this.#tell();
    await this.#page?.again();
  }

  /** Answers a question. @throws HostError */
  async answer(question: LiveQuestion): Promise<LiveAnswers[keyof LiveAnswers]> {
    switch (question.kind) {
      case 'navigate':
        return this.#navigate(question.to);
      case 'resize':
        await this.#page?.resize(question.size);
        return null;
      case 'selection':
        return { text: (await this.#page?.selection()) ?? '' };
      case 'forget':
        this.#recorder.forget(question.actions);
        this.#tell();
        return null;
      case 'login':
        return this.#keepLogin(question.name);
      case 'take':
        return this.#take();
      default:
        return question satisfies never;
    }
  }

  async close(): Promise<void> {
    const page = this.#page;
    this.#page = null;
    if (page === null) return;
    const now = this.#login === null ? null : await page.login().catch(() => null);
    await page.close();
    if (now !== null) this.#login?.keep(now.cookies);
  }

  async #open(): Promise<void> {
    const routes = new LiveRoutes(this.#request, this.#settings);
    for (;;) {
      const wrong = await this.#openBy(await routes.next());
      if (wrong === null) return;
      if (!routes.failed(wrong)) throw failure(wrong);
      const before = this.#page;
      this.#page = null;
      // The person waits for the next one, and not for this to end.
      before?.close().catch(() => undefined);
    }
  }

  /** @returns why the page is not reached; null: it is */
  async #openBy(route: LiveRoute | FetchProblem): Promise<FetchProblem | null> {
    if ('code' in route) return route;
    const { dataDir, url, allowPrivate, proxyChannel, size } = this.#request;
    const { found, problem } = searchBrowser(dataDir);
    if (found === null) throw noBrowser(problem ?? '');
    const { headers, userAgent, browser } = this.#settings;
    const language = Object.entries(headers).find(([name]) => /^accept-language$/i.test(name))?.[1];
    const system = openSystemRoutes({ dataDir }, proxyChannel, () => undefined);
    this.#page = await LivePage.open(
      {
        executable: found.executable,
        size,
        allowPrivate,
        network: { system },
        proxy: route.proxy,
        userAgent,
        language: /^[a-z]{2,3}(?:-[a-z0-9]+)*/i.exec(language ?? '')?.[0] ?? 'en',
        cookies: this.#login?.state.cookies ?? [],
        storage: this.#login?.state.origins ?? [],
        reading: { flatten: browser.flatten, maxBytes },
      },
      this.#listener(),
    );
    const wrong = await this.#page.go(url);
    if (wrong === null && route.told !== null) this.#note(route.told);
    return wrong;
  }

  #listener(): LiveEvents {
    return {
      frame: (picture, number, { width, height }) =>
        this.#events.frame({ picture: new Uint8Array(picture), number, width, height }),
      seen: (seen, at) => {
        if (seen.kind === 'choices') this.#choose(seen.choices);
        else if (this.#recorder.see(seen, at)) {
          this.#tell();
          if (at.frame !== null && (seen.kind === 'click' || seen.kind === 'fill'))
            void this.#checkTarget(at);
        }
      },
      arrived: () => {
        this.#answers = new AnswerCollection();
        this.#choices = null;
        this.#recorder.arrived();
        this.#tell();
      },
      changed: () => this.#tell(),
      note: (text) => this.#note(text),
      requested: (request) => this.#seen.finished(request),
      gone: () => this.#events.gone(),
    };
  }

  /** A crawl looks for a target in the page before its frames, and takes the first: it must not find another one. */
  async #checkTarget({ place, frame }: SeenAt): Promise<void> {
    const target = this.#recorder.lastTarget;
    if (target?.place !== place) return;
    const isAmbiguous = (await this.#page?.isAlsoIn(target.selector, place).catch(() => false)) ?? false;
    if (!isAmbiguous) return;
    this.#recorder.forget([target.id]);
    this.#note(
      `What was done in a frame of ${frame} was left out: ${target.selector} also finds something outside of it.`,
    );
  }

  #note(text: string): void {
    if (this.#notes.at(-1) === text) return;
    this.#notes.push(text);
    this.#notes.splice(0, this.#notes.length - maxNotes);
    this.#tell();
  }

  #choose(choices: LiveState['choices']): void {
    if (this.#choices === null && choices === null) return;
    this.#choices = choices;
    this.#tell();
  }

  #tell(): void {
    if (this.#page === null) return;
    const { actions, hasSecret } = this.#recorder;
    const told = { choices: this.#choices, actions, hasSecret, notes: [...this.#notes] };
    this.#events.state({ ...this.#page.state, ...told });
  }

  async #navigate(to: Extract<LiveQuestion, { kind: 'navigate' }>['to']): Promise<null> {
    this.#recorder.goes();
    const wrong = await (typeof to === 'string' ? this.#page?.step(to) : this.#page?.go(to.url));
    if (wrong !== null && wrong !== undefined) throw failure(wrong);
    return null;
  }

  async #keepLogin(name: string): Promise<LiveAnswers['login']> {
    const page = this.#opened();
    const state = ofSites(await page.login(), page.hosts);
    if (state.cookies.length === 0 && state.origins.length === 0) {
      throw new HostError(
        'bad-login',
        'The sites that were shown have set no cookies and no local storage.',
        'Log in on the live page, then keep the login.',
      );
    }
    return storeLogin(this.#request.dataDir, { name, state });
  }

  async #take(): Promise<LiveAnswers['take']> {
    const page = this.#opened();
    const taken = await page.take();
    await this.#seen.settled();
    const { answers } = this.#answers;
    if (taken === null) {
      throw new HostError(
        'fetch-failed',
        'The page could not be read: it does not answer, or is too large.',
        'Load it again.',
        { reason: 'browser' },
      );
    }
    const read = readCaptured({ ...taken, rendered: true, notes: [], answers, acted: null });
    // Style sheets and pictures are fetched as the person sees them, with the cookies of now.
    const state = await page.login();
    const session = await PageSession.open(
      { ...this.#request, browser: false },
      { signal: new AbortController().signal },
      { name: '', state, keep: () => undefined },
    );
    try {
      const about = { url: taken.url, fetchedAt: Date.now(), rendered: true, answers };
      const { sources } = await askRobots(propose(read.page, about), answers, session);
      const content = await contentOf(read, session, sources);
      return { content, notes: read.captured.notes, sources: sources.length };
    } finally {
      await session.close();
    }
  }

  #opened(): LivePage {
    if (this.#page !== null) return this.#page;
    throw new HostError('unknown-live', 'The live page has ended.');
  }
}

function noBrowser(problem: string): HostError {
  return new HostError('no-browser', `There is no browser to show the page: ${problem}`, browserAdvice());
}

function failure({ code, message }: FetchProblem): HostError {
  const advice =
    code === 'blocked-address'
      ? privateAdvice
      : code === 'browser'
        ? 'Close the live page, and open it again.'
        : null;
  return new HostError('fetch-failed', message, advice, { reason: code });
}
