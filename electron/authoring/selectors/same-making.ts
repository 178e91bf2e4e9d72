import type { ScopeIndex } from './scope-index.ts';
import { classesOf } from './path.ts';
import { isMeaningfulClass } from '../../extract/analyze/names.ts';

/** Share of the kinds of elements that two pages of one making have in common at least. */
const enough = 0.55;

/** Whether two pages seem to be made by one template, so that a field of one is to be found on the other. */
export function isSameMaking(a: ScopeIndex, b: ScopeIndex): boolean {
  const [one, other] = [kindsOf(a), kindsOf(b)];
  let common = 0;
  for (const kind of one) if (other.has(kind)) common += 1;
  return common >= enough * (one.size + other.size - common);
}

const known = new WeakMap<ScopeIndex, ReadonlySet<string>>();

/** Names of elements with their classes, and ids. */
function kindsOf(index: ScopeIndex): ReadonlySet<string> {
  const told = known.get(index);
  if (told !== undefined) return told;
  const kinds = new Set<string>();
  for (const element of index.elements) {
    const classes = classesOf(element).filter(isMeaningfulClass);
    if (classes.length === 0) kinds.add(element.name);
    for (const name of classes) kinds.add(`${element.name}.${name}`);
  }
  known.set(index, kinds);
  return kinds;
}
