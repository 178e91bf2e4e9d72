import { AttributeAction, SelectorType, type Selector } from 'css-what';
import { _compileUnsafe as compileTokens, type Options } from 'css-select';
import { isTag, type AnyNode, type Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import type { StepBudget } from '../budget.ts';
import { childrenOf, textOf } from '../xpath/nodes.ts';
import { hasWord } from '../xpath/values.ts';
import { cssAttributeReader, type AttributeReader } from '../xml/attribute-reader.ts';
import { localPart, XmlElement } from '../xml/xml-element.ts';
import { compileHas, compilePrecededBy } from './relations.ts';
import { pseudoTest } from './pseudos.ts';
import {
  previousElement,
  type CssRun,
  type ElementTest,
  type FirstTest,
  type TokenCompiler,
} from './types.ts';

/**
 * Compiles the tokens of one selector into a test of an element. css-select compiles tags, attributes, combinators, `:is`
 * and `:not`. The rest is implemented here, because css-select recurses or scans all siblings again for every element,
 * and because some of its pseudo-classes differ from cssselect's.
 */
export class CssCompiler implements TokenCompiler {
  readonly run: CssRun;
  readonly #pseudos: Record<string, (element: Element) => boolean> = {};
  /** Attributes whose names css-select would change, by the names that stand for them. */
  readonly #attributes = new Map<string, AttributeReader>();
  readonly #options: Options<AnyNode, Element>;
  #count = 0;

  constructor(run: CssRun) {
    this.run = run;
    this.#options = {
      adapter: adapterFor(run.budget, this.#attributes),
      pseudos: this.#pseudos,
      relativeSelector: false,
      cacheResults: false,
    };
  }

  test(tokens: Selector[], first: FirstTest | null = null): ElementTest {
    return compileTokens<AnyNode, Element>([this.#prepare(tokens, first)], this.#options);
  }

  anyOf(list: Selector[][]): ElementTest {
    const tests = list.map((tokens) => this.test(tokens));
    return (element) => tests.some((test) => test(element));
  }

  /** Replaces the tokens that css-select must not compile with tests from this folder. */
  #prepare(tokens: Selector[], first: FirstTest | null): Selector[] {
    const sibling = tokens.findLastIndex((token) => token.type === SelectorType.Sibling);
    const rest = tokens.slice(sibling + 1).map((token) => this.#token(token));
    let leading: ElementTest | null = first?.test ?? null;
    if (sibling > 0) {
      const before = this.test(tokens.slice(0, sibling), first);
      leading = compilePrecededBy(before, this.run, first?.steady ?? true);
    }
    if (leading !== null) rest.splice(endOfFirst(rest), 0, this.#pseudo(leading));
    return rest;
  }

  /** A name for an attribute that css-select, which writes names in lower case, does not change. */
  #attribute(name: string): string {
    if (!/[A-Z:]/.test(name)) return name;
    this.#count += 1;
    const alias = `own-${this.#count}`;
    this.#attributes.set(alias, cssAttributeReader(name));
    return alias;
  }

  /** A token that css-select compiles to the given test. */
  #pseudo(test: ElementTest): Selector {
    this.#count += 1;
    const name = `own-${this.#count}`;
    this.#pseudos[name] = (element) => test(element);
    return { type: SelectorType.Pseudo, name, data: null };
  }

  #token(token: Selector): Selector {
    if (token.type === SelectorType.Attribute) {
      const { value, name } = token;
      if (token.action === AttributeAction.Element && token.ignoreCase !== true) {
        if (value === '' || /[ \t\r\n\f]/.test(value)) return this.#pseudo(() => false);
        const read = cssAttributeReader(name);
        return this.#pseudo((element) => hasWord(read(element) ?? '', value));
      }
      // cssselect compares values case-sensitively; css-select would ignore case for some attributes.
      const ignoreCase = token.ignoreCase === true;
      return { ...token, name: this.#attribute(name), namespace: null, ignoreCase };
    }
    if (token.type === SelectorType.Tag) {
      const { name, namespace } = token;
      const lower = name.toLowerCase();
      if (namespace === '*') return this.#pseudo((element) => isNamed(element, name, lower, true));
      // Elements inside svg and in XML keep their capitals.
      if (lower !== name) return this.#pseudo((element) => isNamed(element, name, lower, false));
      return { ...token, namespace: null };
    }
    if (token.type === SelectorType.Universal) {
      const { namespace } = token;
      if (namespace === null || namespace === '' || namespace === '*') return { ...token, namespace: null };
      return this.#pseudo((element) => element.name.startsWith(`${namespace}:`));
    }
    if (token.type !== SelectorType.Pseudo) return { ...token };
    if (token.name === 'has' && Array.isArray(token.data)) {
      return this.#pseudo(compileHas(token.data, this, this.run));
    }
    if (Array.isArray(token.data)) {
      return { ...token, data: token.data.map((inner) => this.#prepare(inner, null)) };
    }
    return this.#pseudo(pseudoTest(token.name, token.data ?? '', this));
  }
}

/** @param anyPrefix whether an element of XML may have any prefix */
function isNamed(element: Element, name: string, lower: string, anyPrefix: boolean): boolean {
  if (element.name === name) return true;
  if (!(element instanceof XmlElement)) return element.name === lower;
  return anyPrefix && localPart(element.name) === name;
}

/** Index just after the leftmost compound of a selector. */
function endOfFirst(tokens: Selector[]): number {
  const combinator = tokens.findIndex((token) => isCombinator(token));
  return combinator === -1 ? tokens.length : combinator;
}

/** Adapter from domhandler's tree to css-select. Counts each step. */
function adapterFor(
  budget: StepBudget,
  attributes: ReadonlyMap<string, AttributeReader>,
): NonNullable<Options<AnyNode, Element>['adapter']> {
  const valueOf = (element: Element, name: string): string | undefined => {
    const read = attributes.size === 0 ? undefined : attributes.get(name);
    return read === undefined ? element.attribs[name] : read(element);
  };
  return {
    isTag: (node): node is Element => isTag(node),
    getAttributeValue: valueOf,
    hasAttrib: (element, name) => valueOf(element, name) !== undefined,
    getChildren: childrenOf,
    getName: (element) => element.name,
    getParent: (node) => {
      budget.spend(1);
      return node.parent;
    },
    getSiblings: (node) => (node.parent === null ? [node] : node.parent.children),
    prevElementSibling: (node) => previousElement(node, budget),
    getText: (node) => textOf(node, budget),
    removeSubsets: (nodes) => nodes,
  };
}
