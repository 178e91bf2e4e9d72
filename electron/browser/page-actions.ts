import type { Dialog } from 'playwright';
import type { ActionStep } from '../../shared/spider/browser-actions.ts';
import { problem } from '../fetch/problem.ts';
import { longestActions } from './action-limits.ts';
import { ActionTarget, NotCarriedOut, named } from './action-target.ts';
import { callOf, pageState, scrollPage } from './page-scripts.ts';
import { RenderStop, withoutHash, type PolicyMark, type RequestPolicy } from './request-policy.ts';
import type { Tab } from './tab.ts';
import type { PageAction } from './types.ts';
import { leaveWindowsUnopened, openNothing, windowGuard } from './window-guard.ts';

/** How long a page may take to change after a click or a scroll, in milliseconds. */
const changeMs = 1000;
/** Limit of `wait_for`, in milliseconds. */
const awaitedMs = 30_000;
/** Above this number of elements a page cannot be read, and actions end. */
const maxElements = 1_000_000;

interface State {
  elements: number;
  characters: number;
  hash: number;
  height: number;
}

/** Carries out the actions of a page that has loaded. */
export class PageActions {
  readonly #tab: Tab;
  readonly #policy: RequestPolicy;
  /** Waits until the page is quiet. */
  readonly #settle: () => Promise<void>;
  readonly #limitMs: number;
  #began = 0;
  #askedBefore = 0;
  #dialogs = 0;
  #windows = 0;

  constructor(tab: Tab, policy: RequestPolicy, settle: () => Promise<void>) {
    this.#tab = tab;
    this.#policy = policy;
    this.#settle = settle;
    this.#limitMs = longestActions(policy.request.settings.actions);
  }

  /**
   * Carries out the actions that are meant for the page, in order.
   * @returns what each did, in sentences
   * @throws RenderStop if a required action cannot be carried out, or leads where the crawl must not go
   */
  async run(): Promise<string[]> {
    const { page } = this.#tab;
    const onDialog = (dialog: Dialog): void => {
      this.#dialogs += 1;
      const closed = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
      closed.catch(() => undefined);
    };
    const onPopup = (): void => {
      this.#windows += 1;
    };
    this.#began = performance.now();
    this.#askedBefore = this.#policy.askedMs;
    page.on('dialog', onDialog).on('popup', onPopup);
    try {
      return await this.#runAll(this.#policy.request.settings.actions);
    } finally {
      page.off('dialog', onDialog).off('popup', onPopup);
    }
  }

  async #runAll(actions: readonly PageAction[]): Promise<string[]> {
    const told: string[] = [];
    for (const action of actions) {
      if (!action.applies(this.#policy.url)) continue;
      if (this.#isOver()) {
        told.push(`${action.label} and those after it are left out: the time for actions is over.`);
        break;
      }
      [this.#dialogs, this.#windows] = [0, 0];
      const mark = this.#policy.mark();
      await this.#guard();
      told.push(await this.#carryOut(action));
      this.#windows += await this.#guard();
      told.push(...this.#consequences(mark));
    }
    return told;
  }

  /** Lets the page open no windows. @returns how many it would have opened since the last call */
  async #guard(): Promise<number> {
    const { page } = this.#tab;
    await this.#tab.ask(page.evaluate(openNothing).catch(() => undefined));
    return Number(await this.#tab.evaluate(callOf(leaveWindowsUnopened, windowGuard)));
  }

  async #carryOut({ label, step, required }: PageAction): Promise<string> {
    try {
      return `${await this.#perform(step)}.`;
    } catch (error) {
      if (error instanceof RenderStop || !(error instanceof NotCarriedOut)) throw error;
      const message = `${label} was not carried out: ${error.message}.`;
      if (required) throw new RenderStop(problem('action', message));
      return message;
    }
  }

  /** What an action led to besides, in sentences. */
  #consequences(mark: PolicyMark): string[] {
    const told: string[] = [];
    const { url, arrivals } = this.#policy;
    if (arrivals > mark.arrivals) told.push(`That led to ${withoutHash(url)}.`);
    else if (url !== mark.url) {
      told.push(`That led to ${withoutHash(url)}, which is no page.`);
      this.#policy.restore(mark);
    }
    if (this.#dialogs > 0) told.push('The page showed a dialog, which was closed.');
    if (this.#windows > 0) told.push('A new window was not opened.');
    return told;
  }

  /** @returns what was done, as a sentence without its stop. @throws NotCarriedOut */
  async #perform(step: ActionStep): Promise<string> {
    switch (step.kind) {
      case 'click':
        return this.#click(step);
      case 'dismiss':
        return this.#dismiss(step.selector);
      case 'fill':
        return this.#fill(step);
      case 'press':
        await this.#tab.ask(this.#tab.page.keyboard.press(step.key));
        await this.#rest(0);
        return `Pressed ${step.key}`;
      case 'scroll':
        return this.#scroll(step);
      case 'wait_for':
        return this.#waitFor(step.selector);
      default:
        return step satisfies never;
    }
  }

  async #click({ selector, times, until, waitMs }: Extract<ActionStep, { kind: 'click' }>): Promise<string> {
    const target = new ActionTarget(this.#tab, selector);
    await target.mustBeReady();
    let clicks = 0;
    const clicked = (end: string): string => `Clicked ${named(selector)} ${counted(clicks)}${end}`;
    for (;;) {
      const before = await this.#state();
      await target.click();
      clicks += 1;
      await this.#rest(waitMs);
      if (until === null && clicks === times) return clicked('');
      if (until === 'no-change' && !(await this.#changesFrom(before))) {
        return clicked(', until nothing changed');
      }
      if (!(await target.becomesReady())) return clicked(', until it was gone');
      if (clicks === times) {
        return clicked(until === 'gone' ? ', and it is still there' : ', and the page still changes');
      }
      const stop = await this.#mustStop();
      if (stop !== null) return clicked(stop);
    }
  }

  async #dismiss(selector: string): Promise<string> {
    const target = new ActionTarget(this.#tab, selector);
    await target.mustBeReady();
    await target.click();
    await this.#rest(0);
    return `Dismissed ${named(selector)}`;
  }

  /** What is filled in is not told: it may be private. */
  async #fill({ selector, value }: Extract<ActionStep, { kind: 'fill' }>): Promise<string> {
    const target = new ActionTarget(this.#tab, selector);
    await target.mustBeReady();
    await target.fill(value);
    await this.#rest(0);
    return `Filled ${named(selector)}`;
  }

  async #scroll({ times, waitMs }: Extract<ActionStep, { kind: 'scroll' }>): Promise<string> {
    for (let scrolls = 1; ; scrolls += 1) {
      const before = await this.#state();
      await this.#tab.evaluate(callOf(scrollPage, { move: true }));
      await this.#rest(waitMs);
      const said = `Scrolled to the end ${counted(scrolls)}`;
      if (scrolls === times) return said;
      const grows = (now: State): boolean => now.height > before.height || now.elements > before.elements;
      if (!(await this.#comes(grows))) return `${said}, until the page no longer grew`;
      const stop = await this.#mustStop();
      if (stop !== null) return `${said}${stop}`;
    }
  }

  async #waitFor(selector: string): Promise<string> {
    const timeout = Math.min(awaitedMs, this.#policy.request.settings.timeoutMs);
    const began = performance.now();
    const target = new ActionTarget(this.#tab, selector);
    while (!(await target.isAttached())) {
      if (performance.now() - began > timeout) {
        throw new NotCarriedOut(`${named(selector)} did not appear within ${timeout / 1000} seconds`);
      }
      await this.#tab.pause(100);
    }
    return `Waited for ${named(selector)}`;
  }

  /** Waits after a step: for a time, for its turn if it leads to another page, and until the page is quiet. */
  async #rest(ms: number): Promise<void> {
    await this.#tab.pause(ms);
    do {
      while (this.#policy.isAsking) await this.#tab.pause(25);
      await this.#settle();
    } while (this.#policy.isAsking);
  }

  async #state(): Promise<State> {
    const state = await this.#tab.evaluate(callOf(pageState, {}));
    const number = (name: string): number => Number(Reflect.get(Object(state), name) ?? 0);
    return {
      elements: number('elements'),
      characters: number('characters'),
      hash: number('hash'),
      height: number('height'),
    };
  }

  async #changesFrom({ elements, hash }: State): Promise<boolean> {
    return this.#comes((now) => now.elements !== elements || now.hash !== hash);
  }

  /** Whether the page is, or becomes within a while, as it is wanted. */
  async #comes(isWanted: (state: State) => boolean): Promise<boolean> {
    const deadline = performance.now() + changeMs;
    for (;;) {
      if (isWanted(await this.#state())) return true;
      if (performance.now() > deadline) return false;
      await this.#tab.pause(100);
    }
  }

  /** Why an action must not go on, as the end of its sentence; null: it may. */
  async #mustStop(): Promise<string | null> {
    if (this.#isOver()) return ', until the time for actions was over';
    const { elements, characters } = await this.#state();
    const isTooLarge = elements > maxElements || characters > this.#policy.request.settings.maxBytes;
    return isTooLarge ? ', until the page was too large' : null;
  }

  /** Whether the time for actions is over; the time that was waited for turns does not count. */
  #isOver(): boolean {
    const asked = this.#policy.askedMs - this.#askedBefore;
    return performance.now() - this.#began - asked > this.#limitMs;
  }
}

const counted = (times: number): string => (times === 1 ? 'once' : `${times} times`);
