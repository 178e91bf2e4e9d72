import type { ActionStep } from '../../shared/spider/browser-actions.ts';
import { problem } from '../fetch/problem.ts';
import { ActingPage, times as counted, type PageState } from './acting-page.ts';
import { longestActions } from './action-limits.ts';
import { ActionTarget, NotCarriedOut, named } from './action-target.ts';
import { callOf, scrollPage } from './page-scripts.ts';
import { RenderStop, type RequestPolicy } from './request-policy.ts';
import type { Tab } from './tab.ts';
import type { PageAction } from './types.ts';

/** How long a page may take to change after a click or a scroll, in milliseconds. */
const changeMs = 1000;
/** Limit of `wait_for`, in milliseconds. */
const awaitedMs = 30_000;

/** Carries out the actions of a page that has loaded. */
export class PageActions {
  readonly #tab: Tab;
  readonly #policy: RequestPolicy;
  readonly #page: ActingPage;

  /** @param settle waits until the page is quiet */
  constructor(tab: Tab, policy: RequestPolicy, settle: () => Promise<void>) {
    this.#tab = tab;
    this.#policy = policy;
    this.#page = new ActingPage(tab, policy, settle, longestActions(policy.request.settings.actions));
  }

  /**
   * Carries out the actions that are meant for the page, in order.
   * @param told receives what each did, in sentences, as far as they come
   * @throws RenderStop if a required action cannot be carried out, or leads where the crawl must not go
   */
  async run(told: string[]): Promise<void> {
    await this.#page.during(() => this.#runAll(this.#policy.request.settings.actions, told));
  }

  async #runAll(actions: readonly PageAction[], told: string[]): Promise<void> {
    for (const action of actions) {
      if (!action.applies(this.#policy.url)) continue;
      if (this.#page.isOver) {
        told.push(`${action.label} and those after it are left out: the time for actions is over.`);
        break;
      }
      const mark = await this.#page.begin();
      told.push(await this.#carryOut(action));
      told.push(...(await this.#page.consequences(mark)));
    }
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
        await this.#page.rest(0);
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
    const clicked = (end: string): string =>
      `Clicked ${named(selector)}${target.where} ${counted(clicks)}${end}`;
    for (;;) {
      const before = await this.#page.state(target.frame);
      await target.click();
      clicks += 1;
      await this.#page.rest(waitMs);
      if (until === null && clicks === times) return clicked('');
      if (until === 'no-change' && !(await this.#changesFrom(before, target))) {
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
    await this.#page.rest(0);
    return `Dismissed ${named(selector)}${target.where}`;
  }

  /** What is filled in is not told: it may be private. */
  async #fill({ selector, value }: Extract<ActionStep, { kind: 'fill' }>): Promise<string> {
    const target = new ActionTarget(this.#tab, selector);
    await target.mustBeReady();
    await target.fill(value);
    await this.#page.rest(0);
    return `Filled ${named(selector)}${target.where}`;
  }

  async #scroll({ times, waitMs }: Extract<ActionStep, { kind: 'scroll' }>): Promise<string> {
    for (let scrolls = 1; ; scrolls += 1) {
      const before = await this.#page.state();
      await this.#tab.evaluate(callOf(scrollPage, { move: true }));
      await this.#page.rest(waitMs);
      const said = `Scrolled to the end ${counted(scrolls)}`;
      if (scrolls === times) return said;
      const grows = async (): Promise<boolean> => {
        const now = await this.#page.state();
        return now.height > before.height || now.elements > before.elements;
      };
      if (!(await this.#page.comes(grows, changeMs))) return `${said}, until the page no longer grew`;
      const stop = await this.#mustStop();
      if (stop !== null) return `${said}${stop}`;
    }
  }

  async #waitFor(selector: string): Promise<string> {
    const timeout = Math.min(awaitedMs, this.#policy.request.settings.timeoutMs);
    const target = new ActionTarget(this.#tab, selector);
    if (!(await this.#page.comes(() => target.isAttached(), timeout))) {
      throw new NotCarriedOut(`${named(selector)} did not appear within ${timeout / 1000} seconds`);
    }
    return `Waited for ${named(selector)}${target.where}`;
  }

  async #changesFrom({ elements, hash }: PageState, { frame }: ActionTarget): Promise<boolean> {
    return this.#page.comes(async () => {
      const now = await this.#page.state(frame);
      return now.elements !== elements || now.hash !== hash;
    }, changeMs);
  }

  /** Why an action must not go on, as the end of its sentence; null: it may. */
  async #mustStop(): Promise<string | null> {
    if (this.#page.isOver) return ', until the time for actions was over';
    return (await this.#page.isTooLarge()) ? ', until the page was too large' : null;
  }
}
