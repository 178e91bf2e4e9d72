import { AttributeAction, SelectorType, type Selector } from 'css-what';
import type { Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import type { ElementIndex } from '../element-index.ts';

/** The elements of a page that a selector can match, in document order. */
export type Candidates = (index: ElementIndex) => readonly Element[];

/** Finds candidates by the id, class or name in the last compound of the selector, in this order of preference. */
export function candidatesOf(tokens: readonly Selector[]): Candidates | null {
  const last = tokens.slice(tokens.findLastIndex((token) => isCombinator(token)) + 1);
  const exact = (name: string, action: AttributeAction): string | null => {
    for (const token of last) {
      if (token.type !== SelectorType.Attribute || token.name !== name || token.action !== action) continue;
      if (token.ignoreCase !== true && token.value !== '' && !/[ \t\r\n\f]/.test(token.value))
        return token.value;
    }
    return null;
  };
  const id = exact('id', AttributeAction.Equals);
  if (id !== null) return (index) => index.withId(id);
  const word = exact('class', AttributeAction.Element);
  if (word !== null) return (index) => index.withClass(word);
  for (const token of last) {
    // Names with capitals belong to SVG elements, which have several spellings.
    if (
      token.type === SelectorType.Tag &&
      token.namespace !== '*' &&
      token.name === token.name.toLowerCase()
    ) {
      return (index) => index.named(token.name);
    }
  }
  return null;
}
