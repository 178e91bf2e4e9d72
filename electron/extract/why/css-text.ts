import { AttributeAction, SelectorType, stringify, type Selector } from 'css-what';
import type { CssAlternative } from '../../../shared/selectors/css-ast.ts';
import { isCombinator } from '../../../shared/selectors/read-css.ts';

/** The tokens of a selector as text. */
export const cssOf = (tokens: Selector[]): string => stringify([tokens]);

/** A selector with what it selects, as text. */
export function writeCss({ tokens, output }: CssAlternative): string {
  if (output.type === 'element') return cssOf(tokens);
  const end = output.type === 'text' ? '::text' : `::attr(${output.name})`;
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  // "div ::text" is read as "div *::text".
  const isImplied =
    last?.type === SelectorType.Universal &&
    (before === undefined || before.type === SelectorType.Descendant);
  return isImplied ? `${cssOf(tokens.slice(0, -2))} ${end}`.trimStart() : `${cssOf(tokens)}${end}`;
}

/** Indexes just after each compound of a selector. */
export function compoundEnds(tokens: readonly Selector[]): number[] {
  return tokens.flatMap((_token, index) => {
    const next = tokens[index + 1];
    return next === undefined || isCombinator(next) ? [index + 1] : [];
  });
}

/** A class as a token. */
export const classToken = (value: string): Selector => attribute('class', AttributeAction.Element, value);

/** An id as a token. */
export const idToken = (value: string): Selector => attribute('id', AttributeAction.Equals, value);

/** A name of elements as a token. */
export const tagToken = (name: string): Selector => ({ type: SelectorType.Tag, name, namespace: null });

const attribute = (name: string, action: AttributeAction, value: string): Selector => ({
  type: SelectorType.Attribute,
  name,
  action,
  value,
  ignoreCase: 'quirks',
  namespace: null,
});
