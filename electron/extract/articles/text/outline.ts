import { isTag, type Element } from 'domhandler';
import type { Container, TextBlock } from './segment.ts';
import { headingLevelOf } from './measures.ts';

/** The role of a block in the structure of the text. */
export interface Role {
  kind: 'heading' | 'item' | 'cell' | 'code' | 'paragraph';
  /** Level of a heading, 1 to 6; nesting depth of a list item, from 1; else 0. */
  level: number;
  /** Number of quotations around it. */
  quotes: number;
  /** The element that groups it with other blocks: the list item, the row of a cell, the preformatted element. */
  unit: Element | null;
  /** The element that groups the units: the list or table. */
  group: Element | null;
  /** Whether the item's list is numbered. */
  ordered: boolean;
}

/** A selected block with its role. */
export interface OutlineBlock {
  block: TextBlock;
  role: Role;
}

/** Maximum number of containers that determine the role of a block. */
const maxSteps = 40;
/** Maximum length of a cell; tables with longer ones are layout tables. */
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

/** Returns the table of a cell; null if the block is not a cell, or the table is a layout table. */
export function tableOf(block: TextBlock): Element | null {
  const { container } = block;
  // Most blocks are not in a cell, which is known without climbing.
  if (!isCell(container) && (container.parent === null || !isCell(container.parent))) return null;
  const { kind, group } = roleOf(block);
  return kind === 'cell' ? group : null;
}

/** Determines the structure of the blocks. */
export function outlineOf(blocks: readonly TextBlock[]): OutlineBlock[] {
  return blocks.map((block) => ({ block, role: roleOf(block) }));
}

/** Whether an element is inside another, within a few levels. */
function isInside(element: Element | null, outer: Element): boolean {
  let current = element;
  for (let steps = 0; current !== null && steps < 12; steps += 1) {
    if (current === outer) return true;
    const above = current.parent;
    current = above !== null && isTag(above) ? above : null;
  }
  return false;
}

/** Returns the separator of two blocks. Blocks of a row, list, table or code block are closer than paragraphs. */
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

/** Renders blocks as plain text: blank lines between paragraphs, one line per list item and table row. */
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
