import type { PageDocument, PageElement, PageEvent } from './page-types.ts';

declare const document: PageDocument;

/** Name of the event by which the page's own world tells that it would have opened a window. */
const eventName = 'spider-studio-window';

/** Runs in the page's own world: calls of `open` open nothing, and are told. */
export const openNothing = `window.open = () => { document.dispatchEvent(new Event('${eventName}')); return null; };`;

/**
 * Runs in an isolated world: from now on, links and forms that would open a new window are not followed.
 * @returns how many windows were left unopened since the last call
 */
export function leaveWindowsUnopened({ event }: { event: string }): number {
  const key = 'windowsLeftUnopened';
  const before: unknown = Reflect.get(globalThis, key);
  Reflect.set(globalThis, key, 0);
  if (typeof before === 'number') return before;
  const count = (): void => {
    Reflect.set(globalThis, key, Number(Reflect.get(globalThis, key)) + 1);
  };
  const isNew = (target: string): boolean => {
    if (target === '' || /^_(?:self|top|parent)$/i.test(target)) return false;
    const frames = document.getElementsByTagName('iframe');
    for (let at = 0; at < frames.length; at += 1) {
      if (frames[at]?.getAttribute('name') === target) return false;
    }
    return true;
  };
  const usual = (): string => document.querySelector('base[target]')?.getAttribute('target') ?? '';
  const leave = (one: PageEvent, attribute: string | null | undefined): void => {
    if (!isNew(attribute ?? usual())) return;
    one.preventDefault();
    count();
  };
  const linkOf = (one: PageEvent): PageElement | undefined =>
    one.composedPath().find(({ localName }) => localName === 'a' || localName === 'area');
  document.addEventListener(
    'click',
    (one) => {
      const link = linkOf(one);
      if (link?.hasAttribute('href') === true) leave(one, link.getAttribute('target'));
    },
    true,
  );
  document.addEventListener(
    'submit',
    (one) => {
      const by = one.submitter?.getAttribute('formtarget') ?? null;
      leave(one, by ?? one.composedPath()[0]?.getAttribute('target'));
    },
    true,
  );
  document.addEventListener(event, count, true);
  return 0;
}

/** The input of `leaveWindowsUnopened`. */
export const windowGuard = { event: eventName };
