import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { isInline, unseenTags } from '../../walk.ts';

/**
 * Bounded walks inside elements whose names indicate a date or an author, but which may contain the whole page. The searched
 * values are near the start, so a walk ends after a number of nodes, and many nested elements of this kind cost little.
 */

const maxNodes = 400;

/** Visits the first nodes below an element in document order, until `visit` returns stop. */
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

/** Returns the visible text of an element on one line, cut soon after `limit` characters. */
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

/** Returns the first line with text in an element: up to the end of a block or a line break; cut soon after `limit` characters. */
export function firstLine(root: AnyNode, limit: number): string {
  let text = '';
  let isOver = false;
  visitStart(root, (node, leaving) => {
    if (isTag(node) && (node.name === 'br' || !isInline(node))) isOver ||= text.trim() !== '';
    if (isOver || text.length > limit * 4) return 'stop';
    if (isText(node) && !leaving) text += node.data.slice(0, limit * 4);
    return isTag(node) && node !== root && unseenTags.has(node.name) ? 'skip' : 'go';
  });
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the accepted elements near the start, in document order, without those inside another one. */
export function allInside(root: Element, accepts: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visitStart(root, (node, leaving) => {
    if (leaving || node === root || !isTag(node) || !accepts(node)) return 'go';
    found.push(node);
    return 'skip';
  });
  return found;
}

/** Returns the first accepted element near the start, or null. */
export function firstInside(root: Element, accepts: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  visitStart(root, (node, leaving) => {
    if (!leaving && node !== root && isTag(node) && accepts(node)) found = node;
    return found === null ? 'go' : 'stop';
  });
  return found;
}
