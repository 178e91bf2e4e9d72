import { isDocument, type Element } from 'domhandler';
import { contentOf, copyOf, detach, type Construction, type Formatting } from './construction.ts';
import { unsupported } from './unsupported.ts';
import { append } from './nodes.ts';
import * as tags from './tags.ts';

/** Formatting elements: https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements */

const formattingLimit = 200;

/** Reconstructs the active formatting elements that were closed with a block. */
export function reconstruct(c: Construction): void {
  const { formatting } = c;
  if (formatting.length === 0) return;
  let at = formatting.length - 1;
  const last = formatting[at];
  if (last === undefined || last === null || last.element === c.current) return;
  while (at >= 0) {
    const entry = formatting[at];
    if (entry === null || entry === undefined || c.indexOfElement(entry.element) !== -1) break;
    at--;
  }
  for (at++; at < formatting.length; at++) {
    const entry = formatting[at];
    if (entry === null || entry === undefined) continue;
    const element = copyOf(entry.element);
    c.place(element);
    c.push(element, entry.tag);
    entry.element = element;
  }
}

/** Adds an active formatting element. Keeps at most three equal ones after the last marker. */
export function addFormatting(c: Construction, element: Element, tag: number): void {
  const { formatting } = c;
  if (formatting.length >= formattingLimit) unsupported();
  let earliest = -1;
  let alike = 0;
  for (let at = formatting.length - 1; at >= 0; at--) {
    const entry = formatting[at];
    if (entry === null || entry === undefined) break;
    if (entry.tag === tag && sameAttributes(entry.element, element)) {
      alike++;
      earliest = at;
    }
  }
  if (alike >= 3) formatting.splice(earliest, 1);
  formatting.push({ element, name: element.name, tag });
}

function sameAttributes(one: Element, other: Element): boolean {
  const names = Object.keys(one.attribs);
  if (names.length !== Object.keys(other.attribs).length) return false;
  return names.every((name) => one.attribs[name] === other.attribs[name]);
}

/** Returns the last entry with this tag in the list of active formatting elements, or null. */
export function lastFormatting(c: Construction, tag: number): Formatting | null {
  for (let at = c.formatting.length - 1; at >= 0; at--) {
    const entry = c.formatting[at];
    if (entry === null || entry === undefined) return null;
    if (entry.tag === tag) return entry;
  }
  return null;
}

function entryOf(c: Construction, element: Element): Formatting | null {
  for (let at = c.formatting.length - 1; at >= 0; at--) {
    const entry = c.formatting[at];
    if (entry !== null && entry !== undefined && entry.element === element) return entry;
  }
  return null;
}

/** Removes an entry from the list of active formatting elements. */
export function removeFormatting(c: Construction, entry: Formatting): void {
  const { formatting } = c;
  const at = formatting.lastIndexOf(entry);
  if (at === -1) return;
  if (at === formatting.length - 1) formatting.pop();
  else formatting.splice(at, 1);
}

/** Handles an end tag without a rule of its own. */
export function closeOrdinary(c: Construction, tag: number, name: string): void {
  let at = c.top;
  for (; at > 0; at--) {
    const open = c.openTags[at] ?? tags.otherTag;
    if (open === tag && (tag !== tags.otherTag || c.open[at]?.name === name)) break;
    if (tags.special[open] === 1) return;
  }
  if (at <= 0) return;
  c.closeImpliedBut(tag);
  if (c.top >= at) c.shorten(at);
}

/** The adoption agency algorithm: handles the end tag of a formatting element. */
export function closeFormatting(c: Construction, tag: number, name: string): void {
  const current = c.open[c.top];
  if (current !== undefined && c.currentTag === tag && entryOf(c, current) === null) {
    c.pop();
    return;
  }
  for (let round = 0; round < 8; round++) {
    const entry = lastFormatting(c, tag);
    if (entry === null) {
      closeOrdinary(c, tag, name);
      return;
    }
    const formattingAt = c.indexOfElement(entry.element);
    if (formattingAt === -1) {
      removeFormatting(c, entry);
      return;
    }
    if (c.hasAbove(formattingAt, tags.scope)) return;
    let blockAt = formattingAt + 1;
    while (blockAt <= c.top && tags.special[c.openTags[blockAt] ?? 0] !== 1) blockAt++;
    if (blockAt > c.top) {
      c.shorten(formattingAt);
      removeFormatting(c, entry);
      return;
    }
    adopt(c, entry, formattingAt, blockAt);
  }
}

function adopt(c: Construction, entry: Formatting, formattingAt: number, furthestAt: number): void {
  const block = c.open[furthestAt] ?? unsupported();
  if (block.children.some((child) => isDocument(child))) unsupported();
  c.moved = true;
  let blockAt = furthestAt;
  let bookmark = entry;
  let last = block;
  for (let at = blockAt - 1, round = 0; at > formattingAt; at--, round++) {
    const element = c.open[at] ?? unsupported();
    const own = entryOf(c, element);
    if (own === null || round >= 3) {
      if (own !== null) removeFormatting(c, own);
      c.removeAt(at);
      blockAt--;
      continue;
    }
    const copy = copyOf(element);
    c.open[at] = copy;
    own.element = copy;
    if (last === block) bookmark = own;
    detach(last);
    append(copy, last);
    last = copy;
  }

  const ancestor = c.open[formattingAt - 1] ?? unsupported();
  const ancestorTag = c.openTags[formattingAt - 1] ?? tags.otherTag;
  detach(last);
  if (tags.tableStructure[ancestorTag] === 1) c.placeBeforeTable(last);
  else if (ancestorTag === tags.template) append(contentOf(ancestor), last);
  else append(ancestor, last);

  const copy = copyOf(entry.element);
  const children = [...block.children];
  block.children = [];
  for (const child of children) {
    child.prev = null;
    child.next = null;
    append(copy, child);
  }
  append(block, copy);

  const added: Formatting = { element: copy, name: entry.name, tag: entry.tag };
  c.formatting.splice(c.formatting.lastIndexOf(bookmark) + 1, 0, added);
  removeFormatting(c, entry);
  c.removeAt(formattingAt);
  c.insertAt(blockAt, copy, entry.tag);
}
