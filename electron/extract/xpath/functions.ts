import { isTag } from 'domhandler';
import { localPart, prefixOf, XmlElement } from '../xml/xml-element.ts';
import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import { need, type CallCompiler, type Compiled } from './compiled.ts';
import { isAttribute, nameOf, parentOf, type XPathNode } from './nodes.ts';
import { compileRegex } from './regex.ts';
import type { Evaluate } from './run.ts';
import { compileSets } from './sets.ts';
import {
  hasWord,
  normalizeSpace,
  roundNumber,
  stringLength,
  stringToNumber,
  substring,
  translate,
  words,
} from './values.ts';

const string = (evaluate: Evaluate<string>): Compiled => ({ type: 'string', evaluate });
const number = (evaluate: Evaluate<number>): Compiled => ({ type: 'number', evaluate });
const boolean = (evaluate: Evaluate<boolean>): Compiled => ({ type: 'boolean', evaluate });

/** Compiles a call of a supported function. */
export function compileCall(name: string, args: Expression[], compiler: CallCompiler): Compiled {
  if (name.startsWith('re:')) return compileRegex(name, args, compiler);
  if (name.startsWith('set:')) return compileSets(name, args, compiler);
  const compiled =
    nodeCall(name, args, compiler) ?? textCall(name, args, compiler) ?? valueCall(name, args, compiler);
  if (compiled === null) throw new TypeError(`There is no function "${name}()".`);
  return compiled;
}

/** An optional argument whose default is the context node. */
function nodesOrContext(
  arg: Expression | undefined,
  compiler: CallCompiler,
): Evaluate<XPathNode | undefined> {
  if (arg === undefined) return (node) => node;
  const nodes = compiler.nodes(arg);
  return (node, position, size) => nodes(node, position, size)[0];
}

function textOrContext(arg: Expression | undefined, compiler: CallCompiler): Evaluate<string> {
  const { run } = compiler;
  return arg === undefined ? (node) => run.text(node) : compiler.string(arg);
}

function nodeCall(name: string, args: Expression[], compiler: CallCompiler): Compiled | null {
  const { run } = compiler;
  const [first] = args;
  switch (name) {
    case 'last':
      return number((_node, _position, size) => size);
    case 'position':
      return number((_node, position) => position);
    case 'count': {
      const nodes = compiler.nodes(need(first));
      return number((...context) => nodes(...context).length);
    }
    case 'sum': {
      const nodes = compiler.nodes(need(first));
      return number((...context) =>
        nodes(...context).reduce((total, node) => total + stringToNumber(run.text(node)), 0),
      );
    }
    case 'id':
      return { type: 'nodes', evaluate: byId(compiler.value(need(first)), compiler) };
    case 'name': {
      const node = nodesOrContext(first, compiler);
      return string((...context) => optional(node(...context), nameOf));
    }
    case 'local-name': {
      const node = nodesOrContext(first, compiler);
      return string((...context) => optional(node(...context), localName));
    }
    case 'namespace-uri': {
      const node = nodesOrContext(first, compiler);
      const onStep = () => run.budget.spend(1);
      return string((...context) => optional(node(...context), (each) => namespaceOf(each, onStep)));
    }
    case 'lang': {
      const wanted = compiler.string(need(first));
      return boolean((node, position, size) => speaks(node, wanted(node, position, size)));
    }
    case 'has-class': {
      const classes = args.map((arg) => compiler.string(arg));
      return boolean((node, position, size) => {
        run.budget.spend(1);
        const list = isAttribute(node) || !isTag(node) ? undefined : node.attribs['class'];
        return list !== undefined && classes.every((word) => hasWord(list, word(node, position, size)));
      });
    }
    default:
      return null;
  }
}

function textCall(name: string, args: Expression[], compiler: CallCompiler): Compiled | null {
  if (name === 'string') return string(textOrContext(args[0], compiler));
  if (name === 'string-length') {
    const text = textOrContext(args[0], compiler);
    return number((...context) => stringLength(text(...context)));
  }
  if (name === 'normalize-space') {
    const text = textOrContext(args[0], compiler);
    return string((...context) => normalizeSpace(text(...context)));
  }
  if (name === 'concat') {
    const parts = args.map((arg) => compiler.string(arg));
    return string((...context) => parts.map((part) => part(...context)).join(''));
  }
  const [a, b, c] = args;
  if (name === 'substring') {
    const text = compiler.string(need(a));
    const from = compiler.number(need(b));
    const length = c === undefined ? () => Number.POSITIVE_INFINITY : compiler.number(c);
    return string((...context) => substring(text(...context), from(...context), length(...context)));
  }
  if (name === 'translate') {
    const texts = [need(a), need(b), need(c)].map((arg) => compiler.string(arg));
    return string((...context) => {
      const [text = '', from = '', to = ''] = texts.map((part) => part(...context));
      return translate(text, from, to);
    });
  }
  return searchCall(name, a, b, compiler);
}

function searchCall(
  name: string,
  a: Expression | undefined,
  b: Expression | undefined,
  compiler: CallCompiler,
): Compiled | null {
  if (!['contains', 'starts-with', 'substring-before', 'substring-after'].includes(name)) return null;
  const text = compiler.string(need(a));
  const part = compiler.string(need(b));
  switch (name) {
    case 'contains':
      return boolean((...context) => text(...context).includes(part(...context)));
    case 'starts-with':
      return boolean((...context) => text(...context).startsWith(part(...context)));
    case 'substring-before':
      return string((...context) => {
        const whole = text(...context);
        const at = whole.indexOf(part(...context));
        return at === -1 ? '' : whole.slice(0, at);
      });
    default:
      return string((...context) => {
        const whole = text(...context);
        const after = part(...context);
        const at = whole.indexOf(after);
        return at === -1 ? '' : whole.slice(at + after.length);
      });
  }
}

function valueCall(name: string, args: Expression[], compiler: CallCompiler): Compiled | null {
  const [first] = args;
  switch (name) {
    case 'true':
      return boolean(() => true);
    case 'false':
      return boolean(() => false);
    case 'boolean':
      return boolean(compiler.boolean(need(first)));
    case 'not': {
      const value = compiler.boolean(need(first));
      return boolean((node, position, size) => !value(node, position, size));
    }
    case 'number': {
      if (first !== undefined) return number(compiler.number(first));
      const { run } = compiler;
      return number((node) => stringToNumber(run.text(node)));
    }
    case 'floor':
    case 'ceiling':
    case 'round': {
      const value = compiler.number(need(first));
      const change = { floor: Math.floor, ceiling: Math.ceil, round: roundNumber }[name];
      return number((...context) => change(value(...context)));
    }
    default:
      return null;
  }
}

function optional(node: XPathNode | undefined, read: (node: XPathNode) => string): string {
  return node === undefined ? '' : read(node);
}

/** In HTML an element's name is as written, as in lxml's HTML trees; an attribute's is without the prefix. */
function localName(node: XPathNode): string {
  if (isAttribute(node)) return node.owner instanceof XmlElement ? localPart(node.name) : node.name;
  return node instanceof XmlElement ? localPart(node.name) : nameOf(node);
}

/** The namespace of an element or attribute of XML; as in lxml's HTML trees, nothing else is in one. */
function namespaceOf(node: XPathNode, onStep: () => void): string {
  if (!isAttribute(node))
    return node instanceof XmlElement ? node.namespaceOf(prefixOf(node.name), onStep) : '';
  const prefix = prefixOf(node.name);
  return node.owner instanceof XmlElement && prefix !== '' ? node.owner.namespaceOf(prefix, onStep) : '';
}

function byId(ids: Compiled, compiler: CallCompiler): Evaluate<XPathNode[]> {
  const { run } = compiler;
  const find = (texts: string[]): XPathNode[] => {
    const found = texts.flatMap(words).map((id) => run.byId(id));
    return run.order.normalize(found.filter((node) => node !== undefined));
  };
  if (ids.type === 'nodes') {
    return (...context) => find(ids.evaluate(...context).map((node) => run.text(node)));
  }
  if (ids.type === 'string') return (...context) => find([ids.evaluate(...context)]);
  return (...context) => find([String(ids.evaluate(...context))]);
}

/** Whether the nearest `lang` attribute around the node is the language or a variant of it. */
function speaks(start: XPathNode, wanted: string): boolean {
  for (let node: XPathNode | null = start; node !== null; node = parentOf(node)) {
    if (isAttribute(node) || !isTag(node)) continue;
    const declared = node.attribs['lang'] ?? node.attribs['xml:lang'];
    if (declared === undefined) continue;
    const language = declared.toLowerCase();
    return language === wanted.toLowerCase() || language.startsWith(`${wanted.toLowerCase()}-`);
  }
  return false;
}
