import { isComment, isTag, isText, type AnyNode } from 'domhandler';
import { readCss, type CssSelector } from '../../shared/selectors/read-css.ts';
import type { SelectorProblem } from '../../shared/selectors/problem.ts';
import { readXPath, type XPathSelector } from '../../shared/selectors/read-xpath.ts';
import { compileQuery as compileCssQuery, type CssFinding } from './css/evaluate.ts';
import { serializeNode } from './serialize.ts';
import { compileQuery as compileXPathQuery } from './xpath/evaluate.ts';
import { isAttribute, textOf, type XPathNode } from './xpath/nodes.ts';
import { numberToPython } from './xpath/values.ts';

export { SelectorCostError } from './budget.ts';

/** A match of a selector. `value` and `text` are computed on access. */
export interface Match {
  readonly kind: 'element' | 'text' | 'attribute' | 'comment' | 'document' | 'string' | 'number' | 'boolean';
  /** The node; for an attribute, its owner; null for a string, number or boolean. */
  readonly node: AnyNode | null;
  /** The result of parsel's `get()`: markup, text, an attribute value, `3.0`, or `1` and `0` for true and false. */
  readonly value: string;
  /** The text of an element; for other matches the same as `value`. */
  readonly text: string;
}

/** A compiled selector, usable for any number of pages. */
export interface CompiledSelector {
  readonly language: 'css' | 'xpath';
  readonly source: string;
  /**
   * Returns the distinct matches from a document or node, in document order.
   * @throws SelectorCostError if it takes too many steps on the page; SelectorError or PatternCostError if a `re:` function
   * fails
   */
  select(context: AnyNode): Match[];
}

class NodeMatch implements Match {
  readonly kind: 'element' | 'text' | 'comment';
  readonly node: AnyNode;

  constructor(kind: 'element' | 'text' | 'comment', node: AnyNode) {
    this.kind = kind;
    this.node = node;
  }

  get value(): string {
    return this.kind === 'text' ? textOf(this.node) : serializeNode(this.node);
  }

  get text(): string {
    return this.kind === 'element' ? textOf(this.node) : this.value;
  }
}

class ValueMatch implements Match {
  readonly kind: 'attribute' | 'string' | 'number' | 'boolean';
  readonly node: AnyNode | null;
  readonly value: string;

  constructor(kind: 'attribute' | 'string' | 'number' | 'boolean', node: AnyNode | null, value: string) {
    this.kind = kind;
    this.node = node;
    this.value = value;
  }

  get text(): string {
    return this.value;
  }
}

function matchOfFinding(finding: CssFinding): Match {
  if (finding.kind === 'attribute') return new ValueMatch('attribute', finding.node, finding.value);
  return new NodeMatch(finding.kind, finding.node);
}

/** Removes the document, which is never a match, as in lxml. */
function matchesOfNodes(nodes: XPathNode[]): Match[] {
  const matches: Match[] = [];
  for (const node of nodes) {
    if (isAttribute(node)) matches.push(new ValueMatch('attribute', node.owner, node.value));
    else if (isText(node)) matches.push(new NodeMatch('text', node));
    else if (isTag(node)) matches.push(new NodeMatch('element', node));
    else if (isComment(node)) matches.push(new NodeMatch('comment', node));
  }
  return matches;
}

function compileCss(selector: CssSelector): CompiledSelector {
  const query = compileCssQuery(selector);
  return {
    language: 'css',
    source: selector.source,
    select: (context) => query(context).map(matchOfFinding),
  };
}

function compileXPath(selector: XPathSelector): CompiledSelector {
  const query = compileXPathQuery(selector);
  return {
    language: 'xpath',
    source: selector.source,
    select(context) {
      const result = query(context);
      if (result.type === 'nodes') return matchesOfNodes(result.nodes);
      if (result.type === 'string') return [new ValueMatch('string', null, result.value)];
      if (result.type === 'number') return [new ValueMatch('number', null, numberToPython(result.value))];
      return [new ValueMatch('boolean', null, result.value ? '1' : '0')];
    },
  };
}

/** The compiled selector, or why it is not valid. */
export type SelectorReading =
  { ok: true; selector: CompiledSelector } | { ok: false; problem: SelectorProblem };

/** Maximum number of cached selectors. A spider has a few dozen. */
const maxKept = 500;
const kept = new Map<string, SelectorReading>();

/** Parses and compiles a selector, or returns it from a cache. Never throws. */
export function selectorFor(language: 'css' | 'xpath', source: string): SelectorReading {
  const key = `${language}:${source}`;
  const known = kept.get(key);
  const reading = known ?? compileSelector(language, source);
  kept.delete(key);
  kept.set(key, reading);
  if (kept.size > maxKept) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
  return reading;
}

/** Parses and compiles a selector that is used once. Never throws. */
export function compileSelector(language: 'css' | 'xpath', source: string): SelectorReading {
  if (language === 'css') {
    const read = readCss(source);
    return read.ok ? { ok: true, selector: compileCss(read.selector) } : read;
  }
  const read = readXPath(source);
  return read.ok ? { ok: true, selector: compileXPath(read.selector) } : read;
}
