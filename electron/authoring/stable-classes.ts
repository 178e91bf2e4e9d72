import type { Element } from 'domhandler';
import { isMeaningfulClass } from '../extract/analyze/names.ts';

const known = new WeakMap<Element, readonly string[]>();
const none: readonly string[] = [];

/** The classes of an element that a person chose, each once: without generated ones and those of the layout. */
export function stableClasses(element: Element): readonly string[] {
  const value = element.attribs['class'];
  if (value === undefined) return none;
  const before = known.get(element);
  if (before !== undefined) return before;
  const classes = [...new Set(value.split(/\s+/))].filter(isMeaningfulClass);
  known.set(element, classes);
  return classes;
}
