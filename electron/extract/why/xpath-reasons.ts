import { attributesOf } from './attributes.ts';
import type { Places } from './places.ts';
import { matchesWord } from './repair.ts';
import { bracketsOf, endOfTest, upTo, type XPathProgress } from './xpath-step.ts';

/** Attributes that a line names. */
const maxNames = 8;

/** Why an expression gives nothing, where no repair is known. */
export function whyNoNodes(places: Places, source: string, { path, failed, steps }: XPathProgress): string {
  const step = failed === null ? undefined : path.steps[failed];
  if (step === undefined) {
    const matches = steps.at(-1)?.matches ?? 0;
    return `"${upTo(source, path, path.end)}" has ${matchesWord(matches)}, but what is made of it is empty.`;
  }
  const bare = upTo(source, path, endOfTest(source, step));
  const without = places.matches('xpath', bare).length;
  if (step.predicates.length > 0 && without > 0) {
    for (const predicate of step.predicates) {
      const { start, end } = bracketsOf(source, predicate);
      if (places.matches('xpath', upTo(source, path, end)).length > 0) continue;
      const before = places.matches('xpath', upTo(source, path, start)).length;
      return `"${upTo(source, path, start)}" has ${matchesWord(before)}, but none meets "${source.slice(start, end)}".`;
    }
  }
  const written = source.slice(step.start, endOfTest(source, step));
  const reached = steps.at(-2);
  const outer = reached === undefined ? '' : `"${reached.selector}" has ${matchesWord(reached.matches)}`;
  if (step.axis === 'attribute' && reached !== undefined) {
    const elements = places.elements(reached.selector, 'xpath');
    const names = [...attributesOf(elements)].toSorted((a, b) => b[1] - a[1]).map(([each]) => each);
    const others = names.length === 0 ? 'no attributes' : names.slice(0, maxNames).join(', ');
    return `${outer}, but none has "${written}". They have ${others}.`;
  }
  if (step.test.type === 'text' && reached !== undefined) {
    return `${outer}, but no text of its own and none inside.`;
  }
  const name = step.test.type === 'name' ? step.test.name : null;
  if (name !== null && step.axis !== 'attribute' && !places.names.tags.has(name)) {
    return `"${name}" is not ${places.where}.`;
  }
  return outer === ''
    ? `"${written}" selects nothing ${places.where}.`
    : `${outer}, but no "${written}" where the path looks.`;
}
