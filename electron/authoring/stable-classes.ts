import type { Element } from 'domhandler';
import { meaningfulClasses } from '../extract/analyze/names.ts';

const none: readonly string[] = [];

/** The classes of an element that a person chose, each once: without generated ones and those of the layout. */
export function stableClasses({ attribs }: Element): readonly string[] {
  const value = attribs['class'];
  return value === undefined ? none : meaningfulClasses(value);
}
