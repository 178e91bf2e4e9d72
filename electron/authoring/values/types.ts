import type { ValueType } from '../../../shared/contract/types.ts';
import type { Processor } from '../../../shared/spider/schema.ts';
import type { PageContext } from '../../extract/page-context.ts';

/** Where the values of a column stand on the page. */
export interface ColumnPlace {
  /** The attribute that they are taken from, in lower case; null: text, or JSON. */
  attribute: string | null;
  /** The name of the elements, in lower case; null: unknown, or JSON. */
  element: string | null;
  /** What the page calls the column: classes, ids, itemprop, a label or a header cell, the name of a JSON member. */
  words: readonly string[];
}

/** What a reader knows of a column. */
export interface ColumnTexts {
  /** The texts that are there, trimmed, white space collapsed. */
  texts: readonly string[];
  place: ColumnPlace;
  /** The words of the place in lower case, split at case and marks, between spaces: " product price ". */
  called: string;
  page: PageContext;
}

/** What a column may be. It is taken if its processors lose no value. */
export interface Reading {
  type: ValueType;
  processors: Processor[];
  /** How sure it is from the form of the values and their place: 0 to 1. */
  confidence: number;
}
