import { AttributeAction, SelectorType, type Selector } from 'css-what';
import { _compileUnsafe as compileTokens, type Options } from 'css-select';
import { isTag, type AnyNode, type Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import type { StepBudget } from '../budget.ts';
import { childrenOf, textOf } from '../xpath/nodes.ts';
import { hasWord } from '../xpath/values.ts';
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
  readonly #options: Options<AnyNode, Element>;
  #count = 0;

  constructor(run: CssRun) {
    this.run = run;
    this.#options = {
      adapter: adapterFor(run.budget),
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
        const attribute = name.toLowerCase();
        return this.#pseudo((element) => hasWord(element.attribs[attribute] ?? '', value));
      }
      // cssselect compares values case-sensitively; css-select would ignore case for some attributes.
      return { ...token, namespace: null, ignoreCase: token.ignoreCase === true };
    }
    if (token.type === SelectorType.Tag) {
      const { name } = token;
      const lower = name.toLowerCase();
      // Elements inside svg keep their capitals.
      if (lower !== name) return this.#pseudo((element) => element.name === lower || element.name === name);
      return { ...token, namespace: null };
    }
    if (token.type === SelectorType.Universal) return { ...token, namespace: null };
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

/** Index just after the leftmost compound of a selector. */
function endOfFirst(tokens: Selector[]): number {
  const combinator = tokens.findIndex((token) => isCombinator(token));
  return combinator === -1 ? tokens.length : combinator;
}

/** Adapter from domhandler's tree to css-select. Counts each step. */
function adapterFor(budget: StepBudget): NonNullable<Options<AnyNode, Element>['adapter']> {
  return {
    isTag: (node): node is Element => isTag(node),
    getAttributeValue: (element, name) => element.attribs[name],
    hasAttrib: (element, name) => element.attribs[name] !== undefined,
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
