import type { Selector } from 'css-what';

/** What a selector yields from each element it matches: the element, its own text nodes, or an attribute. */
export type CssOutput = { type: 'element' } | { type: 'text' } | { type: 'attribute'; name: string };

/** One of the selectors between commas: css-what's tokens without the pseudo-element at the end. */
export interface CssAlternative {
  tokens: Selector[];
  output: CssOutput;
}

/** A checked CSS selector as plain data. */
export interface CssSelector {
  language: 'css';
  source: string;
  alternatives: CssAlternative[];
}
