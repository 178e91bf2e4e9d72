import { findNodeAtLocation, modify, parseTree, type Edit, type Node } from 'jsonc-parser';
import { shifted, type QuickFix } from './syntax-fixes.ts';
import { applyEdits, editBetween, type TextEdit } from './text-edits.ts';

/** The path of a value: keys and indexes. */
export type Pointer = (string | number)[];

/** The text of a spider, and fixes that change one thing in it and leave the rest as it is. */
export class FixableText {
  /** Where the text begins: behind a byte order mark. Problems are located without it, edits with it. */
  readonly begin: number;
  readonly #text: string;
  #root: Node | null | undefined;

  constructor(text: string) {
    this.#text = text;
    this.begin = text.startsWith('\uFEFF') ? 1 : 0;
  }

  moveToSettings(path: Pointer): QuickFix {
    const key = String(path.at(-1));
    const value = this.valueAt(path);
    const without = applyEdits(this.#text, this.#modify(path, undefined));
    const moved = applyEdits(without, new FixableText(without).#modify(['settings', key], value));
    return { title: 'Move it into settings', edits: [editBetween(this.#text, moved)], preferred: true };
  }

  rename(path: Pointer, name: string): QuickFix {
    const node = this.nodeAt(path);
    const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    const edits =
      key === undefined ? [] : [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }];
    return preferred(`Rename to "${name}"`, edits, this.begin);
  }

  write(path: Pointer, value: string | number | boolean): QuickFix {
    const node = this.nodeAt(path);
    const text = JSON.stringify(value);
    const edits = node === undefined ? [] : [{ offset: node.offset, length: node.length, text }];
    return preferred(`Change to ${text}`, edits, this.begin);
  }

  /** Replaces a value with the JSON in a hint. */
  writeAsSaid(path: Pointer, json: string): QuickFix {
    const node = this.nodeAt(path);
    if (node === undefined || !isJson(json)) return preferred('', [], 0);
    return preferred(
      `Change to ${json}`,
      [{ offset: node.offset, length: node.length, text: json }],
      this.begin,
    );
  }

  remove(
    path: Pointer,
    title = typeof path.at(-1) === 'number' ? 'Remove it' : `Remove "${String(path.at(-1))}"`,
  ): QuickFix {
    return { title, edits: this.#modify(path, undefined), preferred: false };
  }

  add(path: Pointer, key: string, value: unknown): QuickFix {
    return this.set([...path, key], value, `Add "${key}"`);
  }

  set(path: Pointer, value: unknown, title: string): QuickFix {
    return { title, edits: this.#modify(path, value), preferred: true };
  }

  append(path: Pointer, value: string): QuickFix {
    const list = this.valueAt(path);
    const edits = Array.isArray(list)
      ? this.#modify([...path, list.length], value)
      : this.#modify(path, [value]);
    return { title: `Add "${value}" to ${String(path.at(-1))}`, edits, preferred: true };
  }

  /** Removes all but the last of duplicate keys, which is the one that counts. */
  removeEarlier(path: Pointer): QuickFix {
    const parent = this.nodeAt(path.slice(0, -1));
    const same = (parent?.children ?? []).filter((property) => property.children?.[0]?.value === path.at(-1));
    const edits = same.slice(0, -1).map((property) => {
      const following = parent?.children?.[(parent.children.indexOf(property) ?? 0) + 1];
      const end = following?.offset ?? property.offset + property.length;
      return { offset: property.offset, length: end - property.offset, text: '' };
    });
    return preferred(`Keep the last "${String(path.at(-1))}"`, edits, this.begin);
  }

  #modify(path: Pointer, value: unknown): TextEdit[] {
    const body = this.body();
    // null: the value does not exist yet.
    const unset = path.findIndex(
      (_, length) => length > 0 && this.nodeAt(path.slice(0, length))?.type === 'null',
    );
    if (unset > 0 && value !== undefined) {
      const inner = path.slice(unset).reduceRight((made, key) => ({ [key]: made }), value);
      return this.#modify(path.slice(0, unset), inner);
    }
    const eol = body.includes('\r\n') ? '\r\n' : '\n';
    const indent = /\n([ \t]+)"/.exec(body)?.[1] ?? '  ';
    const insertSpaces = !indent.startsWith('\t');
    // Single-line values stay on one line, and a removal leaves the rest unformatted.
    const formattingOptions = { tabSize: insertSpaces ? indent.length : 2, insertSpaces, eol };
    const options = value !== undefined && this.#textAround(path).includes('\n') ? { formattingOptions } : {};
    try {
      const last = value === undefined ? this.#lastEntry(path) : null;
      const edits: Edit[] = last === null ? modify(body, path, value, options) : [last];
      return edits
        .map(({ offset, length, content }) => ({ offset: offset + this.begin, length, text: content }))
        .sort((a, b) => a.offset - b.offset);
    } catch {
      // The text does not match the path, so there is nothing to fix.
      return [];
    }
  }

  /** Removes the last of several entries of a list, because `modify` assumes that white space follows it. */
  #lastEntry(path: Pointer): Edit | null {
    const entry = this.nodeAt(path);
    const siblings = entry?.parent?.type === 'array' ? (entry.parent.children ?? []) : [];
    const before = siblings.at(-2);
    if (entry === undefined || before === undefined || siblings.at(-1) !== entry) return null;
    const offset = before.offset + before.length;
    return { offset, length: entry.offset + entry.length - offset, content: '' };
  }

  /** The text of the innermost existing value on a path. */
  #textAround(path: Pointer): string {
    for (let length = path.length - 1; length >= 0; length -= 1) {
      const node = this.nodeAt(path.slice(0, length));
      if (node !== undefined) return this.body().slice(node.offset, node.offset + node.length);
    }
    return this.body();
  }

  body(): string {
    return this.begin === 0 ? this.#text : this.#text.slice(this.begin);
  }

  #tree(): Node | null {
    if (this.#root === undefined) {
      try {
        this.#root = parseTree(this.body(), [], { allowTrailingComma: true }) ?? null;
      } catch {
        // Nested too deeply to parse.
        this.#root = null;
      }
    }
    return this.#root;
  }

  nodeAt(path: Pointer): Node | undefined {
    const root = this.#tree();
    if (root === null) return undefined;
    return path.length === 0 ? root : findNodeAtLocation(root, path);
  }

  valueAt(path: Pointer): unknown {
    return valueOf(this.nodeAt(path));
  }

  /** Converts a JSON pointer to a path. The document shows which steps are indexes. */
  pathOf(pointer: string): Pointer {
    const path: Pointer = [];
    for (const step of pointer.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      path.push(this.nodeAt(path)?.type === 'array' ? Number(key) : key);
    }
    return path;
  }
}

function preferred(title: string, edits: readonly TextEdit[], begin: number): QuickFix {
  return shifted({ title, edits: [...edits], preferred: true }, begin);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function valueOf(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type === 'object') {
    return Object.fromEntries(
      (node.children ?? []).map((property) => [
        String(property.children?.[0]?.value),
        valueOf(property.children?.[1]),
      ]),
    );
  }
  return node.value;
}
