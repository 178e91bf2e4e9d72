import { isTag, type Element } from 'domhandler';
import { elementsBelow } from '../../extract/walk.ts';

/** Where a row lies in its record: the names and numbers of the elements on the way down to it, or the levels up to it. */
export type PlaceInRecord =
  | { readonly kind: 'same' }
  | { readonly kind: 'inside'; readonly names: readonly string[] }
  | { readonly kind: 'around'; readonly levels: number };

/** @param head of the record that the row belongs to */
export function placeOf(row: Element, head: Element): PlaceInRecord {
  if (row === head) return { kind: 'same' };
  const down = pathDown(head, row);
  if (down !== null) return { kind: 'inside', names: down };
  const up = pathDown(row, head);
  return up === null ? { kind: 'same' } : { kind: 'around', levels: up.length };
}

/** The names of the elements, with their numbers among their namesakes, from below one element down to another; null: it does not lie in it. */
function pathDown(from: Element, to: Element): string[] | null {
  const names: string[] = [];
  for (let each: Element | null = to; each !== from;) {
    names.unshift(`${each.name} ${numberOf(each)}`);
    const { parent }: Element = each;
    if (parent === null || !isTag(parent)) return null;
    each = parent;
  }
  return names;
}

function numberOf(element: Element): number {
  let number = 1;
  for (let each = element.prev; each !== null; each = each.prev)
    if (isTag(each) && each.name === element.name) number += 1;
  return number;
}

/** The element at the same place in another record; null: there is none. */
export function counterpartOf(head: Element, place: PlaceInRecord): Element | null {
  if (place.kind === 'same') return head;
  if (place.kind === 'inside') {
    const written = place.names.join('>');
    return elementsBelow(head).find((each) => pathDown(head, each)?.join('>') === written) ?? null;
  }
  let each: Element = head;
  for (let level = 0; level < place.levels; level += 1) {
    const { parent } = each;
    if (parent === null || !isTag(parent)) return null;
    each = parent;
  }
  return each;
}
