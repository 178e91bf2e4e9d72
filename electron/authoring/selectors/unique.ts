import type { AnyNode, Element } from 'domhandler';
import { namedPaths } from './anchors.ts';
import { eventsAt } from './changes.ts';
import type { Path } from './path.ts';
import { scopeIndex, type ScopeIndex } from './scope-index.ts';
import { placedPaths } from './structure.ts';
import { lossesOf, survivalOf } from './survival.ts';

/** Characters that weigh as much as all that a selector says. */
const perCharacter = 2000;

/**
 * The most lasting CSS selector that finds one element below a root and no other, by what it is called, else by its place; null: it
 * is nested too deeply for one.
 */
export function uniqueSelector(root: AnyNode, element: Element): string | null {
  const index = scopeIndex(root);
  return (
    best(index, element, namedPaths(index, element, { own: null, start: '', isAlone: false })) ??
    best(index, element, placedPaths(index, element, ''))
  );
}

function best(index: ScopeIndex, element: Element, paths: readonly Path[]): string | null {
  const events = eventsAt(element, index.root);
  const scored = paths.flatMap((path) => {
    const { css, weight } = path;
    if (css === null) return [];
    const survival = survivalOf([lossesOf(path, events)], events, 'either');
    // Other pages of its making may have more of the same, so that what it says counts as much as what it outlives.
    return [{ css, score: survival + weight - css.length / perCharacter }];
  });
  scored.sort((a, b) => b.score - a.score);
  const right = scored.find(({ css }) => {
    const found = index.select('css', css);
    return found.length === 1 && found[0] === element;
  });
  return right?.css ?? null;
}
