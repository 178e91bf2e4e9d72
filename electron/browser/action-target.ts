import type { Frame, Locator } from 'playwright';
import { RenderStop } from './request-policy.ts';
import type { Tab } from './tab.ts';

/** How long a target may take to appear on a page that is quiet, in milliseconds. */
const appearMs = 1000;
/** Limit for a target to stand still with nothing in front of it, in milliseconds. */
const reachMs = 2000;

/** Why an action was not carried out: the end of a sentence. */
export class NotCarriedOut extends Error {
  override readonly name = 'NotCarriedOut';
}

/** A selector as messages show it. */
export function named(selector: string): string {
  return `"${selector.length > 200 ? `${selector.slice(0, 199)}…` : selector}"`;
}

/** Limit for the answer of a frame, in milliseconds. */
const frameMs = 1000;
/** Most frames of a page that are looked into. */
const maxFrames = 50;

/**
 * The element that an action is for: the first visible one that its selector matches, at the time it is looked for. What is in no
 * document of its own comes before what is in a frame.
 */
export class ActionTarget {
  readonly #tab: Tab;
  readonly #selector: string;
  /** The frame with the element, when it was last looked for. */
  #frame: Frame;
  /** Whether something is in front of it, so that no mouse reaches it. */
  #isCovered = false;

  constructor(tab: Tab, selector: string) {
    this.#tab = tab;
    this.#selector = selector;
    this.#frame = tab.page.mainFrame();
  }

  get #locator(): Locator {
    return this.#visibleIn(this.#frame);
  }

  #visibleIn(frame: Frame): Locator {
    return frame.locator(`css=${this.#selector}`).filter({ visible: true }).first();
  }

  /** The frame that holds the element, if it is not the page itself; null: it is. */
  get frame(): Frame | null {
    return this.#frame === this.#tab.page.mainFrame() ? null : this.#frame;
  }

  /** Where the element is, as the end of a sentence; empty: in the page itself. */
  get where(): string {
    return this.frame === null ? '' : ` in a frame of ${URL.parse(this.#frame.url())?.host ?? 'the page'}`;
  }

  /** Whether any element matches, visible or not. */
  async isAttached(): Promise<boolean> {
    return this.#isFound((frame) => frame.locator(`css=${this.#selector}`));
  }

  /** Looks for elements in the page, and then in its frames. */
  async #isFound(elementsIn: (frame: Frame) => Locator): Promise<boolean> {
    for (const frame of this.#tab.page.frames().slice(0, maxFrames)) {
      const counting = elementsIn(frame).count();
      const isPage = frame === this.#tab.page.mainFrame();
      const count = await this.#asked(isPage ? counting : unlessStuck(counting));
      if ((count ?? 0) === 0) continue;
      this.#frame = frame;
      return true;
    }
    return false;
  }

  /** Whether it can be clicked, or can within a while. */
  async readiness(): Promise<'ready' | 'disabled' | 'gone'> {
    return this.#stateSoon();
  }

  /** Whether it is visible and enabled, or becomes so within a while. */
  async becomesReady(): Promise<boolean> {
    return (await this.#stateSoon()) === 'ready';
  }

  /** @throws NotCarriedOut if it is not there, or disabled */
  async mustBeReady(): Promise<void> {
    const state = await this.#stateSoon();
    if (state === 'gone') throw new NotCarriedOut(`${named(this.#selector)} is not on the page`);
    if (state === 'disabled') throw new NotCarriedOut(`${named(this.#selector)} is disabled`);
  }

  /** Clicks with the mouse; where no mouse reaches the target, because something is in front or it never stands still, on the element itself. */
  async click(): Promise<void> {
    if (!this.#isCovered) {
      const reached = await this.#tried(this.#locator.click({ trial: true, timeout: reachMs }), reachMs);
      this.#isCovered = !reached;
      if (reached && (await this.#isClickedByMouse())) return;
    }
    const click = this.#locator.dispatchEvent('click', {}, { timeout: reachMs });
    if (!(await this.#tried(click, reachMs)) && (await this.#state()) === 'gone') {
      throw new NotCarriedOut(`${named(this.#selector)} went away before it was clicked`);
    }
  }

  /** Clicks with the mouse. @returns whether the button was pressed: a page that is drawn slowly may never let it come to that */
  async #isClickedByMouse(): Promise<boolean> {
    try {
      await this.#tab.ask(this.#locator.click({ noWaitAfter: true, timeout: reachMs }), reachMs);
      return true;
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      return error instanceof Error && error.message.includes('performing click action');
    }
  }

  /** Writes into a field, or chooses from a list by value or label. @throws NotCarriedOut */
  async fill(value: string): Promise<void> {
    const isList = (await this.#asked(this.#locator.evaluate(nameOf))) === 'select';
    const filling = isList
      ? this.#locator.selectOption(value, { timeout: reachMs })
      : this.#locator.fill(value, { timeout: reachMs });
    if (await this.#tried(filling, reachMs)) return;
    const why = isList ? 'has no such choice' : 'is no field to fill';
    throw new NotCarriedOut(`${named(this.#selector)} ${why}`);
  }

  async #stateSoon(): Promise<'ready' | 'disabled' | 'gone'> {
    const deadline = performance.now() + appearMs;
    for (;;) {
      const state = await this.#state();
      if (state === 'ready' || performance.now() > deadline) return state;
      await this.#tab.pause(100);
    }
  }

  async #state(): Promise<'ready' | 'disabled' | 'gone'> {
    if (!(await this.#isFound((frame) => this.#visibleIn(frame)))) return 'gone';
    const isEnabled = await this.#asked(this.#locator.isEnabled({ timeout: appearMs }));
    return isEnabled === null ? 'gone' : isEnabled ? 'ready' : 'disabled';
  }

  /** The answer of the page; null where the element or the page went away meanwhile. @throws NotCarriedOut */
  async #asked<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await this.#tab.ask(work);
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      if (isNotUnderstood(error)) {
        throw new NotCarriedOut(`${named(this.#selector)} is not understood by the browser`);
      }
      return null;
    }
  }

  /** Whether a step succeeds. */
  async #tried(work: Promise<unknown>, extraMs: number): Promise<boolean> {
    try {
      await this.#tab.ask(work, extraMs);
      return true;
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      return false;
    }
  }
}

/** The answer of a frame; null where a script of it hangs, which is no reason to give the page up. */
async function unlessStuck<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), frameMs);
  });
  try {
    return await Promise.race([answer, stuck]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs in the page. */
const nameOf = (element: object): unknown => Reflect.get(element, 'localName');

function isNotUnderstood(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /while parsing|not a valid selector|Unknown engine|Unexpected token/i.test(text);
}
