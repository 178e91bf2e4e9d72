import { callOf } from '../page-scripts.ts';
import type { Seen, SeenTarget } from './seen.ts';
import type { WatchedDocument, WatchedElement, WatchedEvent } from './watch-types.ts';

declare const document: WatchedDocument;
declare const Event: new (type: string, init: { bubbles: boolean }) => object;
declare const MutationObserver: new (callback: () => void) => {
  observe(
    element: WatchedElement,
    what: { childList: boolean; subtree: boolean; characterData: boolean },
  ): void;
};
declare const top: unknown;
declare const location: { href: string };
declare const getSelection: () => { toString(): string } | null;
declare const getComputedStyle: (element: WatchedElement) => { position: string; visibility: string };

/** The input of `watchPerson`. */
export interface WatchInput {
  /** The function of its world that takes reports. */
  report: string;
  markAttribute: string;
}

/**
 * Runs in an isolated world of each document, where scripts of the page neither see nor change it: tells what a person does. Only
 * events of the person count, and what is written into fields for secrets is not even read. Its source text is sent, so it uses
 * nothing of this file but types.
 */
export function watchPerson({ report, markAttribute }: WatchInput): void {
  const key = 'spiderStudioWatches';
  if (Reflect.get(globalThis, key) === true) return;
  Reflect.set(globalThis, key, true);
  const tell = (seen: Seen): void => {
    const send: unknown = Reflect.get(globalThis, report);
    if (typeof send === 'function') Reflect.apply(send, null, [JSON.stringify(seen)]);
  };
  const isTop = globalThis === top;
  const goneAfterMs = 700;
  /** How long a page may scroll on after a person has moved it, in milliseconds. */
  const scrollMs = 1500;
  const mostElements = 60_000;
  const mostCharacters = 5_000_000;
  const usable =
    'a[href], area[href], button, input, select, textarea, label, summary, option, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=checkbox], [role=switch], [role=radio], [onclick]';
  const numbers = new WeakMap<WatchedElement, number>();
  const secrets = new WeakSet<WatchedElement>();
  let lastElement = 0;
  let lastClick = 0;
  let filled: WatchedElement | null = null;
  let pressedOn: WatchedElement | null = null;
  let atEnd = false;
  let scrolledAt = -Infinity;
  let choosing: WatchedElement | null = null;

  const numberOf = (element: WatchedElement): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    lastElement += 1;
    numbers.set(element, lastElement);
    return lastElement;
  };
  const isField = ({ localName, type }: WatchedElement): boolean =>
    localName === 'textarea' ||
    (localName === 'input' && !/^(?:button|submit|reset|image|checkbox|radio|file)$/.test(type ?? ''));
  const isSecret = (element: WatchedElement): boolean => {
    if (element.type === 'password') secrets.add(element);
    const named = `${element.getAttribute('autocomplete') ?? ''} ${element.getAttribute('name') ?? ''} ${element.id}`;
    return (
      secrets.has(element) ||
      /password|passwd|passphrase|one-time-code|\botp\b|\bcc-|\bcvc\b|\bpin\b/i.test(named)
    );
  };
  const isInLogin = (element: WatchedElement): boolean => {
    const form = element.form ?? element.closest('form');
    const fields = form?.querySelectorAll('input') ?? [];
    for (let at = 0; at < fields.length; at += 1) {
      const field = fields[at];
      if (field !== undefined && isSecret(field)) return true;
    }
    return false;
  };
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const roughly = (element: WatchedElement): string => {
    if (element.id !== '') return `[id=${quoted(element.id)}]`;
    for (const name of ['name', 'data-testid', 'aria-label', 'title']) {
      const value = element.getAttribute(name);
      if (value !== null && value !== '') return `${element.localName}[${name}=${quoted(value)}]`;
    }
    const classes = element.getAttribute('class')?.trim() ?? '';
    return classes === '' ? element.localName : `${element.localName}[class=${quoted(classes)}]`;
  };
  /** The document as it stands, with the element marked. The copy loads nothing and runs nothing. */
  const marked = (element: WatchedElement): string | null => {
    const root = document.documentElement;
    if (root === null || element.getRootNode() !== document) return null;
    if (document.getElementsByTagName('*').length > mostElements) return null;
    const path: number[] = [];
    for (let at = element; at !== root;) {
      const parent = at.parentElement;
      if (parent === null) return null;
      let index = 0;
      while (parent.children[index] !== at) index += 1;
      path.unshift(index);
      at = parent;
    }
    const copy = document.implementation.createHTMLDocument('').importNode(root, true);
    let found: WatchedElement | undefined = copy;
    for (const index of path) found = found?.children[index];
    found?.setAttribute(markAttribute, '');
    const silent = copy.querySelectorAll('noscript');
    for (let at = 0; at < silent.length; at += 1) {
      const one = silent[at];
      if (one !== undefined) one.textContent = '';
    }
    const html = copy.outerHTML;
    return html.length > mostCharacters ? null : html;
  };
  const targetOf = (element: WatchedElement): SeenTarget => ({
    element: numberOf(element),
    html: marked(element),
    rough: roughly(element),
    inLogin: isInLogin(element),
  });
  const covers = (element: WatchedElement): boolean => {
    for (let at: WatchedElement | null = element; at !== null; at = at.parentElement) {
      if (at.localName === 'body' || at.localName === 'html') return false;
      const named = `${at.id} ${at.getAttribute('class') ?? ''} ${at.getAttribute('role') ?? ''}`;
      if (/cookie|consent|gdpr|banner|modal|overlay|popup|newsletter|dialog/i.test(named)) return true;
      if (at.localName === 'dialog' || getComputedStyle(at).position === 'fixed') return true;
    }
    return false;
  };
  const leads = (element: WatchedElement): boolean => {
    const link = element.closest('a[href], area[href]');
    if (link === null || !/^https?:/.test(link.href ?? '')) return false;
    return link.href?.split('#', 1)[0] !== location.href.split('#', 1)[0];
  };
  const isGone = (element: WatchedElement): boolean =>
    !element.isConnected ||
    element.getClientRects().length === 0 ||
    getComputedStyle(element).visibility === 'hidden';
  const first = (event: WatchedEvent): WatchedElement | null => event.composedPath()[0] ?? null;
  /** Listens to what a person does. Anything that goes wrong concerns the list of actions only, never the page. */
  const listen = (type: string, hear: (event: WatchedEvent, at: WatchedElement) => void): void => {
    document.addEventListener(
      type,
      (event) => {
        const at = first(event);
        if (!event.isTrusted || at === null || typeof at.closest !== 'function') return;
        hear(event, at);
      },
      true,
    );
  };

  listen('click', (event, at) => {
    const element = at.closest(usable) ?? at;
    // A click that a key or a label made: the key press or the click on the label stands for it.
    if (event.detail === 0 && pressedOn !== element) return;
    if (element.localName === 'select' || element.localName === 'option' || isField(element)) return;
    if (element.localName === 'label' && element.control !== null && element.control !== undefined) {
      if (isField(element.control) || element.control.localName === 'select') return;
    }
    lastClick += 1;
    const click = lastClick;
    tell({ kind: 'click', click, target: targetOf(element), leads: leads(element), covers: covers(element) });
    setTimeout(() => {
      if (!isGone(element)) return;
      const withFrame = !isTop && document.documentElement?.getClientRects().length === 0;
      tell({ kind: 'gone', click, withFrame });
    }, goneAfterMs);
  });

  const write = (element: WatchedElement, value: string): void => {
    if (isSecret(element)) return tell({ kind: 'secret' });
    if (filled === element) return tell({ kind: 'refill', element: numberOf(element), value });
    filled = element;
    tell({ kind: 'fill', target: targetOf(element), value });
  };
  listen('input', (_event, at) => {
    if (isField(at) && at.type !== 'range' && at.type !== 'color')
      write(at, isSecret(at) ? '' : (at.value ?? ''));
  });
  listen('focus', (_event, at) => void isSecret(at));
  listen('wheel', () => {
    scrolledAt = performance.now();
  });
  listen('keydown', (event, at) => {
    scrolledAt = performance.now();
    pressedOn = event.key === 'Enter' || event.key === ' ' ? at : null;
    filled = event.key === 'Enter' || event.key === 'Tab' ? null : filled;
    if (event.key === 'Escape') return tell({ kind: 'press', key: 'Escape', inLogin: isInLogin(at) });
    if (event.key !== 'Enter' || !isField(at) || at.localName === 'textarea') return undefined;
    return tell({ kind: 'press', key: 'Enter', inLogin: isInLogin(at) });
  });

  // Scripts change titles without going anywhere.
  const watchTitle = (): void => {
    const head = document.querySelector('head');
    if (head === null || !isTop) return;
    let title = document.title;
    const look = (): void => {
      if (document.title !== title) tell({ kind: 'title', title: document.title });
      title = document.title;
    };
    new MutationObserver(look).observe(head, { childList: true, subtree: true, characterData: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watchTitle, true);
  else watchTitle();
  document.addEventListener(
    'scroll',
    () => {
      const page = isTop ? document.scrollingElement : null;
      if (page === null || page.scrollHeight <= page.clientHeight + 1) return;
      const isNow = page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
      if (isNow && !atEnd && performance.now() - scrolledAt < scrollMs) tell({ kind: 'end' });
      atEnd = isNow;
    },
    true,
  );

  // A browser shows the list of choices in a window of its own, which is in no picture of the page.
  listen('mousedown', (event, at) => {
    const list = at.closest('select');
    if (list === null || event.button !== 0 || list.multiple === true || (list.size ?? 0) > 1) {
      if (choosing !== null) tell({ kind: 'choices', choices: null });
      return;
    }
    event.preventDefault();
    list.focus();
    choosing = list;
    const { left, top: above, width, height } = list.getBoundingClientRect();
    const options = Array.from(list.options ?? [], ({ label, disabled }) => ({
      label: label.slice(0, 200),
      disabled,
    })).slice(0, 1000);
    const chosen = list.selectedIndex ?? -1;
    tell({
      kind: 'choices',
      choices: {
        x: left - event.clientX,
        y: above - event.clientY,
        width,
        height,
        options,
        chosen: chosen < 0 ? null : chosen,
      },
    });
  });
  Reflect.set(globalThis, 'spiderStudioChoose', (index: number | null): void => {
    const list = choosing;
    choosing = null;
    if (list === null || index === null || list.options?.[index] === undefined) return;
    list.selectedIndex = index;
    list.dispatchEvent(new Event('input', { bubbles: true }));
    list.dispatchEvent(new Event('change', { bubbles: true }));
    filled = null;
    write(list, list.options[index]?.label.trim() ?? '');
    filled = null;
  });
}

/** The expression that chooses an entry of the open list of choices. */
export const chooseCall = (index: number | null): string =>
  `globalThis.spiderStudioChoose?.(${JSON.stringify(index)})`;

/** The expression for what is selected where the keyboard is; empty: nothing, or the keyboard is elsewhere. */
export const selectionCall = callOf(selectedText, null);

function selectedText(): string {
  const at = document.activeElement;
  if (!document.hasFocus() || at?.localName === 'iframe' || at?.localName === 'frame') return '';
  if (at?.localName !== 'input' && at?.localName !== 'textarea') return getSelection()?.toString() ?? '';
  if (at.type === 'password') return '';
  return at.value?.slice(at.selectionStart ?? 0, at.selectionEnd ?? 0) ?? '';
}

/** The expression for whether a document shows something that a selector matches. */
export const matchCall = (selector: string): string => callOf(showsMatch, selector);

function showsMatch(selector: string): boolean {
  return Array.from(document.querySelectorAll(selector)).some(
    (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden',
  );
}
