import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { isJson } from '../../extract/scope.ts';
import { elementsBelow, walk } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { squeeze } from '../selectors/scope-index.ts';
import { describer, elementOf } from './describe-elements.ts';
import type { DescribedElement } from './likeness.ts';
import { chancesOf } from './match-elements.ts';
import { takenAt, type Pair, type Place, type Taken } from './places.ts';

/** Where what a field took at a place may be now. */
export interface Located {
  readonly pair: Pair;
  readonly taken: Taken;
  /** How likely each element of the new place is to be the old one, 0 to 1. */
  readonly chances: ReadonlyMap<AnyNode, number>;
  /** The likeliest elements, the best first. */
  readonly likely: readonly Element[];
}

/** Elements of a place that are compared. */
const maxElements = 8000;
const mostLikely = 3;

/** Elements of places, described once for all fields. */
export type Descriptions = (place: Place) => {
  readonly elements: readonly Element[];
  readonly described: readonly DescribedElement[];
  readonly describe: (element: Element) => DescribedElement;
};

/** Makes a memory of described places. */
export function descriptions(): Descriptions {
  const known = new Map<unknown, ReturnType<Descriptions>>();
  const describers = new Map<unknown, (element: Element) => DescribedElement>();
  return ({ scope, on }) => {
    const told = known.get(scope);
    if (told !== undefined) return told;
    const describe = describers.get(on) ?? describer();
    describers.set(on, describe);
    const elements = isJson(scope)
      ? []
      : [...(isTag(scope) ? [scope] : []), ...elementsBelow(scope)].slice(0, maxElements);
    const made = { elements, described: elements.map(describe), describe };
    known.set(scope, made);
    return made;
  };
}

/**
 * Looks for what fields took at the old places on the new ones, all fields of a place at once: an element that is like another
 * field's is less likely to be this one's.
 * @returns for each field the places where it took something
 */
export function locate(
  pairs: readonly Pair[],
  fields: readonly FieldExtract[],
  describe: Descriptions,
): Located[][] {
  const located = fields.map((): Located[] => []);
  for (const pair of pairs) {
    const wanted = fields.flatMap((field, at) => {
      const taken = takenAt(pair.old, field);
      const element = elementOf(taken?.nodes[0] ?? null);
      return taken === null || element === null ? [] : [{ at, taken, element }];
    });
    if (wanted.length === 0) continue;
    const before = describe(pair.old);
    const { elements, described } = describe(pair.fresh);
    const chances = chancesOf(
      wanted.map(({ element }) => before.describe(element)),
      described,
    );
    for (const [row, { at, taken }] of wanted.entries()) {
      const own = chances[row] ?? [];
      const order = [...own.keys()].sort((a, b) => (own[b] ?? 0) - (own[a] ?? 0)).slice(0, mostLikely);
      located[at]?.push({
        pair,
        taken,
        chances: new Map(elements.map((element, number) => [element, own[number] ?? 0])),
        likely: order.flatMap((number) => elements[number] ?? []),
      });
    }
  }
  return located;
}

/**
 * The text that stands for the old one, where the old field took one text of several in its element: in the new element, or inside it
 * where the same text was wrapped.
 * @returns undefined: all texts of the element are wanted
 */
export function sameText(element: Element, { nodes: [old] }: Taken): Text | undefined {
  if (old === undefined || !isText(old) || old.parent === null) return undefined;
  const own = squeeze(old.data);
  if (squeeze(textOf(old.parent)) === own) return undefined;
  const all = textsBelow(element);
  const filled = (parent: AnyNode): Text[] => textsBelow(parent).filter((text) => text.parent === parent);
  return all.find(({ data }) => squeeze(data) === own) ?? filled(element)[filled(old.parent).indexOf(old)];
}

/** The texts in an element that are not blank. */
function textsBelow(root: AnyNode): Text[] {
  const texts: Text[] = [];
  walk(root, {
    enter(node) {
      if (isText(node) && node.data.trim() !== '') texts.push(node);
    },
  });
  return texts;
}
