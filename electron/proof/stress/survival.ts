import { cloneNode, isTag, type AnyNode, type Element } from 'domhandler';
import { changes } from '../../authoring/selectors/changes.ts';
import { selectEntries } from '../../extract/entries.ts';
import { isJson } from '../../extract/scope.ts';
import { selectMatches } from '../../extract/select-matches.ts';
import type { PageTree } from '../../extract/tree.ts';
import { elementsBelow } from '../../extract/walk.ts';
import { languageOfRows } from '../../../shared/selectors/language.ts';
import { elementOf } from '../facts/grounding.ts';
import { mutate } from './mutations.ts';
import { randomOf } from './random.ts';

/** A selector as it stands in a document, on the page or in each of its rows. */
export interface TriedSelector {
  readonly language: 'css' | 'xpath';
  readonly selector: string;
  /** The selector of the rows; null: it is tried on the whole page. */
  readonly rows: string | null;
}

/** How many changes of a page a selector was tried on, and how many it survived. */
export interface Trials {
  readonly tried: number;
  readonly survived: number;
}

/** The element that a selector takes first, with its row. */
export function firstElement(
  page: AnyNode,
  { language, selector, rows }: TriedSelector,
): { element: Element; row: Element | null } | null {
  for (const row of rows === null ? [null] : rowsOf(page, rows)) {
    const selected = selectMatches(row ?? page, language, selector);
    const node = selected.ok ? (selected.matches[0]?.node ?? null) : null;
    const element = node === null ? null : elementOf(node);
    if (element !== null) return { element, row };
  }
  return null;
}

function rowsOf(page: AnyNode, source: string): Element[] {
  const selected = selectEntries(page, { source, language: languageOfRows(source), what: 'rows' });
  return selected.ok
    ? selected.scopes.filter((scope): scope is Element => !isJson(scope) && isTag(scope))
    : [];
}

/**
 * Changes copies of a page at or around an element, once in each of the eight ways, and counts after how many of them selectors still
 * take the element. All are tried on the same copies.
 * @param seed decides where a page is changed
 */
export function survivalOf(
  page: PageTree,
  target: Element,
  tried: readonly TriedSelector[],
  seed: string,
): Trials[] {
  const number = elementsBelow(page.document).indexOf(target);
  const counts = tried.map(() => ({ tried: 0, survived: 0 }));
  if (number === -1) return counts;
  for (const change of changes) {
    const document = cloneNode(page.document, true);
    const element = elementsBelow(document)[number];
    if (
      element === undefined ||
      !mutate({ ...page, document }, element, change, randomOf(`${seed} ${change}`))
    )
      continue;
    for (const [at, selector] of tried.entries()) {
      const count = counts[at];
      if (count === undefined) continue;
      count.tried += 1;
      if (takes(document, selector, element)) count.survived += 1;
    }
  }
  return counts;
}

/** Whether a selector takes an element: on the page, or in the row that holds it. */
function takes(document: AnyNode, { language, selector, rows }: TriedSelector, element: Element): boolean {
  const scope = rows === null ? document : rowsOf(document, rows).find((row) => holds(row, element));
  const selected = scope === undefined ? null : selectMatches(scope, language, selector);
  const node = selected?.ok === true ? (selected.matches[0]?.node ?? null) : null;
  return node !== null && elementOf(node) === element;
}

function holds(outer: AnyNode, inner: AnyNode): boolean {
  for (let each: AnyNode | null = inner; each !== null; each = each.parent) if (each === outer) return true;
  return false;
}
