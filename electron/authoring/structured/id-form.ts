import type { Element, Text } from 'domhandler';

/** A text that may be an identifier: it has a digit, no more than a few spaces, and is no sentence. */
export const looksLikeId = /^(?=[^\s]*\d|\S+ \S*\d)[\p{L}\p{N}][\p{L}\p{N}._/\-+ ]{1,38}[\p{L}\p{N}]$/u;

/** GTIN-8 to GTIN-14 and ISBN, with the marks that ISBN is written with. */
const gtinForm = /^(?:\d{8}|\d{12,14}|97[89][- ]?(?:\d[- ]?){9}\d|\d{9}[\dX])$/;

/** Whether a text is a GTIN or ISBN by its form. All zeros stand for none. */
export const isGtin = (text: string): boolean => gtinForm.test(text) && !/^0+$/.test(text);

/** Values that are equal but for case and marks have the same key: 002.937.72 and 00293772. */
export const keyOfId = (value: string): string => value.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What is read by its label or name. */
export type Identifier = 'sku' | 'mpn' | 'gtin' | 'brand';

/** Whether a text may be the value of a label. */
export function isValueOf(kind: Identifier, text: string): boolean {
  if (kind === 'brand') return text.length > 0 && text.length <= 60;
  return kind === 'gtin' ? isGtin(text) : looksLikeId.test(text);
}

/** A place of the page that says what a value of it identifies. */
export interface IdentifierPlace {
  kind: Identifier;
  value: string;
  /** By what it is known: a label beside it, the name of its element, of an attribute, an input, or a member in a script. */
  by: 'label' | 'name' | 'attribute' | 'input' | 'script';
  /** How telling the name is: 1, or 2 for one that means nothing else. */
  weight: number;
  /** The element with the value. */
  element: Element;
  /** The text node of the element that is the value; null: all of its text, or an attribute. */
  text: Text | null;
  /** The attribute with the value; null: its text. */
  attribute: string | null;
  /** What stands before the value in the text: its label, or the name of the member; empty: a mark at most; null: nothing. */
  before: string | null;
}
