import type { Node } from 'jsonc-parser';
import type { JsonValue } from '../json-value.ts';
import { differencesOf } from '../json-differences.ts';
import { insertItem, removeAt, setValue, type Edits } from './json-edits.ts';
import { nodeAt, parseText, valueOf, type JsonPath } from './json-path.ts';
import { maxTextLength } from './limits.ts';
import { applyEdits } from './text-edits.ts';

/** An operation of a JSON Patch (RFC 6902). `path` and `from` are JSON pointers. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string;
  value?: JsonValue;
}

/** The text after a patch, or why there is none: the operation, counted from 0, and what is wrong with it. */
export type Patched = { text: string } | { operation: number; problem: string };

/** Most characters that one patch reads, over all of its operations, and the deepest value that it may bring. */
const maxWork = 100_000_000;
const maxDepth = 100;

class Refused extends Error {}

/** Makes a JSON Patch in a JSON text: all of it or nothing. What it is not about stays byte for byte as it is. */
export function patchText(text: string, operations: readonly PatchOperation[]): Patched {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let now = text.slice(mark.length);
  let work = 0;
  for (const [operation, each] of operations.entries()) {
    work += now.length;
    try {
      if (work > maxWork) throw new Refused('it is too much for one patch: send fewer operations at once');
      now = operated(now, each);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { operation, problem: error.message };
    }
    if (now.length > maxTextLength) return { operation, problem: 'the text would be too long' };
  }
  return { text: mark + now };
}

function operated(text: string, operation: PatchOperation): string {
  const { root, brokenAt } = parseText(text);
  if (root === null || brokenAt !== null) throw new Refused('the text is no JSON');
  const { op, path, from } = operation;
  switch (op) {
    case 'add':
      return added(text, root, path, given(operation));
    case 'replace':
      return replaced(text, existing(root, path), given(operation));
    case 'remove':
      return removed(text, existing(root, path).path);
    case 'move': {
      const source = existing(root, required(from));
      if (path === from) return text;
      if (path.startsWith(`${from ?? ''}/`)) throw new Refused('a value cannot be moved into itself');
      const without = removed(text, source.path);
      const { root: rest } = parseText(without);
      if (rest === null) throw new Refused('the text is no JSON');
      return added(without, rest, path, valueOf(source.node));
    }
    case 'copy':
      return added(text, root, path, valueOf(existing(root, required(from)).node));
    case 'test': {
      if (differencesOf(valueOf(existing(root, path).node), given(operation)).length === 0) return text;
      throw new Refused(`the value at "${path}" is another one`);
    }
    default:
      return op satisfies never;
  }
}

function given({ value }: PatchOperation): JsonValue {
  if (value === undefined) throw new Refused('it needs a "value"');
  if (depthOf(value, maxDepth) > maxDepth) throw new Refused('its value is nested too deeply');
  return value;
}

function required(from: string | undefined): string {
  if (from === undefined) throw new Refused('it needs "from"');
  return from;
}

/** How deep a value is; more than `most` is not told apart. */
function depthOf(value: JsonValue, most: number): number {
  if (value === null || typeof value !== 'object' || most < 0) return 0;
  return (
    1 + Object.values(value).reduce<number>((deepest, each) => Math.max(deepest, depthOf(each, most - 1)), 0)
  );
}

/** The keys of a JSON pointer (RFC 6901). */
function keysOf(pointer: string): string[] {
  if (pointer !== '' && (!pointer.startsWith('/') || /~(?![01])/.test(pointer)))
    throw new Refused(`"${pointer}" is no JSON pointer`);
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const nothingAt = (pointer: string): Refused => new Refused(`there is nothing at "${pointer}"`);

/** The index that a key of a list means; null: none. */
const indexOf = (key: string): number | null => (/^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : null);

function stepIn(node: Node, key: string): string | number | null {
  if (node.type === 'object') return key;
  return node.type === 'array' ? indexOf(key) : null;
}

function existing(root: Node, pointer: string): { path: JsonPath; node: Node } {
  const path: (string | number)[] = [];
  let node = root;
  for (const key of keysOf(pointer)) {
    const step = stepIn(node, key);
    const next = step === null ? undefined : nodeAt(node, [step]);
    if (step === null || next === undefined) throw nothingAt(pointer);
    path.push(step);
    node = next;
  }
  return { path, node };
}

function added(text: string, root: Node, pointer: string, value: unknown): string {
  if (keysOf(pointer).length === 0) return replaced(text, { path: [], node: root }, value);
  const cut = pointer.lastIndexOf('/');
  const owner = existing(root, pointer.slice(0, cut));
  const [key = ''] = keysOf(pointer.slice(cut));
  if (owner.node.type === 'object') return edited(text, setValue(text, [...owner.path, key], value));
  const length = owner.node.children?.length ?? 0;
  const index = key === '-' ? length : stepIn(owner.node, key);
  if (typeof index !== 'number' || index > length) throw new Refused(`nothing can be added at "${pointer}"`);
  return edited(text, insertItem(text, owner.path, index, value));
}

const replaced = (text: string, { path }: { path: JsonPath; node: Node }, value: unknown): string =>
  edited(text, setValue(text, path, value));

function removed(text: string, path: JsonPath): string {
  if (path.length === 0) throw new Refused('the whole document cannot be removed');
  let now = edited(text, removeAt(text, path));
  // A key that is given twice is gone only when neither is there.
  while (typeof path.at(-1) === 'string' && nodeAt(parseText(now).root, path) !== undefined)
    now = edited(now, removeAt(now, path));
  return now;
}

function edited(text: string, edits: Edits | null): string {
  if (edits === null) throw new Refused('the text has no place for it');
  return applyEdits(text, edits);
}
