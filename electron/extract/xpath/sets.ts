import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import type { CallCompiler, Compiled } from './compiled.ts';
import type { XPathNode } from './nodes.ts';
import { NodeSet } from './order.ts';

function setOf(nodes: XPathNode[]): NodeSet {
  const set = new NodeSet();
  for (const node of nodes) set.add(node);
  return set;
}

type Combine = (a: XPathNode[], b: XPathNode[]) => XPathNode[];

/** Set functions of EXSLT with two node-sets (http://exslt.org/set/). */
const combinations: Record<string, Combine> = {
  'set:difference': (a, b) => {
    const others = setOf(b);
    return a.filter((node) => !others.has(node));
  },
  'set:intersection': (a, b) => {
    const others = setOf(b);
    return a.filter((node) => others.has(node));
  },
  'set:leading': (a, b) => {
    const at = firstIn(a, b);
    return at === null ? a : a.slice(0, Math.max(at, 0));
  },
  'set:trailing': (a, b) => {
    const at = firstIn(a, b);
    if (at === null) return a;
    return at === -1 ? [] : a.slice(at + 1);
  },
};

/** Index in `a` of the first node of `b`; -1 if it is not there, null if `b` is empty. */
function firstIn(a: XPathNode[], b: XPathNode[]): number | null {
  const [first] = b;
  if (first === undefined) return null;
  const set = setOf([first]);
  return a.findIndex((node) => set.has(node));
}

/** Compiles a `set:` function. */
export function compileSets(name: string, args: Expression[], compiler: CallCompiler): Compiled {
  const [a, b] = args.map((arg) => compiler.nodes(arg));
  const { run } = compiler;
  if (a === undefined) throw new TypeError('An argument is missing.');
  if (b === undefined) {
    return {
      type: 'nodes',
      evaluate: (...context) => {
        const texts = new Set<string>();
        return a(...context).filter((node) => {
          const text = run.text(node);
          if (texts.has(text)) return false;
          texts.add(text);
          return true;
        });
      },
    };
  }
  if (name === 'set:has-same-node') {
    return {
      type: 'boolean',
      evaluate: (...context) => {
        const others = setOf(b(...context));
        return a(...context).some((node) => others.has(node));
      },
    };
  }
  const combine = combinations[name];
  if (combine === undefined) throw new TypeError(`There is no function "${name}()".`);
  return { type: 'nodes', evaluate: (...context) => combine(a(...context), b(...context)) };
}
