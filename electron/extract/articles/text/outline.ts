import { isTag, type Element } from 'domhandler';
import type { Container, TextBlock } from './segment.ts';
import { headingLevelOf } from './measures.ts';

/** What a block is in the structure of the text. */
export interface Role {
  kind: 'heading' | 'item' | 'cell' | 'code' | 'paragraph';
  /** Of a heading, 1 to 6; of an item, how deep its list is nested, from 1; else 0. */
  level: number;
  /** How many quotations it stands in. */
  quotes: number;
  /** The element that binds it to blocks of the same kind: the item, the row of the cell, the preformatted element. */
  unit: Element | null;
  /** What binds the units: the list, the table. */
  group: Element | null;
  /** Whether the item's list is numbered. */
  ordered: boolean;
}

/** A kept block with its place in the structure. */
export interface OutlineBlock {
  block: TextBlock;
  role: Role;
}

/** Containers above a block that are looked at for its role. */
const maxSteps = 40;
/** A longer cell belongs to a table that lays out the page. */
const maxCell = 400;

function parentList(item: Container): Container | null {
  let current = item.parent;
  for (let steps = 0; current !== null && steps < 4; steps += 1) {
    if (['ul', 'ol', 'menu'].includes(current.element.name)) return current;
    current = current.parent;
  }
  return null;
}

function roleOf(block: TextBlock): Role {
  const role: Role = { kind: 'paragraph', level: 0, quotes: 0, unit: null, group: null, ordered: false };
  let current: Container | null = block.container;
  let item: Container | null = null;
  let lists = 0;
  for (let steps = 0; current !== null && steps < maxSteps; steps += 1) {
    const { name } = current.element;
    const heading = headingLevelOf(name);
    if (heading > 0 && role.kind === 'paragraph') Object.assign(role, { kind: 'heading', level: heading });
    else if (name === 'pre' && role.kind === 'paragraph')
      Object.assign(role, { kind: 'code', unit: current.element });
    else if (name === 'blockquote') role.quotes += 1;
    else if (name === 'li' && item === null) item = current;
    else if (name === 'ul' || name === 'ol') lists += 1;
    else if ((name === 'td' || name === 'th') && role.kind === 'paragraph' && item === null) {
      const row: Container | null = current.parent;
      if (
        row?.element.name === 'tr' &&
        row.inner > 1 &&
        current.end - current.start === 1 &&
        current.text <= maxCell
      ) {
        const above = row.parent?.element ?? null;
        const table = above?.name === 'table' ? above : (above?.parent ?? null);
        Object.assign(role, { kind: 'cell', unit: row.element, group: table });
      }
    }
    current = current.parent;
  }
  if (item !== null && role.kind === 'paragraph') {
    const list = parentList(item);
    return {
      ...role,
      kind: 'item',
      level: Math.max(1, lists),
      unit: item.element,
      group: list?.element ?? null,
      ordered: list?.element.name === 'ol',
    };
  }
  return role;
}

const isCell = ({ element }: Container): boolean => element.name === 'td' || element.name === 'th';

/** The table of which the block is a cell; null where it is none, or the table lays out the page. */
export function tableOf(block: TextBlock): Element | null {
  const { container } = block;
  // Most blocks stand in no cell: those are told without climbing.
  if (!isCell(container) && (container.parent === null || !isCell(container.parent))) return null;
  const { kind, group } = roleOf(block);
  return kind === 'cell' ? group : null;
}

/** Tells the structure of the blocks. */
export function outlineOf(blocks: readonly TextBlock[]): OutlineBlock[] {
  return blocks.map((block) => ({ block, role: roleOf(block) }));
}

/** Whether an element lies in another, looking up a few steps only. */
function isInside(element: Element | null, outer: Element): boolean {
  let current = element;
  for (let steps = 0; current !== null && steps < 12; steps += 1) {
    if (current === outer) return true;
    const above = current.parent;
    current = above !== null && isTag(above) ? above : null;
  }
  return false;
}

/** What separates two blocks: those of one cell row, one list, one table or one piece of code stand closer than paragraphs. */
export function bondOf(before: OutlineBlock, after: OutlineBlock): 'row' | 'line' | 'paragraph' {
  const [a, b] = [before.role, after.role];
  if (a.kind === 'cell' && b.kind === 'cell') {
    if (a.unit === b.unit) return 'row';
    return a.group === b.group ? 'line' : 'paragraph';
  }
  if (a.kind === 'code' && b.kind === 'code') return a.unit === b.unit ? 'line' : 'paragraph';
  if (a.kind === 'item' && b.kind === 'item' && a.group !== null && b.group !== null) {
    return isInside(a.group, b.group) || isInside(b.group, a.group) ? 'line' : 'paragraph';
  }
  return 'paragraph';
}

/** The blocks as plain text: a blank line between paragraphs, a line for each list item and table row. */
export function renderText(outline: readonly OutlineBlock[]): string {
  let text = '';
  let before: OutlineBlock | null = null;
  for (const current of outline) {
    const bond = before === null ? null : bondOf(before, current);
    if (bond !== null) text += bond === 'row' ? ' | ' : bond === 'line' ? '\n' : '\n\n';
    const isFirst = before?.role.unit !== current.role.unit;
    text += current.role.kind === 'item' && isFirst ? `- ${current.block.text}` : current.block.text;
    before = current;
  }
  return text;
}
