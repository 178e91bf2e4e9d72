import {
  parse,
  SelectorType,
  type AttributeSelector,
  type PseudoElement,
  type PseudoSelector,
  type Selector,
  type TagSelector,
} from 'css-what';
import type { CssAlternative, CssOutput, CssSelector } from './css-ast.ts';
import { cssPseudoClasses, pseudoClassHints } from './css-pseudos.ts';
import { scanCss, type PseudoPlace } from './css-scan.ts';
import { maxSelectorLength, SelectorRefusal, type SelectorProblem } from './problem.ts';

export type { CssSelector } from './css-ast.ts';
export type { SelectorProblem } from './problem.ts';

/** Result of parsing a CSS selector. */
export type CssReading = { ok: true; selector: CssSelector } | { ok: false; problem: SelectorProblem };

/** Hint for an XPath expression in a key for CSS selectors. */
export const xpathHint = 'Put it into "xpath" instead of "css".';
const xpathLook =
  /^\s*(?:\/|\.\/|\.\.|\(\s*[./])|\/\/|\/@|\[\s*@|\[\s*(?:\d+|last\(\)|position\(\)|contains\(|text\(\)|not\(|normalize-space)|\btext\(\)|\b(?:ancestor|descendant|child|parent|self|preceding|following|attribute)(?:-or-self|-sibling)?::/;
const nthFormula = /^\s*(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i;
const nthOf = /^(.+?)\s+of\s+(.+)$/is;
/** A name may start with hyphens: one must be followed by a letter, several by a letter or digit. */
const nameStart = /^(?:-?[A-Za-z_\u0080-\uFFFF]|--+[\dA-Za-z_\u0080-\uFFFF])/;
const attributeName = /^[^\s"'<>/=[\](){}]+$/;

/**
 * Parses and checks a CSS selector with parsel's `::text` and `::attr(name)`. Rejects everything that cannot work on any
 * page, with its position if known.
 */
export function readCss(source: string): CssReading {
  if (source.length > maxSelectorLength) {
    const message = `The CSS selector is longer than ${maxSelectorLength} characters.`;
    return { ok: false, problem: { message, offset: null, hint: null } };
  }
  try {
    return { ok: true, selector: { language: 'css', source, alternatives: new CssReader(source).read() } };
  } catch (error) {
    if (!(error instanceof SelectorRefusal)) throw error;
    if (xpathLook.test(source)) {
      const message = 'This looks like XPath, not like a CSS selector.';
      return { ok: false, problem: { message, offset: 0, hint: xpathHint } };
    }
    return { ok: false, problem: error.problem };
  }
}

/** Makes the prefix of `dc|creator` part of the name, because names are compared as pages write them: `dc:creator`. */
function qualify(token: TagSelector | AttributeSelector): void {
  const { namespace } = token;
  if (namespace === null || namespace === '' || namespace === '*') return;
  token.name = `${namespace}:${token.name}`;
  token.namespace = null;
}

/** Offset of the first match of a pattern in the source, or null. */
function place(source: string, pattern: RegExp): number | null {
  const match = pattern.exec(source);
  return match === null ? null : match.index + match[0].search(/\S|$/);
}

/** Parses with css-what, and turns its errors into problems with an offset where possible. */
function parseTokens(source: string, whole: string): Selector[][] {
  try {
    return parse(source);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const rest = /^(?:Unmatched selector: |Expected name, found )([\s\S]*)$/.exec(text)?.[1];
    const offset = rest !== undefined && whole.endsWith(rest) ? whole.length - rest.length : null;
    if (rest !== undefined && rest !== '') {
      const hint = /^\d/.test(rest)
        ? 'A name cannot start with a digit; write [class~="…"] or [id="…"].'
        : null;
      throw new SelectorRefusal(`"${rest.charAt(0)}" is not allowed here in a CSS selector.`, offset, hint);
    }
    if (rest === '') throw new SelectorRefusal('The selector ends where a name is expected.', offset);
    if (text.startsWith('Empty sub-selector')) {
      throw new SelectorRefusal('A part of the selector is empty.', place(whole, /\(\s*[,)]|,\s*[,)]/));
    }
    if (text.startsWith('Did not expect successive')) {
      throw new SelectorRefusal(
        'Two combinators follow each other.',
        place(whole, /[>+~]\s*[>+~]/),
        'Remove one of them.',
      );
    }
    if (text.startsWith('Attribute') || text.startsWith('Expected `=`')) {
      throw new SelectorRefusal(
        'The condition in [ ] cannot be read.',
        source === whole && whole.includes('[') ? whole.lastIndexOf('[') : null,
        'Write [name], [name="value"], or ~=, |=, ^=, $=, *=, != in place of =.',
      );
    }
    if (text.startsWith('Comment'))
      throw new SelectorRefusal('The comment is never closed.', place(whole, /\/\*/), 'Add "*/".');
    throw new SelectorRefusal('The CSS selector cannot be read.', offset, text === '' ? null : `${text}.`);
  }
}

class CssReader {
  readonly #source: string;
  #places: PseudoPlace[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(): CssAlternative[] {
    if (this.#source.trim() === '') throw new SelectorRefusal('The CSS selector is empty.', 0);
    const { text, places } = scanCss(this.#source);
    this.#places = places;
    const groups = parseTokens(text, text);
    if (groups.length === 0) throw new SelectorRefusal('The CSS selector is empty.', 0);
    return groups.map((tokens) => this.#alternative(tokens));
  }

  #offsetOf(name: string): number | null {
    return this.#places.find((place) => place.name === name)?.offset ?? null;
  }

  #alternative(tokens: Selector[]): CssAlternative {
    const last = tokens.at(-1);
    let output: CssOutput = { type: 'element' };
    let rest = tokens;
    if (last?.type === SelectorType.PseudoElement) {
      output = this.#output(last);
      rest = tokens.slice(0, -1);
      const before = rest.at(-1);
      // "div ::text" means "div *::text".
      if (before === undefined || isCombinator(before)) {
        rest.push({ type: SelectorType.Universal, namespace: null });
      }
    }
    this.#checkTokens(rest, false, 0);
    return { tokens: rest, output };
  }

  #output(token: PseudoElement): CssOutput {
    const { name, data } = token;
    const offset = this.#offsetOf(name);
    if (name === 'text') {
      if (data === null) return { type: 'text' };
      throw new SelectorRefusal('::text takes no argument.', offset, 'Write ::text without parentheses.');
    }
    if (name !== 'attr') {
      throw new SelectorRefusal(
        `The pseudo-element "::${name}" is not known.`,
        offset,
        cssPseudoClasses.has(name)
          ? `Write ":${name}" with one colon.`
          : 'The known ones are ::text and ::attr(name).',
      );
    }
    const text = (data ?? '').trim();
    const attribute = /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
    if (attribute === '') {
      throw new SelectorRefusal(
        '::attr() needs the name of an attribute.',
        offset,
        'Write for example ::attr(href).',
      );
    }
    if (!attributeName.test(attribute)) {
      throw new SelectorRefusal(
        `"${attribute}" is not the name of an attribute.`,
        offset,
        'Write one name, for example ::attr(href).',
      );
    }
    return { type: 'attribute', name: attribute };
  }

  /** Checks one selector. `relative`: it may start with a combinator, as in `:has(> img)`. */
  #checkTokens(tokens: Selector[], relative: boolean, depth: number): void {
    const first = tokens[0];
    if (first !== undefined && isCombinator(first) && !relative) {
      throw new SelectorRefusal(
        'A selector cannot start with a combinator.',
        place(this.#source, /(?<=^|[,(])\s*[>+~]/),
        'Write ":scope > …" for children of the context, or leave the combinator out.',
      );
    }
    const last = tokens.at(-1);
    if (last === undefined) throw new SelectorRefusal('A part of the selector is empty.', null);
    if (isCombinator(last)) {
      throw new SelectorRefusal(
        'The selector ends with a combinator.',
        place(this.#source, /[>+~]\s*(?:[,)]|$)/),
        'Add what should follow it, or remove it.',
      );
    }
    tokens.forEach((token, index) =>
      this.#checkToken(token, index === 0 ? null : (tokens[index - 1] ?? null), depth),
    );
  }

  #checkToken(token: Selector, previous: Selector | null, depth: number): void {
    switch (token.type) {
      case SelectorType.Pseudo:
        this.#checkPseudo(token, depth);
        if (token.name === 'scope' && previous !== null) {
          throw new SelectorRefusal(
            '":scope" is only allowed at the start of a selector.',
            this.#offsetOf('scope'),
          );
        }
        break;
      case SelectorType.PseudoElement:
        throw new SelectorRefusal(
          `"::${token.name}" is only allowed at the end of a selector.`,
          this.#offsetOf(token.name),
          depth > 0 ? 'It is not allowed inside parentheses.' : 'Move it to the end.',
        );
      case SelectorType.Tag:
      case SelectorType.Universal:
        if (previous !== null && !isCombinator(previous)) {
          const name = token.type === SelectorType.Tag ? token.name : '*';
          throw new SelectorRefusal(
            `"${name}" is not allowed here in a CSS selector.`,
            null,
            'A space seems to be missing before it.',
          );
        }
        if (token.type === SelectorType.Tag) this.#checkName(token.name, false);
        if (token.type === SelectorType.Tag) qualify(token);
        break;
      case SelectorType.Attribute:
        this.#checkName(token.name, false);
        qualify(token);
        if (token.ignoreCase === 'quirks') this.#checkName(token.value, token.name === 'id');
        break;
      case SelectorType.Parent:
        throw new SelectorRefusal(
          '"<" is not a combinator.',
          this.#source.indexOf('<'),
          'Use :has(…) to select a parent.',
        );
      case SelectorType.ColumnCombinator:
        throw new SelectorRefusal(
          '"||" is not supported.',
          this.#source.indexOf('||'),
          'Use :nth-child() on the cells.',
        );
      case SelectorType.Adjacent:
      case SelectorType.Child:
      case SelectorType.Descendant:
      case SelectorType.Sibling:
        break;
    }
  }

  /** Rejects names that CSS does not allow. css-what accepts almost any first character, and the result would match nothing. */
  #checkName(name: string, isId: boolean): void {
    if (nameStart.test(name) || this.#isEscaped(name)) return;
    // After "#", a name may start with any character of a name.
    if (isId && /^[\d-]/.test(name)) return;
    if (/^-+$/.test(name)) {
      throw new SelectorRefusal(
        `"${name}" is not a name.`,
        Math.max(this.#source.indexOf(name), 0),
        'A name needs a letter after "-".',
      );
    }
    if (/^-?\d/.test(name)) {
      throw new SelectorRefusal(
        `The name "${name}" starts with a digit${name.startsWith('-') ? ' after "-"' : ''}.`,
        Math.max(this.#source.indexOf(name), 0),
        `Write [class~="${name}"] for a class.`,
      );
    }
    throw new SelectorRefusal(
      `"${name.charAt(0)}" is not allowed here in a CSS selector.`,
      Math.max(this.#source.indexOf(name), 0),
    );
  }

  /** Whether a name contains an escape, which allows any character. */
  #isEscaped(name: string): boolean {
    return (
      this.#source.includes('\\') && (!this.#source.includes(name) || this.#source.includes(`\\${name}`))
    );
  }

  #checkPseudo(token: PseudoSelector, depth: number): void {
    const { name, data } = token;
    const offset = this.#offsetOf(name);
    const argument = cssPseudoClasses.get(name);
    if (argument === undefined) {
      throw new SelectorRefusal(
        `The pseudo-class ":${name}" is not known.`,
        offset,
        pseudoClassHints.get(name) ?? `The known ones are :${[...cssPseudoClasses.keys()].join(', :')}.`,
      );
    }
    if (argument === 'none') {
      if (data !== null)
        throw new SelectorRefusal(`":${name}" takes no argument.`, offset, `Write ":${name}".`);
      return;
    }
    if (data === null || data.length === 0) {
      throw new SelectorRefusal(`":${name}()" needs an argument.`, offset);
    }
    if (typeof data !== 'string') {
      for (const tokens of data) this.#checkTokens(tokens, argument === 'relative-selectors', depth + 1);
      return;
    }
    if (argument === 'nth' || argument === 'nth-of')
      this.#checkNth(name, data, argument === 'nth-of', offset, depth);
  }

  #checkNth(name: string, data: string, mayFilter: boolean, offset: number | null, depth: number): void {
    const { formula, of } = splitNth(data);
    if (!nthFormula.test(formula)) {
      throw new SelectorRefusal(
        `":${name}(${data})" cannot be read.`,
        offset,
        'Write a number, odd, even, or a formula like 2n+1; counting starts at 1.',
      );
    }
    if (of === null) return;
    if (!mayFilter)
      throw new SelectorRefusal(`":${name}()" takes no "of".`, offset, 'Use :nth-child(… of …).');
    for (const tokens of parseTokens(of, this.#source)) this.#checkTokens(tokens, false, depth + 1);
  }
}

/** Splits `2n+1 of .row` into the formula and the selector; `of` is null where there is none. */
export function splitNth(data: string): { formula: string; of: string | null } {
  const match = nthOf.exec(data.trim());
  return match === null
    ? { formula: data.trim(), of: null }
    : { formula: (match[1] ?? '').trim(), of: (match[2] ?? '').trim() };
}

/** True for the tokens between compound selectors. */
export function isCombinator(token: Selector): boolean {
  return (
    token.type === SelectorType.Adjacent ||
    token.type === SelectorType.Child ||
    token.type === SelectorType.Descendant ||
    token.type === SelectorType.Sibling ||
    token.type === SelectorType.Parent ||
    token.type === SelectorType.ColumnCombinator
  );
}
