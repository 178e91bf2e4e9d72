import { isComment, isTag, isText, type AnyNode } from 'domhandler';
import { readCss, type CssSelector } from '../../shared/selectors/read-css.ts';
import type { SelectorProblem } from '../../shared/selectors/problem.ts';
import { readXPath, type XPathSelector } from '../../shared/selectors/read-xpath.ts';
import { compileQuery as compileCssQuery, type CssFinding } from './css/evaluate.ts';
import { serializeNode } from './serialize.ts';
import { compileQuery as compileXPathQuery } from './xpath/evaluate.ts';
import { isAttribute, textOf, type XPathNode } from './xpath/nodes.ts';
import { numberToPython } from './xpath/values.ts';

export { SelectorCostError } from './xpath/budget.ts';

/** One thing that a selector found. `value` and `text` are made when they are asked for. */
export interface Match {
  readonly kind: 'element' | 'text' | 'attribute' | 'comment' | 'document' | 'string' | 'number' | 'boolean';
  /** The node; the owner of an attribute; null for a string, a number or a boolean. */
  readonly node: AnyNode | null;
  /** What parsel's `get()` gives: markup, text, an attribute's value, `3.0`, or `1` and `0` for true and false. */
  readonly value: string;
  /** The text inside an element; for the rest the same as `value`. */
  readonly text: string;
}

/** A selector ready for any number of pages. */
export interface CompiledSelector {
  readonly language: 'css' | 'xpath';
  readonly source: string;
  /**
   * What the selector finds from a document or a node on, in document order, each once.
   * @throws SelectorCostError when the page makes it take too many steps, SelectorError or PatternCostError when a
   * `re:` function cannot do its work.
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

/** As in lxml, the document itself is never a match. */
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

/** Result of compiling a selector. */
export type SelectorReading =
  { ok: true; selector: CompiledSelector } | { ok: false; problem: SelectorProblem };

/** Selectors kept compiled; a spider has a few dozen. */
const maxKept = 500;
const kept = new Map<string, SelectorReading>();

/** Reads and compiles a selector, or takes it from those used lately. Never throws. */
export function selectorFor(language: 'css' | 'xpath', source: string): SelectorReading {
  const key = `${language}:${source}`;
  const known = kept.get(key);
  const reading = known ?? compile(language, source);
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

function compile(language: 'css' | 'xpath', source: string): SelectorReading {
  if (language === 'css') {
    const read = readCss(source);
    return read.ok ? { ok: true, selector: compileCss(read.selector) } : read;
  }
  const read = readXPath(source);
  return read.ok ? { ok: true, selector: compileXPath(read.selector) } : read;
}
