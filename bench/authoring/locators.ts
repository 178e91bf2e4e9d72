import type { DescribedElement } from '../../electron/authoring/repair/likeness.ts';
import { matchElements } from '../../electron/authoring/repair/match-elements.ts';
import type { Predictor } from './labelled-set.ts';

/** Predicts where elements are after their site has changed; boxes are left out, because a saved page has none. */
export const locators: Predictor = {
  sets: ['locators'],
  predict(set) {
    return Object.fromEntries(
      set.truth.filter(isLocatedSite).map(({ site, old, new: fresh, pairs }) => {
        const before = old.map(describeLocated);
        const after = fresh.map(describeLocated);
        const wanted = pairs.flatMap(([at]) => before[at] ?? []);
        const found = set.timed(() => matchElements(wanted, after));
        return [site, Object.fromEntries(found.map(({ chosen }, at) => [String(at), chosen]))];
      }),
    );
  },
};

type Properties = Readonly<Record<string, string>>;

/** A site with the elements that were found on it, years apart. */
export interface LocatedSite {
  readonly site: string;
  readonly old: readonly Properties[];
  readonly new: readonly Properties[];
  readonly pairs: readonly (readonly [number, number])[];
}

export const isLocatedSite = (row: unknown): row is LocatedSite =>
  typeof row === 'object' && row !== null && ['site', 'old', 'new', 'pairs'].every((key) => key in row);

const attributes = ['id', 'class', 'name', 'href', 'title', 'placeholder', 'value', 'type'];

/** An element as a saved page knows it. */
export function describeLocated(of: Properties): DescribedElement {
  const given = attributes.flatMap((name) => {
    const value = of[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const shown = [of['visible_text'], of['text'], of['value'], of['placeholder']];
  return {
    name: (of['tag'] ?? '').toLowerCase(),
    text: shown.find((text) => text !== undefined && text !== '') ?? '',
    attributes: Object.fromEntries(given),
    path: (of['xpath'] ?? '')
      .split('/')
      .filter((step) => step !== '')
      .map((step) => step.replace(/\[1\]$/, '')),
    near: of['neighbor_text'] ?? '',
  };
}
