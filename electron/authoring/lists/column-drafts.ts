import { isTag, type AnyNode, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { ReadColumn } from '../values/column.ts';

/** A column with its type, its name and its worth. */
export interface Draft {
  readonly attribute: string | null;
  readonly label: string | null;
  readonly element: Element;
  readonly head: Element;
  readonly name: string;
  /** Its name where another column is the title. */
  readonly nameBeside: string;
  readonly field: FieldExtract;
  readonly read: ReadColumn;
  readonly texts: readonly (string | null)[];
  readonly worth: number;
}

/** The mean length of the texts that are there. */
export function lengthOf(texts: Draft['texts']): number {
  const filled = texts.filter((text) => text !== null);
  return filled.reduce((sum, text) => sum + text.length, 0) / filled.length;
}

/** Share of the values that are there which differ. */
export function distinctShare({ texts }: Pick<Draft, 'texts'>): number {
  const filled = texts.filter((text) => text !== null);
  return new Set(filled).size / filled.length;
}

/** Whether an element of a record is a link or stands in one. */
export function isLinked(element: Element, head: Element): boolean {
  for (let at: AnyNode | null = element; at !== null; at = at.parent) {
    if (isTag(at) && at.name === 'a') return true;
    if (at === head) return false;
  }
  return false;
}
