import { problem } from '../fetch/problem.ts';
import { ActingPage, times } from './acting-page.ts';
import { longestPaging } from './action-limits.ts';
import { ActionTarget, NotCarriedOut, named } from './action-target.ts';
import { callOf, listState } from './page-scripts.ts';
import { RenderStop, withoutHash, type RequestPolicy } from './request-policy.ts';
import type { Tab } from './tab.ts';
import type { ListPage, Paging } from './types.ts';

/** How long the list may take to change after a click, once the page is quiet. Milliseconds. */
const changeMs = 3000;
/** Limit for `wait`, in milliseconds. */
const awaitedMs = 30_000;

/** A click that cannot be carried out ends the list. */
function whyNotCarriedOut(error: unknown): string {
  if (error instanceof NotCarriedOut) return `, until ${error.message}`;
  throw error;
}

/** Clicks from one page of a list to the next, and reads each. */
export class ListPaging {
  readonly #tab: Tab;
  readonly #policy: RequestPolicy;
  readonly #paging: Paging;
  readonly #page: ActingPage;
  readonly #read: () => Promise<Uint8Array>;
  readonly #pages: ListPage[] = [];
  readonly #seen = new Set<string>();
  /** Why the list is not whole; null: it is. */
  broken: string | null = null;
  #bytes = 0;
  #clicks = 0;

  /**
   * @param settle waits until the page is quiet
   * @param read reads the page as it is now
   */
  constructor(
    { tab, policy, paging }: { tab: Tab; policy: RequestPolicy; paging: Paging },
    settle: () => Promise<void>,
    read: () => Promise<Uint8Array>,
  ) {
    this.#tab = tab;
    this.#policy = policy;
    this.#paging = paging;
    this.#page = new ActingPage(tab, policy, settle, longestPaging(paging));
    this.#read = read;
  }

  /**
   * Reads the pages of the list.
   * @param told receives what was done, in sentences
   * @throws RenderStop if the page breaks, or the site fails on the way
   */
  async run(told: string[]): Promise<ListPage[]> {
    const { label, next, wait } = this.#paging;
    const arrived = this.#policy.mark();
    this.#policy.page(this.#paging.refuse);
    try {
      if (wait !== null && !(await this.#awaits(wait))) told.push(`${label}: ${this.#late(wait)}.`);
      this.#keep(await this.#state(), await this.#read());
      const end = await this.#page.during(() => this.#clickOn(told)).catch(whyNotCarriedOut);
      told.push(`${label}: clicked ${named(next)} ${times(this.#clicks)}${end}.`);
      return this.#pages;
    } finally {
      this.#policy.page(null);
      this.#policy.restore(arrived);
    }
  }

  /** @returns why clicking ended, as the end of a sentence */
  async #clickOn(told: string[]): Promise<string> {
    const { next, maxPages, isWanted, beforeClick } = this.#paging;
    const target = new ActionTarget(this.#tab, next);
    for (;;) {
      if (this.#pages.length >= maxPages) return `, and max_pages is ${maxPages}`;
      if (this.#page.isOver) return ', until the time for clicks was over';
      if (await this.#page.isTooLarge()) return ', until the page was too large';
      const readiness = await target.readiness();
      if (readiness !== 'ready') return `, until it was ${readiness}`;
      if (!isWanted()) return ', until the run was over';
      await this.#policy.waiting(beforeClick);
      const stop = await this.#click(target, told);
      if (stop !== null) return `, until ${stop}`;
    }
  }

  /** Clicks once and keeps the page that comes. @returns why it is the last click; null: it need not be */
  async #click(target: ActionTarget, told: string[]): Promise<string | null> {
    const { wait, delayMs } = this.#paging;
    const mark = await this.#page.begin();
    this.#policy.countAnew();
    const before = await this.#state();
    await target.click();
    this.#clicks += 1;
    await this.#page.rest(delayMs);
    const { refused } = this.#policy;
    if (refused !== null) return `it led on: ${refused.replace(/\.$/, '')}`;
    const consequences = await this.#page.consequences(mark);
    // Where a page leads is told of each page.
    told.push(...consequences.filter((sentence) => !/^That led to \S+\.$/.test(sentence)));
    const refusal = this.#badAnswer(mark.arrivals);
    if (refusal !== null) return refusal;
    if (wait !== null && !(await this.#awaits(wait))) return this.#late(wait);
    let state = before;
    const changes = async (): Promise<boolean> => {
      state = await this.#state();
      return state !== before && !state.startsWith('0:');
    };
    if (!(await this.#page.comes(changes, changeMs))) {
      return state === before ? 'nothing changed' : 'there were no links';
    }
    if (this.#seen.has(state)) return 'a page came that was there before';
    return this.#keep(state, await this.#read()) ? null : 'the pages were too large together';
  }

  /** Why the answer to a click that led to another document is no page of the list; null: it is one. */
  #badAnswer(arrivalsBefore: number): string | null {
    const { arrivals, answer, url } = this.#policy;
    if (arrivals === arrivalsBefore || answer === null || answer.status < 400) return null;
    const said = `the server answered ${answer.status} at ${withoutHash(url)}`;
    if (answer.status === 404 || answer.status === 410) return said;
    const { label, next, isLastTry } = this.#paging;
    const message = `${label}: clicked ${named(next)} ${times(this.#clicks)}, until ${said}.`;
    if (!isLastTry) throw new RenderStop(problem('browser', message, true));
    this.broken = message;
    return said;
  }

  async #awaits(selector: string): Promise<boolean> {
    const target = new ActionTarget(this.#tab, selector);
    try {
      return await this.#page.comes(() => target.isAttached(), this.#waitMs);
    } catch (error) {
      if (error instanceof NotCarriedOut) return false;
      throw error;
    }
  }

  get #waitMs(): number {
    return Math.min(awaitedMs, this.#policy.request.settings.timeoutMs);
  }

  #late(selector: string): string {
    return `${named(selector)} did not appear within ${this.#waitMs / 1000} seconds`;
  }

  /** A text that tells one page of the list from another. */
  async #state(): Promise<string> {
    return String(await this.#tab.evaluate(callOf(listState, { links: this.#paging.links })));
  }

  /** @returns whether there is room for the page */
  #keep(state: string, html: Uint8Array): boolean {
    this.#bytes += html.byteLength;
    if (this.#bytes > this.#policy.request.settings.maxBytes) return false;
    this.#seen.add(state);
    this.#pages.push({ url: this.#policy.url, html });
    return true;
  }
}
