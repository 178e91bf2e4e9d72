import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { isInline, unseenTags } from '../../walk.ts';

/**
 * Looks into elements that may hold a whole page although their names speak of a date or an author. All that is asked of them is
 * at their beginning: the walk ends after a number of nodes, so that many such elements within each other cost little.
 */

const maxNodes = 400;

/** Visits the first nodes below an element in document order until `visit` says stop. */
function visitStart(root: AnyNode, visit: (node: AnyNode, leaving: boolean) => 'go' | 'skip' | 'stop'): void {
  let node: AnyNode = root;
  for (let steps = 0; steps < maxNodes; steps += 1) {
    const answer = visit(node, false);
    if (answer === 'stop') return;
    const child: AnyNode | null = answer === 'go' && 'children' in node ? (node.children[0] ?? null) : null;
    if (child !== null) {
      node = child;
      continue;
    }
    visit(node, true);
    while (node !== root && node.next === null) {
      if (node.parent === null) return;
      node = node.parent;
      visit(node, true);
    }
    if (node === root || node.next === null) return;
    node = node.next;
  }
}

/** The text that a reader sees in the element, on one line; cut off soon after `limit` characters. */
export function startOfText(root: AnyNode, limit: number): string {
  let text = '';
  visitStart(root, (node, leaving) => {
    if (isText(node)) {
      if (!leaving) text += node.data.length > limit * 4 ? node.data.slice(0, limit * 4) : node.data;
      return text.length > limit * 4 ? 'stop' : 'go';
    }
    if (!isTag(node)) return 'skip';
    if (node !== root && unseenTags.has(node.name)) return 'skip';
    if (!isInline(node)) text += ' ';
    return 'go';
  });
  return text
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The elements inside that are accepted, near the beginning, in document order; none of them inside another. */
export function allInside(root: Element, accepts: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visitStart(root, (node, leaving) => {
    if (leaving || node === root || !isTag(node) || !accepts(node)) return 'go';
    found.push(node);
    return 'skip';
  });
  return found;
}

/** The first element inside that is accepted, near the beginning; null where there is none. */
export function firstInside(root: Element, accepts: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  visitStart(root, (node, leaving) => {
    if (!leaving && node !== root && isTag(node) && accepts(node)) found = node;
    return found === null ? 'go' : 'stop';
  });
  return found;
}
