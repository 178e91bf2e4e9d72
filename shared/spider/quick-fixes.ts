import { findNodeAtLocation, modify, parseTree, type Edit, type Node } from 'jsonc-parser';
import { callbackReferences } from './callback-references.ts';
import { nearest } from './nearest.ts';
import { isObject, memberOf, membersOf } from './plain.ts';
import type { Problem } from './problems.ts';
import { builtInCallback, reservedCallbackNames } from './schema.ts';
import { said, shifted, syntaxFixes, type QuickFix } from './syntax-fixes.ts';
import { applyEdits, editBetween, type TextEdit } from './text-edits.ts';

export type { QuickFix } from './syntax-fixes.ts';

/** Finds quick fixes for the problems of one text. */
export interface Fixer {
  fixes(problem: Problem): QuickFix[];
}

type Pointer = (string | number)[];

/** Creates a fixer that parses a text once for all its problems, as `validateSpider` reports them. */
export function createFixer(text: string): Fixer {
  return new TextFixer(text);
}

/** Placeholder values for missing keys, which the author overwrites. */
const placeholders: Readonly<Record<string, unknown>> = {
  name: 'my-spider',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  type: 'strip',
  pattern: '(.+)',
  old: '',
  new: '',
  to: 'float',
  default: null,
};

class TextFixer implements Fixer {
  readonly #text: string;
  readonly #begin: number;
  #root: Node | null | undefined;

  constructor(text: string) {
    this.#text = text;
    // Problems are located without the byte order mark, edits with it.
    this.#begin = text.startsWith('\uFEFF') ? 1 : 0;
  }

  fixes(problem: Problem): QuickFix[] {
    const path = this.#pathOf(problem.pointer);
    return this.#found(problem, path).filter(({ edits }) => edits.length > 0);
  }

  #found(problem: Problem, path: Pointer): QuickFix[] {
    const { code, hint } = problem;
    if (code === 'json-duplicate-key') return [this.#removeEarlier(path)];
    if (code.startsWith('json-')) {
      const node = path.length === 0 ? undefined : this.#nodeAt(path);
      return syntaxFixes(this.#body(), problem, node).map((fix) => shifted(fix, this.#begin));
    }
    const written = said(hint, /^Write (.+?)(?: without quotes| in quotes)?\.(?: |$)/);
    const meant = said(hint, /^Did you mean (.+?)\?$/);
    switch (code) {
      case 'unknown-key': {
        const near = said(hint, /^Rename it to "(.+)", or remove it\.$/);
        const name = near !== null && this.#nodeAt([...path.slice(0, -1), near]) !== undefined ? null : near;
        const move = hint === 'Move it into "settings".' ? [this.#moveToSettings(path)] : [];
        return [...move, ...(name === null ? [] : [this.#rename(path, name)]), this.#remove(path)];
      }
      case 'setting-unread':
        return meant === null || this.#nodeAt(['settings', meant]) !== undefined
          ? [this.#remove(path)]
          : [this.#rename(path, meant), this.#remove(path)];
      case 'undefined-callback':
        return this.#callbackFixes(path);
      case 'callback-unused':
      case 'duplicate-start-url':
      case 'empty-pattern':
      case 'blank-pattern':
      case 'rule-without-effect':
      case 'rule-unreachable':
      case 'setting-without-effect':
      case 'field-key-without-effect':
        return [this.#remove(path, code.startsWith('setting') ? 'Remove the setting' : undefined)];
      case 'start-url-outside-domains': {
        const domain = said(hint, /^Add "(.+)" to allowed_domains/);
        return domain === null ? [] : [this.#append(['allowed_domains'], domain)];
      }
      case 'css-and-xpath':
        return [this.#remove([...path, 'xpath']), this.#remove([...path, 'css'])];
      case 'field-without-source':
        return hint === 'Add "type": "nested_list".'
          ? [this.#add(path, 'type', 'nested_list')]
          : [this.#add(path, 'css', 'h1::text')];
      case 'missing-key': {
        const key = said(hint, /^Add "(.+)"\.$/);
        return key === null ? [] : [this.#add(path, key, placeholders[key] ?? '')];
      }
      case 'callback-empty':
        return [
          this.#set(
            [...path, ...(path.length === 2 ? ['extract'] : [])],
            { title: { css: 'h1::text' } },
            'Add a field',
          ),
        ];
      case 'invalid-callback-name':
      case 'reserved-callback-name':
        return this.#renameCallback(path, hint);
      case 'out-of-range':
        return this.#clamp(problem, path);
      case 'selects-no-elements': {
        const value = this.#valueAt(path);
        const at = typeof value === 'string' ? value.indexOf('::') : -1;
        return typeof value === 'string' && at > 0 ? [this.#write(path, value.slice(0, at))] : [];
      }
      case 'missing-group':
        return [this.#set([...path.slice(0, -1), 'group'], 0, 'Keep the whole match')];
      case 'scroll-without-browser':
        return [this.#append(['settings', 'EXTRACTOR_ORDER'], 'browser'), this.#remove(path)];
      case 'custom-without-selectors': {
        const selectors = { title: 'h1', content: 'article' };
        const add = this.#set(['settings', 'CUSTOM_SELECTORS'], selectors, 'Add CUSTOM_SELECTORS');
        return typeof path.at(-1) === 'number' ? [add, this.#remove(path)] : [add];
      }
      default:
        break;
    }
    if (meant !== null) return [this.#write(path, unquoted(meant))];
    if (hint === 'Leave it out instead.') return [this.#remove(path)];
    return written === null ? [] : [this.#writeAsSaid(path, written)];
  }

  #callbackFixes(path: Pointer): QuickFix[] {
    const name = this.#valueAt(path);
    if (typeof name !== 'string') return [];
    const callbacks = this.#valueAt(['callbacks']);
    const defined = membersOf(callbacks).map(([key]) => key);
    const near = nearest(name, [...defined, builtInCallback]);
    const rename = near === null ? [] : [this.#write(path, near)];
    const others = defined.filter((other) => other !== near).slice(0, 5);
    const canAdd =
      /^[A-Za-z_]\w*$/.test(name) && !reservedCallbackNames.some((reserved) => reserved === name);
    const field = { extract: { title: { css: 'h1::text' } } };
    const add = canAdd
      ? [{ ...this.#set(['callbacks', name], field, `Add the callback "${name}"`), preferred: near === null }]
      : [];
    return [...rename, ...add, ...others.map((other) => ({ ...this.#write(path, other), preferred: false }))];
  }

  /** Renames a callback and all references to it. */
  #renameCallback(path: Pointer, hint: string | null): QuickFix[] {
    const old = path[0] === 'callbacks' ? path[1] : this.#valueAt(path);
    if (typeof old !== 'string') return [];
    const better = said(hint, /for example "(.+?)"[.,]/);
    if (better === null || memberOf(this.#valueAt(['callbacks']), better) !== undefined) return [];
    const edits = [
      ...(isObject(memberOf(this.#valueAt(['callbacks']), old))
        ? this.#rename(['callbacks', old], better).edits
        : []),
    ];
    for (const reference of callbackReferences(this.#valueAt([]))) {
      if (reference.name === old) edits.push(...this.#write([...reference.path], better).edits);
    }
    edits.sort((a, b) => a.offset - b.offset);
    return [{ title: `Rename to "${better}"`, edits, preferred: true }];
  }

  #clamp({ message }: Problem, path: Pointer): QuickFix[] {
    const value = this.#valueAt(path);
    const least = /must be .*?>= (-?[\d.]+)/.exec(message)?.[1];
    const most = /must be .*?<= (-?[\d.]+)/.exec(message)?.[1];
    if (typeof value !== 'number') return [];
    if (least !== undefined && value < Number(least)) return [this.#write(path, Number(least))];
    return most !== undefined && value > Number(most) ? [this.#write(path, Number(most))] : [];
  }

  #moveToSettings(path: Pointer): QuickFix {
    const key = String(path.at(-1));
    const value = this.#valueAt(path);
    const without = applyEdits(this.#text, this.#modify(path, undefined));
    const moved = applyEdits(without, new TextFixer(without).#modify(['settings', key], value));
    return { title: 'Move it into settings', edits: [editBetween(this.#text, moved)], preferred: true };
  }

  #rename(path: Pointer, name: string): QuickFix {
    const node = this.#nodeAt(path);
    const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    const edits =
      key === undefined ? [] : [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }];
    return preferred(`Rename to "${name}"`, edits, this.#begin);
  }

  #write(path: Pointer, value: string | number | boolean): QuickFix {
    const node = this.#nodeAt(path);
    const text = JSON.stringify(value);
    const edits = node === undefined ? [] : [{ offset: node.offset, length: node.length, text }];
    return preferred(`Change to ${text}`, edits, this.#begin);
  }

  /** Replaces a value with the JSON in a hint. */
  #writeAsSaid(path: Pointer, json: string): QuickFix {
    const node = this.#nodeAt(path);
    if (node === undefined || !isJson(json)) return preferred('', [], 0);
    return preferred(
      `Change to ${json}`,
      [{ offset: node.offset, length: node.length, text: json }],
      this.#begin,
    );
  }

  #remove(
    path: Pointer,
    title = typeof path.at(-1) === 'number' ? 'Remove it' : `Remove "${String(path.at(-1))}"`,
  ): QuickFix {
    return { title, edits: this.#modify(path, undefined), preferred: false };
  }

  #add(path: Pointer, key: string, value: unknown): QuickFix {
    return this.#set([...path, key], value, `Add "${key}"`);
  }

  #set(path: Pointer, value: unknown, title: string): QuickFix {
    return { title, edits: this.#modify(path, value), preferred: true };
  }

  #append(path: Pointer, value: string): QuickFix {
    const list = this.#valueAt(path);
    const edits = Array.isArray(list)
      ? this.#modify([...path, list.length], value)
      : this.#modify(path, [value]);
    return { title: `Add "${value}" to ${String(path.at(-1))}`, edits, preferred: true };
  }

  /** Removes all but the last of duplicate keys, which is the one that counts. */
  #removeEarlier(path: Pointer): QuickFix {
    const parent = this.#nodeAt(path.slice(0, -1));
    const same = (parent?.children ?? []).filter((property) => property.children?.[0]?.value === path.at(-1));
    const edits = same.slice(0, -1).map((property) => {
      const following = parent?.children?.[(parent.children.indexOf(property) ?? 0) + 1];
      const end = following?.offset ?? property.offset + property.length;
      return { offset: property.offset, length: end - property.offset, text: '' };
    });
    return preferred(`Keep the last "${String(path.at(-1))}"`, edits, this.#begin);
  }

  #modify(path: Pointer, value: unknown): TextEdit[] {
    const body = this.#body();
    // null: the value does not exist yet.
    const unset = path.findIndex(
      (_, length) => length > 0 && this.#nodeAt(path.slice(0, length))?.type === 'null',
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
        .map(({ offset, length, content }) => ({ offset: offset + this.#begin, length, text: content }))
        .sort((a, b) => a.offset - b.offset);
    } catch {
      // The text does not match the path, so there is nothing to fix.
      return [];
    }
  }

  /** Removes the last of several entries of a list, because `modify` assumes that white space follows it. */
  #lastEntry(path: Pointer): Edit | null {
    const entry = this.#nodeAt(path);
    const siblings = entry?.parent?.type === 'array' ? (entry.parent.children ?? []) : [];
    const before = siblings.at(-2);
    if (entry === undefined || before === undefined || siblings.at(-1) !== entry) return null;
    const offset = before.offset + before.length;
    return { offset, length: entry.offset + entry.length - offset, content: '' };
  }

  /** The text of the innermost existing value on a path. */
  #textAround(path: Pointer): string {
    for (let length = path.length - 1; length >= 0; length -= 1) {
      const node = this.#nodeAt(path.slice(0, length));
      if (node !== undefined) return this.#body().slice(node.offset, node.offset + node.length);
    }
    return this.#body();
  }

  #body(): string {
    return this.#begin === 0 ? this.#text : this.#text.slice(this.#begin);
  }

  #tree(): Node | null {
    if (this.#root === undefined) {
      try {
        this.#root = parseTree(this.#body(), [], { allowTrailingComma: true }) ?? null;
      } catch {
        // Nested too deeply to parse.
        this.#root = null;
      }
    }
    return this.#root;
  }

  #nodeAt(path: Pointer): Node | undefined {
    const root = this.#tree();
    if (root === null) return undefined;
    return path.length === 0 ? root : findNodeAtLocation(root, path);
  }

  #valueAt(path: Pointer): unknown {
    return valueOf(this.#nodeAt(path));
  }

  /** Converts a JSON pointer to a path. The document shows which steps are indexes. */
  #pathOf(pointer: string): Pointer {
    const path: Pointer = [];
    for (const step of pointer.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      path.push(this.#nodeAt(path)?.type === 'array' ? Number(key) : key);
    }
    return path;
  }
}

function preferred(title: string, edits: readonly TextEdit[], begin: number): QuickFix {
  return shifted({ title, edits: [...edits], preferred: true }, begin);
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
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
