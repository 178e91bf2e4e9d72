import { isTag, isText, type Element } from 'domhandler';
import { oneLine } from './one-line.ts';
import { walk } from '../walk.ts';

/** Minimum number of links, length in characters, and share of linked characters of a hover card. */
const minLinks = 3;
const minLength = 80;
const minLinked = 0.9;

/** Returns the element directly before another, with nothing but white space between them. */
function elementBefore(element: Element): Element | null {
  let before = element.prev;
  while (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
  return before !== null && isTag(before) ? before : null;
}

/** Adds up the texts of an element and of its links. */
function linksOf(element: Element): { links: string[]; text: number; linked: number } {
  const links: string[] = [];
  let [text, linked, open] = [0, 0, 0];
  walk(element, {
    enter(node) {
      if (isTag(node) && node.name === 'a') {
        links.push('');
        open += 1;
      }
      if (!isText(node)) return;
      const { length } = oneLine(node.data);
      text += length;
      if (open === 0) return;
      linked += length;
      links[links.length - 1] += node.data;
    },
    leave(node) {
      if (isTag(node) && node.name === 'a') open -= 1;
    },
  });
  return { links: links.map(oneLine), text, linked };
}

/**
 * Whether an inline element is a card that the page shows while the pointer is over the link before it: it repeats the name in
 * the link, and lists links to other pages. Such a card stands in the middle of a sentence, and is not a part of it.
 */
export function isHoverCard(element: Element): boolean {
  if (element.name !== 'span') return false;
  const link = elementBefore(element);
  if (link?.name !== 'a') return false;
  const { links, text, linked } = linksOf(element);
  const [name] = linksOf(link).links;
  return links.length >= minLinks && text >= minLength && linked >= text * minLinked && links[0] === name;
}
