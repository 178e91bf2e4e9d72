import type { XPathType } from './xpath-ast.ts';

/** Parameters and result of a function. `any` converts nothing; the other kinds convert as XPath 1.0 says. */
export interface FunctionSignature {
  args: readonly (XPathType | 'any' | 'literal-string')[];
  /** Number of optional arguments at the end of `args`. */
  optional: number;
  /** Whether the last of `args` may repeat. */
  repeats: boolean;
  result: XPathType;
}

const signature = (
  result: XPathType,
  args: FunctionSignature['args'],
  optional = 0,
  repeats = false,
): FunctionSignature => ({ args, optional, repeats, result });

/**
 * Supported functions by name: the core library of XPath 1.0 (section 4 of the recommendation), and parsel's extensions:
 * EXSLT regular expressions and sets, and `has-class`.
 */
export const xpathFunctions: ReadonlyMap<string, FunctionSignature> = new Map([
  ['last', signature('number', [])],
  ['position', signature('number', [])],
  ['count', signature('number', ['nodes'])],
  ['id', signature('nodes', ['any'])],
  ['local-name', signature('string', ['nodes'], 1)],
  ['namespace-uri', signature('string', ['nodes'], 1)],
  ['name', signature('string', ['nodes'], 1)],
  ['string', signature('string', ['any'], 1)],
  ['concat', signature('string', ['string', 'string', 'string'], 1, true)],
  ['starts-with', signature('boolean', ['string', 'string'])],
  ['contains', signature('boolean', ['string', 'string'])],
  ['substring-before', signature('string', ['string', 'string'])],
  ['substring-after', signature('string', ['string', 'string'])],
  ['substring', signature('string', ['string', 'number', 'number'], 1)],
  ['string-length', signature('number', ['string'], 1)],
  ['normalize-space', signature('string', ['string'], 1)],
  ['translate', signature('string', ['string', 'string', 'string'])],
  ['boolean', signature('boolean', ['any'])],
  ['not', signature('boolean', ['boolean'])],
  ['true', signature('boolean', [])],
  ['false', signature('boolean', [])],
  ['lang', signature('boolean', ['string'])],
  ['number', signature('number', ['any'], 1)],
  ['sum', signature('number', ['nodes'])],
  ['floor', signature('number', ['number'])],
  ['ceiling', signature('number', ['number'])],
  ['round', signature('number', ['number'])],
  ['has-class', signature('boolean', ['literal-string', 'literal-string'], 1, true)],
  ['re:test', signature('boolean', ['any', 'string', 'string'], 1)],
  ['re:match', signature('nodes', ['any', 'string', 'string'], 1)],
  ['re:replace', signature('string', ['any', 'string', 'string', 'string'])],
  ['set:difference', signature('nodes', ['nodes', 'nodes'])],
  ['set:intersection', signature('nodes', ['nodes', 'nodes'])],
  ['set:distinct', signature('nodes', ['nodes'])],
  ['set:leading', signature('nodes', ['nodes', 'nodes'])],
  ['set:trailing', signature('nodes', ['nodes', 'nodes'])],
  ['set:has-same-node', signature('boolean', ['nodes', 'nodes'])],
]);

/** Hints for functions of later XPath versions and of XSLT, by name. */
export const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ['matches', 'Use re:test(text, pattern) instead.'],
  ['replace', 'Use re:replace(text, pattern, flags, replacement) or translate() instead.'],
  ['tokenize', 'XPath 1.0 cannot split text; use a processor.'],
  ['string-join', 'Use get_all with the join processor instead.'],
  ['lower-case', 'Use the lowercase processor, or translate() in a comparison.'],
  ['upper-case', "Use translate(text, 'abc…', 'ABC…') instead."],
  ['ends-with', 'Use re:test(text, "…$") instead.'],
  ['distinct-values', 'Use set:distinct(nodes) instead.'],
  ['exists', 'Use boolean(nodes) instead, or just the path in a predicate.'],
  ['empty', 'Use not(nodes) instead.'],
  ['abs', 'XPath 1.0 has no abs().'],
  ['min', 'XPath 1.0 has no min().'],
  ['max', 'XPath 1.0 has no max().'],
  ['avg', 'Use sum(nodes) div count(nodes) instead.'],
  ['current', 'current() belongs to XSLT; use "." instead.'],
  ['document', 'document() belongs to XSLT.'],
  ['if', 'XPath 1.0 has no if; use a union or a predicate.'],
]);

/** Node types that a step can test for, written like a call: `text()`. */
export const nodeTypes = new Set(['node', 'text', 'comment', 'processing-instruction']);
