import type { Selector } from 'css-what';
import type { Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { attributesOf } from './attributes.ts';
import { isNever } from './css-repairs.ts';
import type { CssProgress } from './css-step.ts';
import { cssOf } from './css-text.ts';
import type { Places } from './places.ts';
import { matchesWord } from './repair.ts';

/** Attributes that a line names. */
const maxNames = 8;

/** Why a selector gives nothing, where no repair is known. */
export function whyMissing(places: Places, { alternative, failed, reached, steps }: CssProgress): string {
  const { tokens, output } = alternative;
  const written = cssOf(tokens);
  if (failed === null) {
    const matches = steps.at(-1)?.matches ?? 0;
    if (matches > 0)
      return `"${written}" has ${matchesWord(matches)}, ${matches === 1 ? 'a blank one' : 'all blank'}.`;
    if (output.type === 'attribute') return noAttribute(output.name, written, reached);
    return `"${written}" has ${matchesWord(reached.length)}, but no text of its own and none inside.`;
  }
  const compound = tokens.slice(failed.from, failed.end);
  const parts = compound.filter((token) => !isCombinator(token));
  return whyNone(places, parts, tokens.slice(0, failed.from), reached);
}

function whyNone(places: Places, parts: Selector[], before: Selector[], reached: readonly Element[]): string {
  const never = parts.find(isNever);
  if (never !== undefined) return `"${cssOf([never])}" is never true on a saved page.`;
  const absent = parts.find((part) => places.elements(cssOf([part])).length === 0);
  if (absent !== undefined) return `"${cssOf([absent])}" is not ${places.where}.`;
  const written = cssOf(parts);
  const alone = places.elements(written).length;
  if (alone === 0) return `The parts of "${written}" are all ${places.where}, but not on one element.`;
  return `"${written}" has ${matchesWord(alone)}, but none where the selector looks: "${cssOf(before)}" has ${matchesWord(reached.length)}.`;
}

function noAttribute(name: string, written: string, elements: readonly Element[]): string {
  const names = [...attributesOf(elements)].toSorted((a, b) => b[1] - a[1]).map(([each]) => each);
  const others = names.length === 0 ? 'no attributes' : names.slice(0, maxNames).join(', ');
  return `"${written}" has ${matchesWord(elements.length)}, but none has "${name}". They have ${others}.`;
}
