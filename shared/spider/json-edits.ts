import type { Node } from 'jsonc-parser';
import { fillArgs } from './args.ts';
import { callbackReferences } from './callback-references.ts';
import { textsWithArgs } from './check-args.ts';
import { applyEdits, editBetween, type TextEdit } from './text-edits.ts';
import { entryAt, nodeAt, parseText, propertyOf, valueOf, type JsonPath } from './json-path.ts';

/**
 * Edits of a JSON text that touch nothing but what they are about: the rest stays byte for byte as it is. What is new
 * takes the style of its surroundings: what stands on one line stays on one line, and lines are indented as the text is.
 * All functions give null where the text has no place for the edit, for example because it is broken there.
 */
export type Edits = TextEdit[];

/** The position of an offset after edits. An offset in replaced text moves to the end of the replacement. */
export function movedBy(edits: readonly TextEdit[], offset: number): number {
  let moved = offset;
  for (const edit of edits) {
    if (edit.offset >= offset) break;
    moved += edit.text.length - Math.min(edit.length, offset - edit.offset);
  }
  return moved;
}

/** Edits that are made one after the other, each of the text that the last one left, as one edit of the first text. */
export function inTurn(text: string, steps: readonly ((text: string) => Edits | null)[]): Edits | null {
  let after = text;
  for (const step of steps) {
    const edits = step(after);
    if (edits === null) return null;
    after = applyEdits(after, edits);
  }
  return after === text ? [] : [editBetween(text, after)];
}

/** Writes a value: over the present one, or as a new member with all that is missing around it. */
export function setValue(text: string, path: JsonPath, value: unknown): Edits | null {
  const { root } = parseText(text);
  const present = nodeAt(root, path);
  const style = styleOf(text);
  if (present !== undefined) {
    const written = write(value, indentAt(text, present.offset), style, isInline(text, present));
    return text.slice(present.offset, present.offset + present.length) === written
      ? []
      : [{ offset: present.offset, length: present.length, text: written }];
  }
  const key = path.at(-1);
  const ownerPath = path.slice(0, -1);
  if (key === undefined) return null;
  const owner = nodeAt(root, ownerPath);
  if (owner === undefined || owner.type === 'null') {
    const around: unknown = typeof key === 'string' ? { [key]: value } : [value];
    return ownerPath.length === 0 ? null : setValue(text, ownerPath, around);
  }
  if (typeof key === 'number') return insertItem(text, ownerPath, key, value);
  if (owner.type !== 'object') return null;
  return insertMember(text, owner, owner.children?.length ?? 0, (indent, inline) => {
    return `${JSON.stringify(key)}: ${write(value, indent, style, inline)}`;
  });
}

/** Inserts an entry into a list; an index beyond the end appends it. */
export function insertItem(text: string, path: JsonPath, index: number, value: unknown): Edits | null {
  const { root } = parseText(text);
  const list = nodeAt(root, path);
  if (list === undefined || list.type === 'null') return setValue(text, path, [value]);
  if (list.type !== 'array') return null;
  const style = styleOf(text);
  return insertMember(text, list, index, (indent, inline) => write(value, indent, style, inline));
}

/** Removes a member of an object or an entry of a list, with its comma and its line. */
export function removeAt(text: string, path: JsonPath): Edits | null {
  const { root } = parseText(text);
  const owner = nodeAt(root, path.slice(0, -1));
  const entry = entryAt(root, path);
  const siblings = owner?.children ?? [];
  if (owner === undefined || entry === undefined) return null;
  const index = siblings.indexOf(entry);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  const [begin, end] =
    before !== undefined
      ? [endOf(before), endOf(entry)]
      : after !== undefined
        ? [entry.offset, after.offset]
        : [owner.offset + 1, endOf(owner) - 1];
  return [{ offset: begin, length: end - begin, text: '' }];
}

/** Moves an entry of a list, or a member of an object, to another index; what stands between them keeps its place. */
export function moveEntry(text: string, path: JsonPath, from: number, to: number): Edits | null {
  const siblings = nodeAt(parseText(text).root, path)?.children ?? [];
  if (siblings[from] === undefined || siblings[to] === undefined) return null;
  const order = siblings.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  return siblings.flatMap((slot, index) => {
    const source = siblings[order[index] ?? index];
    if (source === undefined || source === slot) return [];
    return [{ offset: slot.offset, length: slot.length, text: sliceOf(text, source) }];
  });
}

/** Duplicates an entry of a list. */
export function duplicateItem(text: string, path: JsonPath, index: number): Edits | null {
  const list = nodeAt(parseText(text).root, path);
  const source = list?.type === 'array' ? list.children?.[index] : undefined;
  if (list === undefined || source === undefined) return null;
  return insertMember(text, list, index + 1, () => sliceOf(text, source));
}

/** Gives a member another key; null where the object has that key already. A key that is null is not set, and makes room. */
export function renameKey(text: string, path: JsonPath, key: string): Edits | null {
  const { root } = parseText(text);
  const old = entryAt(root, path)?.children?.[0];
  if (old === undefined || typeof path.at(-1) !== 'string') return null;
  if (old.value === key) return [];
  const renamed = { offset: old.offset, length: old.length, text: JSON.stringify(key) };
  const present = propertyOf(nodeAt(root, path.slice(0, -1)), key);
  if (present === undefined) return [renamed];
  if (present.children?.[1]?.type !== 'null') return null;
  const removed = removeAt(text, [...path.slice(0, -1), key]) ?? [];
  return [...removed, renamed].sort((a, b) => a.offset - b.offset);
}

/** Renames a callback, and every place that names it. */
export function renameCallback(text: string, from: string, to: string): Edits | null {
  const { root } = parseText(text);
  const renamed = renameKey(text, ['callbacks', from], to);
  if (renamed === null || from === to) return renamed;
  const named = callbackReferences(valueOf(root ?? undefined))
    .filter(({ name }) => name === from)
    .flatMap(({ path }) => setValue(text, path, to) ?? []);
  return [...renamed, ...named].sort((a, b) => a.offset - b.offset);
}

/** Renames an argument, and every place that names it. */
export function renameArgument(text: string, from: string, to: string): Edits | null {
  const renamed = renameKey(text, ['args', from], to);
  if (renamed === null || from === to) return renamed;
  const named = textsWithArgs(valueOf(parseText(text).root ?? undefined)).flatMap(
    (place) =>
      setValue(
        text,
        place.path,
        fillArgs(place.text, (name) => `\${${name === from ? to : name}}`),
      ) ?? [],
  );
  return [...renamed, ...named].sort((a, b) => a.offset - b.offset);
}

interface Style {
  readonly unit: string;
  readonly eol: string;
}

function styleOf(text: string): Style {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { unit: unit.startsWith('\t') ? '\t' : unit, eol };
}

/** The indentation of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(begin, offset))?.[0] ?? '';
}

const endOf = (node: Node) => node.offset + node.length;
const sliceOf = (text: string, node: Node) => text.slice(node.offset, endOf(node));

/** Whether a list or object is on one line; null for scalars and for empty ones. */
function isInline(text: string, node: Node): boolean | null {
  if ((node.children?.length ?? 0) === 0) {
    const around = node.parent?.type === 'property' ? node.parent.parent : node.parent;
    return around === undefined ? null : isInline(text, around) === true ? true : null;
  }
  return !sliceOf(text, node).includes('\n');
}

function insertMember(
  text: string,
  owner: Node,
  index: number,
  make: (indent: string, inline: boolean | null) => string,
): Edits {
  const siblings = owner.children ?? [];
  const { unit, eol } = styleOf(text);
  const before = siblings[Math.min(index, siblings.length) - 1];
  const after = siblings[Math.max(index, 0)];
  const inline = isInline(text, owner);
  const beside = before ?? after;
  if (beside === undefined) {
    const outer = indentAt(text, owner.offset);
    const indent = outer + unit;
    const offset = owner.offset + 1;
    const length = Math.max(0, owner.length - 2);
    // A list of plain values reads best on one line, and so does what is inside something that stands on one.
    const made = make(inline === true ? outer : indent, inline === true ? true : null);
    const short = inline === true || (owner.type === 'array' && !/[\n{[]/.test(made));
    const padding = owner.type === 'object' ? ' ' : '';
    return [
      {
        offset,
        length,
        text: short ? `${padding}${made}${padding}` : `${eol}${indent}${made}${eol}${outer}`,
      },
    ];
  }
  const indent = indentAt(text, beside.offset);
  const made = make(indent, inline === true ? true : null);
  // Entries of which several share a line get a space between them, even where the list goes over several lines.
  const ownLine = inline !== true && text.slice(lineBegin(text, beside.offset), beside.offset).trim() === '';
  const gap = ownLine ? `${eol}${indent}` : gapIn(text, owner);
  return before !== undefined
    ? [{ offset: endOf(before), length: 0, text: `,${gap}${made}` }]
    : [{ offset: beside.offset, length: 0, text: `${made},${gap}` }];
}

const lineBegin = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** The text between a comma and the next entry on the same line; empty in a minified text. */
function gapIn(text: string, owner: Node): string {
  const [first, second] = owner.children ?? [];
  if (first === undefined) return ' ';
  if (second !== undefined) {
    return text.charAt(second.offset - 1) === ',' ? '' : ' ';
  }
  return text.includes(': ') || text.includes(', ') || text.includes('\n') ? ' ' : '';
}

/** JSON of a value at an indentation. `inline` true: on one line; false: over several; null: as reads best. */
function write(value: unknown, indent: string, style: Style, inline: boolean | null): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const inner = inline === true ? true : null;
  const entries = Array.isArray(value)
    ? value.map((entry) => (child: string) => write(entry, child, style, inner))
    : Object.entries(value).map(
        ([key, entry]) =>
          (child: string) =>
            `${JSON.stringify(key)}: ${write(entry, child, style, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  const pad = Array.isArray(value) ? '' : ' ';
  const line = `${open}${pad}${entries.map((entry) => entry(indent)).join(', ')}${pad}${close}`;
  const flat = Object.values(value).every((entry) => entry === null || typeof entry !== 'object');
  if (inline === true || (inline === null && flat && line.length < 72)) return line;
  const child = indent + style.unit;
  const lines = entries.map((entry) => `${child}${entry(child)}`);
  return `${open}${style.eol}${lines.join(`,${style.eol}`)}${style.eol}${indent}${close}`;
}
