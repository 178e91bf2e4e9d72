import type { GivenAction } from '../../../../shared/spider/actions-schema.ts';
import type { LiveAction } from '../../../../shared/contract/types.ts';
import type { Seen, SeenAt, SeenTarget } from '../../../browser/live/seen.ts';

/** Names an element by a selector; selectors that are known already come first. */
export type NameElement = (target: SeenTarget, known: readonly string[]) => string;

/** The most actions that are kept, as many as BROWSER_ACTIONS may have. */
const maxActions = 100;

interface Entry {
  id: number;
  kind: 'click' | 'fill' | 'press' | 'scroll';
  /** The element in its document; null: none. */
  element: number | null;
  document: number;
  /** Names the document within the page: that of the page, or of a frame. */
  place: string;
  selector: string;
  value: string;
  key: string;
  times: number;
  /** Numbers of the clicks that it stands for. */
  clicks: number[];
  /** Whether its element lay in something in front of the page. */
  covers: boolean;
  /** Whether its element has gone away after the last click. */
  isGone: boolean;
  /** Whether it was a link to another document. */
  leads: boolean;
  url: string;
}

/**
 * Makes actions for BROWSER_ACTIONS of what a person does on a live page. What is done in a form that asks for a secret is left out: a
 * login is kept as a login.
 */
export class Recorder {
  readonly #name: NameElement;
  readonly #entries: Entry[] = [];
  #lastId = 0;
  #document = 0;
  #hasSecret = false;

  constructor(name: NameElement) {
    this.#name = name;
  }

  /** Whether a secret was typed. */
  get hasSecret(): boolean {
    return this.#hasSecret;
  }

  /** In the order in which they were done. */
  get actions(): LiveAction[] {
    return this.#entries.map((entry) => ({ id: entry.id, action: actionOf(entry) }));
  }

  /** Takes what a page tells. @returns whether the actions are others now */
  see(seen: Seen, at: SeenAt): boolean {
    switch (seen.kind) {
      case 'click':
        return this.#click(seen, at);
      case 'gone': {
        const entry = this.#entries.find(
          (each) => this.#isHere(each, at.place) && each.clicks.includes(seen.click),
        );
        if (entry === undefined) return false;
        entry.isGone = entry.clicks.at(-1) === seen.click;
        // A frame that goes away with the click in it was in front of the page.
        entry.covers ||= seen.withFrame;
        return true;
      }
      case 'fill':
        return this.#fill(seen, at);
      case 'refill': {
        const entry = this.#last();
        if (entry?.kind !== 'fill' || entry.element !== seen.element || entry.place !== at.place)
          return false;
        entry.value = seen.value;
        return true;
      }
      case 'secret':
        this.#hasSecret = true;
        return true;
      case 'press':
        if (seen.inLogin) return false;
        return this.#add({ kind: 'press', key: seen.key }, at);
      case 'end':
        return this.#scroll(at);
      case 'title':
      case 'choices':
        return false;
      default:
        return seen satisfies never;
    }
  }

  /** The page shows another document. A link that led to it is left out: a crawl follows links by its rules. */
  arrived(): boolean {
    const last = this.#last();
    const byLink = last?.document === this.#document && last.kind === 'click' && last.leads;
    this.#document += 1;
    if (byLink) this.#entries.pop();
    return byLink;
  }

  /** A person goes somewhere else by hand: no link leads there. */
  goes(): void {
    const last = this.#last();
    if (last !== undefined) last.leads = false;
  }

  /** Leaves actions out. */
  forget(ids: readonly number[]): void {
    for (let at = this.#entries.length - 1; at >= 0; at -= 1) {
      if (ids.includes(this.#entries[at]?.id ?? 0)) this.#entries.splice(at, 1);
    }
  }

  /** The last action, if it has a target. */
  get lastTarget(): { id: number; selector: string; place: string } | null {
    const last = this.#last();
    return last === undefined || last.selector === '' ? null : last;
  }

  #isHere({ document, place }: Entry, here: string): boolean {
    return document === this.#document && place === here;
  }

  #last(): Entry | undefined {
    return this.#entries.at(-1);
  }

  #click({ click, target, leads, covers }: Extract<Seen, { kind: 'click' }>, at: SeenAt): boolean {
    if (target.inLogin) return false;
    const last = this.#last();
    const before = last?.kind === 'click' && this.#isHere(last, at.place) ? last : null;
    const known = before?.element === target.element ? before.selector : null;
    const selector = known ?? this.#name(target, before === null ? [] : [before.selector]);
    if (before !== null && before.selector === selector) {
      before.times += 1;
      before.clicks.push(click);
      before.element = target.element;
      return true;
    }
    const { element } = target;
    return this.#add({ kind: 'click', element, selector, clicks: [click], covers, leads }, at);
  }

  #fill({ target, value }: Extract<Seen, { kind: 'fill' }>, at: SeenAt): boolean {
    if (target.inLogin) return false;
    const last = this.#last();
    if (last?.kind === 'fill' && last.element === target.element && this.#isHere(last, at.place)) {
      last.value = value;
      return true;
    }
    return this.#add({ kind: 'fill', element: target.element, selector: this.#name(target, []), value }, at);
  }

  #scroll(at: SeenAt): boolean {
    const last = this.#last();
    if (last?.kind !== 'scroll' || last.document !== this.#document) return this.#add({ kind: 'scroll' }, at);
    last.times += 1;
    return true;
  }

  #add(part: Partial<Entry> & Pick<Entry, 'kind'>, { url, place }: SeenAt): boolean {
    if (this.#entries.length >= maxActions) return false;
    this.#lastId += 1;
    this.#entries.push({
      id: this.#lastId,
      element: null,
      document: this.#document,
      place,
      selector: '',
      value: '',
      key: '',
      times: 1,
      clicks: [],
      covers: false,
      isGone: false,
      leads: false,
      url,
      ...part,
    });
    return true;
  }
}

function actionOf({ kind, selector, value, key, times, covers, isGone, url }: Entry): GivenAction {
  const on = [patternOf(url)];
  switch (kind) {
    case 'click':
      // A banner stands before any page, and is gone for the others once it was closed.
      if (covers && isGone) return { dismiss: selector };
      return { click: selector, ...(times === 1 ? {} : { times: Math.min(times, 1000) }), on };
    case 'fill':
      return { fill: selector, value, on };
    case 'press':
      return { press: key === 'Escape' ? 'Escape' : 'Enter', on };
    case 'scroll':
      return { scroll: 'end', times, on };
    default:
      return kind satisfies never;
  }
}

/** A pattern for the addresses of one page, whatever its query is. */
function patternOf(url: string): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return `//${`${host}${pathname}`.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?:[?#]|$)`;
}
