import type { Page } from '@playwright/test';

/**
 * Trees, tables and lists that are there and that nobody can see, a line for each; none: []. That their texts are in the
 * document says nothing: a tree without a width holds all of them. Each must have a size, and a text of it must be in the
 * window, not cut off, with nothing over it.
 */
export const unseen = (page: Page, within = 'body'): Promise<string[]> => page.evaluate(lookFor, within);

/** Runs in the page. */
function lookFor(within: string): string[] {
  /** Pixels. */
  const minSize = 8;
  const maxTexts = 200;
  const collections = '[role=tree],[role=treegrid],[role=grid],[role=table],[role=listbox],table';
  const lists = '[role=list],ul,ol,dl';
  const notShown = '.visually-hidden,[aria-hidden=true],[inert],.monaco-editor';

  function textsOf(element: Element): Range[] {
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && ranges.length < maxTexts; node = walker.nextNode()) {
      const { parentElement } = node;
      if ((node.textContent ?? '').trim() === '' || parentElement === null) continue;
      if (parentElement.closest(notShown) !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      ranges.push(range);
    }
    return ranges;
  }

  /** What of a box is in the window and cut off by nothing around it; null: nothing. */
  function shownPart(box: DOMRect, inside: Element): DOMRect | null {
    let { left, top, right, bottom } = box;
    const cut = (by: { left: number; top: number; right: number; bottom: number }) => {
      [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
      [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
    };
    cut({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    for (let each: Element | null = inside; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflow !== 'visible') cut(each.getBoundingClientRect());
    }
    return right - left < 4 || bottom - top < 4 ? null : new DOMRect(left, top, right - left, bottom - top);
  }

  function isSeen(text: Range, owner: Element): boolean {
    const holder = text.startContainer.parentElement;
    if (holder === null) return false;
    return [...text.getClientRects()].some((box) => {
      const part = shownPart(box, holder);
      if (part === null) return false;
      const there = document.elementFromPoint(part.x + part.width / 2, part.y + part.height / 2);
      return there !== null && owner.contains(there);
    });
  }

  function faultOf(element: Element): string | null {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { width, height } = element.getBoundingClientRect();
    if (width < minSize || height < minSize) return `is ${width} by ${height} pixels large`;
    const texts = textsOf(element);
    if (texts.length === 0) return element.matches(collections) ? 'holds no text' : null;
    return texts.some((text) => isSeen(text, element)) ? null : 'has no text that can be seen';
  }

  return [...document.querySelectorAll(within)]
    .flatMap((part) => [part, ...part.querySelectorAll('*')])
    .filter(
      (element) => element.matches(collections) || (element.matches(lists) && element.children.length > 0),
    )
    .filter((element) => element.closest(notShown) === null && element.checkVisibility())
    .flatMap((element) => {
      const fault = faultOf(element);
      const kind = element.getAttribute('role') ?? element.localName;
      const name = element.getAttribute('aria-label') ?? element.className;
      return fault === null ? [] : [`${kind} "${name}" ${fault}`];
    });
}
