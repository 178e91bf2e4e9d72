import type { PageElement } from '../../../../shared/contract/types.ts';

type Described = Pick<PageElement, 'element' | 'ancestors'>;

/** What two elements are to each other that stand at the same place of two parts of one kind. */
export interface Likeness {
  /** The parts, from the outermost: of a price in a card the cards. Equal to the elements where these are siblings. */
  readonly parts: readonly [number, number];
  /** Whether the elements are deeper than their parts. */
  readonly isInside: boolean;
}

/** Elements whose children are told apart by their place alone: two of them are two things. */
const placed = new Set(['tr', 'dl']);

/**
 * Whether an element is like another: at the same place of a sibling of what the other stands in, or a sibling itself.
 * Ids do not count, and neither do positions in JSON.
 *
 * @returns null: it is something else
 */
export function likeness(one: Described, other: Described): Likeness | null {
  if (one.element === other.element || one.ancestors.length !== other.ancestors.length) return null;
  const split = one.ancestors.findIndex(({ element }, depth) => element !== other.ancestors[depth]?.element);
  const parts = [one.ancestors[split], other.ancestors[split]] as const;
  if (split < 1 || parts[0] === undefined || parts[1] === undefined) return null;
  const labels = ({ ancestors }: Described) => ancestors.slice(split).map(({ label }) => kindOf(label));
  const [own, others] = [labels(one), labels(other)];
  if (own.some((label, depth) => label !== others[depth])) return null;
  const around = kindOf(one.ancestors[split - 1]?.label ?? '').split('.')[0] ?? '';
  const isInside = split < one.ancestors.length - 1;
  if (!isInside && placed.has(around)) return null;
  return { parts: [parts[0].element, parts[1].element], isInside };
}

/** "li#first.item" is an "li.item", and "[3]" an entry. */
const kindOf = (label: string): string => (/^\[\d+\]$/u.test(label) ? '[]' : label.replace(/#[^.]*/u, ''));
