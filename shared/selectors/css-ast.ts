import type { Selector } from 'css-what';

/** What a selector selects from each matching element: the element, its own text nodes, or an attribute. */
export type CssOutput = { type: 'element' } | { type: 'text' } | { type: 'attribute'; name: string };

/** One part of a selector list: the tokens of css-what, without the pseudo-element at the end. */
export interface CssAlternative {
  tokens: Selector[];
  output: CssOutput;
}

/** A checked CSS selector, as plain data. */
export interface CssSelector {
  language: 'css';
  source: string;
  alternatives: CssAlternative[];
}
