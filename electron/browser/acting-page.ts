import type { Dialog, Frame } from 'playwright';
import { callOf, pageState } from './page-scripts.ts';
import { withoutHash, type PolicyMark, type RequestPolicy } from './request-policy.ts';
import type { Tab } from './tab.ts';
import { leaveWindowsUnopened, openNothing, windowGuard } from './window-guard.ts';

/** Above this number of elements a page cannot be read. */
const maxElements = 1_000_000;

/** What changes where something happens on a page. */
export interface PageState {
  elements: number;
  characters: number;
  hash: number;
  height: number;
}

/** A page that something is done on: it opens no windows, its dialogs are closed, and it is waited for after each step. */
export class ActingPage {
  readonly tab: Tab;
  readonly policy: RequestPolicy;
  /** Waits until the page is quiet. */
  readonly #settle: () => Promise<void>;
  readonly #limitMs: number;
  readonly #began = performance.now();
  readonly #askedBefore: number;
  #dialogs = 0;
  #windows = 0;

  /** @param limitMs time after which no more is begun, in milliseconds; waiting for turns does not count */
  constructor(tab: Tab, policy: RequestPolicy, settle: () => Promise<void>, limitMs: number) {
    this.tab = tab;
    this.policy = policy;
    this.#settle = settle;
    this.#limitMs = limitMs;
    this.#askedBefore = policy.askedMs;
  }

  /** Does work during which the dialogs of the page are closed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { page } = this.tab;
    const onDialog = (dialog: Dialog): void => {
      this.#dialogs += 1;
      const closed = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
      closed.catch(() => undefined);
    };
    const onPopup = (): void => {
      this.#windows += 1;
    };
    page.on('dialog', onDialog).on('popup', onPopup);
    try {
      return await work();
    } finally {
      page.off('dialog', onDialog).off('popup', onPopup);
    }
  }

  /** Begins a step. @returns what `consequences` takes */
  async begin(): Promise<PolicyMark> {
    [this.#dialogs, this.#windows] = [0, 0];
    const mark = this.policy.mark();
    await this.#guard();
    return mark;
  }

  /** What a step led to besides, in sentences. */
  async consequences(mark: PolicyMark): Promise<string[]> {
    this.#windows += await this.#guard();
    const told: string[] = [];
    const { url, arrivals } = this.policy;
    if (arrivals > mark.arrivals) told.push(`That led to ${withoutHash(url)}.`);
    else if (url !== mark.url) {
      told.push(`That led to ${withoutHash(url)}, which is no page.`);
      this.policy.restore(mark);
    }
    if (this.#dialogs > 0) told.push('The page showed a dialog, which was closed.');
    if (this.#windows > 0) told.push('A new window was not opened.');
    return told;
  }

  /** Waits after a step: for a time, for its turn if it leads to another page, and until the page is quiet. */
  async rest(ms: number): Promise<void> {
    await this.tab.pause(ms);
    do {
      while (this.policy.isAsking) await this.tab.pause(25);
      await this.#settle();
    } while (this.policy.isAsking);
  }

  /** @param frame the frame that is looked at; null or left out: the page itself */
  async state(frame: Frame | null = null): Promise<PageState> {
    const call = callOf(pageState, {});
    const state =
      frame === null
        ? await this.tab.evaluate(call)
        : await this.tab.ask(frame.evaluate(call).catch(() => null));
    const number = (name: string): number => Number(Reflect.get(Object(state), name) ?? 0);
    return {
      elements: number('elements'),
      characters: number('characters'),
      hash: number('hash'),
      height: number('height'),
    };
  }

  /** Whether something comes true within a while. */
  async comes(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      if (await isTrue()) return true;
      if (performance.now() > deadline) return false;
      await this.tab.pause(100);
    }
  }

  /** Whether the page has more than can be read. */
  async isTooLarge(): Promise<boolean> {
    const { elements, characters } = await this.state();
    return elements > maxElements || characters > this.policy.request.settings.maxBytes;
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    const asked = this.policy.askedMs - this.#askedBefore;
    return performance.now() - this.#began - asked > this.#limitMs;
  }

  /** Lets the page open no windows. @returns how many it would have opened since the last call */
  async #guard(): Promise<number> {
    const { page } = this.tab;
    await this.tab.ask(page.evaluate(openNothing).catch(() => undefined));
    return Number(await this.tab.evaluate(callOf(leaveWindowsUnopened, windowGuard)));
  }
}

/** Number of times, in words. */
export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
