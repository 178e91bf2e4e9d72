import { beginFixes } from './begin-fixes.ts';
import { callbackReferences } from './callback-references.ts';
import { fieldFixes } from './field-fixes.ts';
import { FixableText, type Pointer } from './fixable-text.ts';
import { nearest } from './nearest.ts';
import { isObject, memberOf, membersOf } from './plain.ts';
import type { Problem } from './problems.ts';
import { builtInCallback, reservedCallbackNames } from './schema.ts';
import { said, shifted, syntaxFixes, type QuickFix } from './syntax-fixes.ts';

export type { QuickFix } from './syntax-fixes.ts';

/** Finds quick fixes for the problems of one text. */
export interface Fixer {
  fixes(problem: Problem): QuickFix[];
}

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
  readonly #text: FixableText;

  constructor(text: string) {
    this.#text = new FixableText(text);
  }

  fixes(problem: Problem): QuickFix[] {
    const path = this.#text.pathOf(problem.pointer);
    return this.#found(problem, path).filter(({ edits }) => edits.length > 0);
  }

  #found(problem: Problem, path: Pointer): QuickFix[] {
    const { code, hint } = problem;
    if (code === 'json-duplicate-key') return [this.#text.removeEarlier(path)];
    if (code.startsWith('json-')) {
      const node = path.length === 0 ? undefined : this.#text.nodeAt(path);
      return syntaxFixes(this.#text.body(), problem, node).map((fix) => shifted(fix, this.#text.begin));
    }
    const written = said(hint, /^Write (.+?)(?: without quotes| in quotes)?\.(?: |$)/);
    const meant = said(hint, /^Did you mean (.+?)\?$/);
    const own = fieldFixes(this.#text, problem, path) ?? beginFixes(this.#text, problem, path);
    if (own !== null) return own;
    switch (code) {
      case 'unknown-field':
      case 'unknown-key': {
        // An entry of a list has no name to change; what it says is written below.
        if (typeof path.at(-1) === 'number') break;
        const near = said(hint, /^Rename it to "(.+)", or remove it\.$/);
        const name =
          near !== null && this.#text.nodeAt([...path.slice(0, -1), near]) !== undefined ? null : near;
        const move = hint === 'Move it into "settings".' ? [this.#text.moveToSettings(path)] : [];
        return [...move, ...(name === null ? [] : [this.#text.rename(path, name)]), this.#text.remove(path)];
      }
      case 'setting-unread':
        return meant === null || this.#text.nodeAt(['settings', meant]) !== undefined
          ? [this.#text.remove(path)]
          : [this.#text.rename(path, meant), this.#text.remove(path)];
      case 'setting-unusable':
        if (path.at(-1) === 'callback') return this.#callbackFixes(path);
        break;
      case 'undefined-callback':
        return this.#callbackFixes(path);
      case 'callback-unused':
      case 'duplicate-start-url':
      case 'empty-pattern':
      case 'blank-pattern':
      case 'rule-without-effect':
      case 'rule-unreachable':
      case 'setting-without-effect':
      case 'expectation-without-effect':
      case 'contradictory-expectation':
      case 'field-key-without-effect':
        return [this.#text.remove(path, code.startsWith('setting') ? 'Remove the setting' : undefined)];
      case 'start-url-outside-domains': {
        const domain = said(hint, /^Add "(.+)" to allowed_domains/);
        return domain === null ? [] : [this.#text.append(['allowed_domains'], domain)];
      }
      case 'css-and-xpath':
        return [this.#text.remove([...path, 'xpath']), this.#text.remove([...path, 'css'])];
      case 'field-without-source':
        return hint === 'Add "type": "nested_list".'
          ? [this.#text.add(path, 'type', 'nested_list')]
          : [this.#text.add(path, 'css', 'h1::text')];
      case 'missing-key': {
        const key = said(hint, /^Add "(.+)"\.$/);
        return key === null ? [] : [this.#text.add(path, key, placeholders[key] ?? '')];
      }
      case 'callback-empty':
        return [
          this.#text.set(
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
        const value = this.#text.valueAt(path);
        const isCss = hint?.startsWith('Leave out ::text') === true;
        const at = isCss && typeof value === 'string' ? value.indexOf('::') : -1;
        return typeof value === 'string' && at > 0 ? [this.#text.write(path, value.slice(0, at))] : [];
      }
      case 'missing-group':
        return [this.#text.set([...path.slice(0, -1), 'group'], 0, 'Keep the whole match')];
      case 'scroll-without-browser':
        return [this.#text.append(['settings', 'EXTRACTOR_ORDER'], 'browser'), this.#text.remove(path)];
      case 'custom-without-selectors': {
        const selectors = { title: 'h1', content: 'article' };
        const add = this.#text.set(['settings', 'CUSTOM_SELECTORS'], selectors, 'Add CUSTOM_SELECTORS');
        return typeof path.at(-1) === 'number' ? [add, this.#text.remove(path)] : [add];
      }
      default:
        break;
    }
    if (meant !== null) return [this.#text.write(path, unquoted(meant))];
    if (hint === 'Leave it out instead.') return [this.#text.remove(path)];
    return written === null ? [] : [this.#text.writeAsSaid(path, written)];
  }

  #callbackFixes(path: Pointer): QuickFix[] {
    const name = this.#text.valueAt(path);
    if (typeof name !== 'string') return [];
    const callbacks = this.#text.valueAt(['callbacks']);
    const defined = membersOf(callbacks).map(([key]) => key);
    const near = nearest(name, [...defined, builtInCallback]);
    const rename = near === null ? [] : [this.#text.write(path, near)];
    const others = defined.filter((other) => other !== near).slice(0, 5);
    const canAdd =
      /^[A-Za-z_]\w*$/.test(name) && !reservedCallbackNames.some((reserved) => reserved === name);
    const field = { extract: { title: { css: 'h1::text' } } };
    const add = canAdd
      ? [
          {
            ...this.#text.set(['callbacks', name], field, `Add the callback "${name}"`),
            preferred: near === null,
          },
        ]
      : [];
    return [
      ...rename,
      ...add,
      ...others.map((other) => ({ ...this.#text.write(path, other), preferred: false })),
    ];
  }

  /** Renames a callback and all references to it. */
  #renameCallback(path: Pointer, hint: string | null): QuickFix[] {
    const old = path[0] === 'callbacks' ? path[1] : this.#text.valueAt(path);
    if (typeof old !== 'string') return [];
    const better = said(hint, /for example "(.+?)"[.,]/);
    if (better === null || memberOf(this.#text.valueAt(['callbacks']), better) !== undefined) return [];
    const edits = [
      ...(isObject(memberOf(this.#text.valueAt(['callbacks']), old))
        ? this.#text.rename(['callbacks', old], better).edits
        : []),
    ];
    for (const reference of callbackReferences(this.#text.valueAt([]))) {
      if (reference.name === old) edits.push(...this.#text.write([...reference.path], better).edits);
    }
    edits.sort((a, b) => a.offset - b.offset);
    return [{ title: `Rename to "${better}"`, edits, preferred: true }];
  }

  #clamp({ message }: Problem, path: Pointer): QuickFix[] {
    const value = this.#text.valueAt(path);
    const least = /must be .*?>= (-?[\d.]+)/.exec(message)?.[1];
    const most = /must be .*?<= (-?[\d.]+)/.exec(message)?.[1];
    if (typeof value !== 'number') return [];
    if (least !== undefined && value < Number(least)) return [this.#text.write(path, Number(least))];
    return most !== undefined && value > Number(most) ? [this.#text.write(path, Number(most))] : [];
  }
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
