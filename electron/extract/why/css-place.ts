import { SelectorType, type Selector } from 'css-what';
import type { Element } from 'domhandler';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { rewritten, type FailedStep } from './css-step.ts';
import { compoundEnds, cssOf } from './css-text.ts';
import { matchesWord, type Repair } from './repair.ts';

const inside: Selector = { type: SelectorType.Descendant };
const sibling: Selector = { type: SelectorType.Sibling };

/** Repairs of where the failed compound is looked for: its combinator, and what is before it. */
export function repairsOfPlace(step: FailedStep, reached: readonly Element[]): Repair[] {
  return [
    ...splits(step),
    ...(step.combinator === null
      ? []
      : [...combinators(step, step.combinator), ...joined(step), ...withoutBefore(step, reached)]),
    ...withoutStep(step),
  ];
}

/** Another combinator before the failed compound, and white space in place of every `>`. */
function combinators(step: FailedStep, { type }: Selector): Repair[] {
  const { before, parts } = step;
  const [outer, inner] = [cssOf(before.slice(lastCompound(before))), cssOf([...parts])];
  const change = (combinator: Selector, cost: number, line: string, label: string): Repair =>
    rewritten(step, [...before, combinator, ...parts], {
      cost,
      label,
      line: (matches) => `${line}, ${matches}.`,
    });
  const space = 'Use a space in place of';
  if (type === SelectorType.Child) {
    const deeper = `"${inner}" is not directly in "${outer}" but deeper inside: "${outer} ${inner}"`;
    return [change(inside, 3, deeper, `${space} ">"`), ...loosened(step)];
  }
  if (type === SelectorType.Descendant) {
    const later = `"${inner}" is not inside "${outer}" but follows it: "${outer} ~ ${inner}"`;
    return [...loosened(step), change(sibling, 4.5, later, 'Use "~" in place of the space')];
  }
  const within = `"${inner}" does not follow "${outer}" but is inside it: "${outer} ${inner}"`;
  if (type === SelectorType.Sibling) return [change(inside, 4, within, `${space} "~"`)];
  if (type !== SelectorType.Adjacent) return [];
  const later = `"${inner}" does not follow "${outer}" at once but later: "${outer} ~ ${inner}"`;
  return [change(sibling, 3, later, 'Use "~" in place of "+"'), change(inside, 4, within, `${space} "+"`)];
}

/** A space in place of every `>`, also after the failed compound. */
function loosened(step: FailedStep): Repair[] {
  const loose = (token: Selector): Selector => (token.type === SelectorType.Child ? inside : token);
  const all = [...step.before, ...(step.combinator === null ? [] : [step.combinator]), ...step.parts];
  if (![...all, ...step.after].some(({ type }) => type === SelectorType.Child)) return [];
  const after = step.after.map(loose);
  return [
    rewritten({ ...step, after }, all.map(loose), {
      cost: 4,
      label: 'Use spaces in place of ">"',
      line: (matches) => `Between parts that ">" joins there are other elements; with spaces, ${matches}.`,
    }),
  ];
}

/** The failed compound and the one before it as one: `.a .b` where `.a.b` is meant. */
function joined(step: FailedStep): Repair[] {
  const { before, parts, combinator } = step;
  if (combinator?.type !== SelectorType.Descendant) return [];
  if (parts.some(({ type }) => type === SelectorType.Tag || type === SelectorType.Universal)) return [];
  const [outer, inner] = [cssOf(before.slice(lastCompound(before))), cssOf([...parts])];
  return [
    rewritten(step, [...before, ...parts], {
      cost: 3.5,
      label: `Use "${outer}${inner}"`,
      line: (matches) =>
        `"${inner}" is not inside "${outer}" but the same element: "${outer}${inner}", without a space, ${matches}.`,
    }),
  ];
}

/** The parts of the failed compound as two: `.a.b` where `.a .b` is meant. */
function splits(step: FailedStep): Repair[] {
  const { before, combinator, parts } = step;
  const lead = [...before, ...(combinator === null ? [] : [combinator])];
  return parts.slice(1).map((_part, at) => {
    const [outer, inner] = [parts.slice(0, at + 1), parts.slice(at + 1)];
    const written = `${cssOf([...outer])} ${cssOf([...inner])}`;
    return rewritten(step, [...lead, ...outer, inside, ...inner], {
      cost: 3.5,
      label: `Use "${written}"`,
      line: (matches) =>
        `"${cssOf([...inner])}" is not the same element as "${cssOf([...outer])}" but inside it: "${written}", with a space, ${matches}.`,
    });
  });
}

/** The selector without one of the compounds before the failed one, or without all of them. */
function withoutBefore(step: FailedStep, reached: readonly Element[]): Repair[] {
  const { before, combinator, parts } = step;
  if (combinator === null) return [];
  const ends = compoundEnds(before);
  const inner = cssOf([...parts]);
  const follows = combinator.type === SelectorType.Adjacent || combinator.type === SelectorType.Sibling;
  const place = follows ? 'after' : 'inside';
  const outerWord = `"${cssOf([...before])}" (${matchesWord(reached.length)})`;
  const repairs = ends.slice(0, -1).map((end, at) => {
    const [from, to] = [ends[at - 1] ?? 0, end];
    const left = before.slice(from, to).filter((token) => !isCombinator(token));
    const kept = [...before.slice(0, from), ...before.slice(from === 0 ? to + 1 : to)];
    return rewritten(step, [...kept, combinator, ...parts], {
      cost: 6,
      label: `Leave out "${cssOf(left)}"`,
      line: (matches) =>
        `"${inner}" is not ${place} ${outerWord}; without "${cssOf(left)}" it has ${matches}.`,
    });
  });
  const last = lastCompound(before);
  const nearest = before.slice(last);
  if (last > 0) {
    repairs.push(
      rewritten(step, [...before.slice(0, last), ...parts], {
        cost: 5.5,
        label: `Leave out "${cssOf(nearest)}"`,
        line: (matches) =>
          `"${inner}" is not ${place} ${outerWord}; without "${cssOf(nearest)}" it has ${matches}.`,
      }),
    );
  }
  repairs.push(
    rewritten(step, parts, {
      cost: 7,
      label: `Use only "${inner}"`,
      line: (matches) => `"${inner}" is not ${place} ${outerWord}; alone it has ${matches}.`,
    }),
  );
  return repairs;
}

/** The selector without the failed compound, where others follow it. */
function withoutStep(step: FailedStep): Repair[] {
  const { before, combinator, parts, after } = step;
  if (after.length === 0) return [];
  const [, ...rest] = after;
  const joint = combinator === null ? [] : after.slice(0, 1);
  const written = cssOf([...parts]);
  return [
    rewritten({ ...step, after: [...joint, ...rest] }, before, {
      cost: 6.2,
      label: `Leave out "${written}"`,
      line: (matches) => `"${written}" is not ${step.places.where}; without it, ${matches}.`,
    }),
  ];
}

/** Index at which the last compound begins. */
function lastCompound(tokens: readonly Selector[]): number {
  const at = tokens.findLastIndex((token) => isCombinator(token));
  return at + 1;
}
