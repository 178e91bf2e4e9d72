import { Element, Text } from 'domhandler';
import type { Pattern } from '../../../shared/patterns/ast.ts';
import { readPattern } from '../../../shared/patterns/read.ts';
import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import { compilePattern, type CompiledPattern, type PatternMatch } from '../../patterns/compile.ts';
import { SelectorError } from '../budget.ts';
import { need, type CallCompiler, type Compiled } from './compiled.ts';
import type { XPathNode } from './nodes.ts';
import { expandReplacement } from './replacement.ts';
import type { Evaluate } from './run.ts';
import { numberToPython } from './values.ts';

interface Prepared {
  pattern: Pattern;
  compiled: CompiledPattern;
}

/** Maximum number of computed patterns that an expression caches. */
const maxKept = 100;

/** Compiles a `re:` function: EXSLT regular expressions as in lxml, with Python's syntax and the flags `i` and `g`. */
export function compileRegex(name: string, args: Expression[], compiler: CallCompiler): Compiled {
  const [a, b, c, d] = args;
  const subject = compiler.value(need(a));
  const text = pythonText(subject, compiler);
  const flags = c === undefined ? () => '' : compiler.string(c);
  const prepare = patternOf(name, need(b), compiler);
  if (name === 're:test') {
    return {
      type: 'boolean',
      evaluate: (...context) => prepare(...context, flags(...context)).compiled.test(text(...context)),
    };
  }
  if (name === 're:match') {
    return {
      type: 'nodes',
      evaluate: (...context) => {
        const options = flags(...context);
        return matchNodes(prepare(...context, options), text(...context), options.includes('g'));
      },
    };
  }
  const replacement = compiler.string(need(d));
  return {
    type: 'string',
    evaluate: (...context) => {
      const options = flags(...context);
      const prepared = prepare(...context, options);
      return replace(prepared, text(...context), replacement(...context), options.includes('g'));
    },
  };
}

/** The text that lxml matches a pattern against: numbers and booleans as Python prints them. */
function pythonText(value: Compiled, compiler: CallCompiler): Evaluate<string> {
  const { run } = compiler;
  if (value.type === 'string') return value.evaluate;
  if (value.type === 'number') return (...context) => numberToPython(value.evaluate(...context));
  if (value.type === 'boolean') return (...context) => (value.evaluate(...context) ? 'True' : 'False');
  return (...context) => {
    const first = value.evaluate(...context)[0];
    return first === undefined ? '' : run.text(first);
  };
}

type Prepare = (node: XPathNode, position: number, size: number, flags: string) => Prepared;

/** Compiles each pattern once. The reader has already checked constant patterns. */
function patternOf(name: string, expression: Expression, compiler: CallCompiler): Prepare {
  const kept = new Map<string, Prepared>();
  const source = compiler.string(expression);
  return (node, position, size, flags) => {
    const written = source(node, position, size);
    const full = flags.includes('i') ? `(?i)${written}` : written;
    const known = kept.get(full);
    if (known !== undefined) return known;
    const read = readPattern(full);
    if (!read.ok) throw new SelectorError(`The pattern of ${name}() cannot be used: ${read.problem.message}`);
    const prepared = { pattern: read.pattern, compiled: compilePattern(read.pattern) };
    if (kept.size >= maxKept) kept.clear();
    kept.set(full, prepared);
    return prepared;
  };
}

/** All matches from left to right, as Python's `finditer`. */
function* matches(compiled: CompiledPattern, text: string): Generator<PatternMatch> {
  for (let from = 0; from <= text.length;) {
    const match = compiled.search(text, from);
    if (match === null) return;
    yield match;
    if (match.end > match.index) from = match.end;
    else from = match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1);
  }
}

/** Returns a `<match>` for the whole match and for each group; with `g`, one for each match. */
function matchNodes({ compiled }: Prepared, text: string, all: boolean): XPathNode[] {
  const root = new Element('matches', Object.create(null));
  if (!all) {
    const match = compiled.search(text);
    return match === null ? [] : match.groups.map((group) => matchElement(root, group ?? ''));
  }
  return [...matches(compiled, text)].map(({ groups }) => {
    const parts = groups.length > 1 ? groups.slice(1) : groups;
    return matchElement(root, parts.map((part) => part ?? '').join(''));
  });
}

function matchElement(root: Element, text: string): Element {
  const element = new Element('match', Object.create(null));
  const previous = root.children.at(-1);
  element.parent = root;
  if (previous !== undefined) {
    element.prev = previous;
    previous.next = element;
  }
  root.children.push(element);
  // An empty group also gets a text node, because lxml's text() returns it.
  const content = new Text(text);
  content.parent = element;
  element.children.push(content);
  return element;
}

function replace({ pattern, compiled }: Prepared, text: string, template: string, all: boolean): string {
  let out = '';
  let done = 0;
  for (const match of matches(compiled, text)) {
    out += text.slice(done, match.index) + expandReplacement(template, match, pattern.groupNames);
    done = match.end;
    if (!all) break;
  }
  return out + text.slice(done);
}
