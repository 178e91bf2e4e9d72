import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { toPointer } from './problems.ts';

/** The path to a value: keys and indexes. */
export type JsonPath = readonly (string | number)[];

/** A text with its syntax tree. If the text is not valid JSON, the tree has the part that can be read. */
export interface ParsedText {
  readonly text: string;
  readonly root: Node | null;
  /** The offset of the first syntax error; null if there is none besides comments and trailing commas. */
  readonly brokenAt: number | null;
}

/** Recently parsed texts: the form, the tester and the editor parse the same one. */
const recent: ParsedText[] = [];

/** Parses JSON that may have errors. The newest texts are cached. */
export function parseText(text: string): ParsedText {
  const known = recent.find((each) => each.text === text);
  if (known !== undefined) return known;
  const errors: ParseError[] = [];
  let root: Node | null;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }) ?? null;
  } catch {
    // Nested too deeply for a tree.
    root = null;
  }
  const parsed = { text, root, brokenAt: root === null ? 0 : (errors[0]?.offset ?? null) };
  recent.unshift(parsed);
  recent.length = Math.min(recent.length, 3);
  return parsed;
}

/** The property of an object by its key; of a key given twice the last one, as in `JSON.parse`. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** The node at a path, if the text has one. */
export function nodeAt(root: Node | null, path: JsonPath): Node | undefined {
  let node = root ?? undefined;
  for (const step of path) {
    if (node === undefined) return undefined;
    node =
      typeof step === 'number'
        ? node.type === 'array'
          ? node.children?.[step]
          : undefined
        : propertyOf(node, step)?.children?.[1];
  }
  return node;
}

/** The property or list entry at a path: with its key, where `nodeAt` gives the value. */
export function entryAt(root: Node | null, path: JsonPath): Node | undefined {
  const last = path.at(-1);
  const owner = nodeAt(root, path.slice(0, -1));
  return typeof last === 'string' ? propertyOf(owner, last) : nodeAt(root, path);
}

/** The value of a node as plain data. Keys like `__proto__` stay plain keys. */
export function valueOf(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [String(children?.[0]?.value), valueOf(children?.[1])]),
  );
}

/** Parses a JSON pointer. The document decides which steps are indexes, because an object may have a key "0". */
export function pathOf(root: Node | null, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  let node = root ?? undefined;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = node?.type === 'array' ? Number(key) : key;
    path.push(next);
    node = node === undefined ? undefined : nodeAt(node, [next]);
  }
  return path;
}

/** The JSON Pointer (RFC 6901) of a path. */
export const pointerOf = (path: JsonPath) => toPointer(path);

/**
 * The path of the innermost value that an offset is in. On a key it is the path of its value; in the indentation of a
 * line it is that of what the line begins with, and behind a comma at the end of a line of what stands before it.
 */
export function pathAt({ text, root }: Pick<ParsedText, 'text' | 'root'>, offset: number): JsonPath {
  const path: (string | number)[] = [];
  let node = root ?? undefined;
  const place = settled(text, offset);
  while (node !== undefined) {
    const children: readonly Node[] = node.children ?? [];
    const index = children.findIndex((child) => holds(child, place));
    const child = children[index];
    if (child === undefined) return path;
    if (node.type === 'array') {
      path.push(index);
      node = child;
    } else {
      path.push(String(child.children?.[0]?.value));
      const value: Node | undefined = child.children?.[1];
      node = value !== undefined && holds(value, place) ? value : undefined;
    }
  }
  return path;
}

const holds = (node: Node, offset: number) => node.offset <= offset && offset <= node.offset + node.length;

function settled(text: string, offset: number): number {
  const begin = text.lastIndexOf('\n', offset - 1) + 1;
  if (text.slice(begin, offset).trim() === '') {
    const indent = /^[ \t]*/.exec(text.slice(begin, begin + 1000))?.[0].length ?? 0;
    const first = begin + indent;
    return first > offset && /[^\s}\]]/.test(text.charAt(first)) ? first : offset;
  }
  const before = text.slice(begin, offset);
  return /,[ \t]*$/.test(before) ? begin + before.replace(/,[ \t]*$/, '').length : offset;
}
