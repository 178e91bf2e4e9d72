import { isTag, type AnyNode, type Element } from 'domhandler';
import { chainOf, classesOf, type Join, type Path, type Use } from './path.ts';

/** The changes of a page that a selector is judged by. */
export const changes = [
  'class-renamed',
  'wrapper-in',
  'sibling-before',
  'order-swapped',
  'class-dropped',
  'attribute-dropped',
  'text-translated',
  'optional-absent',
] as const;

/** A change of a page, by its name. */
export type Change = (typeof changes)[number];

/** Elements around a node, itself included, at which a page changes: what is further out changes less often. */
export const nearby = 5;

/** Fewer places of a change than this are counted as so many: a small page tells little of what it is going to be. */
const fewest = 3;

/** Attributes that are lost without a loss of content. */
export function namingAttributesOf({ attribs }: Element): string[] {
  return Object.keys(attribs).filter(
    (name) => !/^(?:class|href|src|srcset|content|datetime|value|style)$/.test(name),
  );
}

/** Ways that a selector depends on a change at an element of the chain: the ones that make it fail. */
function shareOf(change: Change, uses: readonly Use[], at: Element): number {
  const here = uses.filter((use) => use.at === at);
  const has = (kind: Use['kind']): boolean => here.some((use) => use.kind === kind);
  if (change === 'wrapper-in') return has('parent') || has('position') ? 1 : 0;
  if (change === 'order-swapped' || change === 'sibling-before') return has('position') ? 1 : 0;
  if (change === 'optional-absent') return has('position') ? 0.5 : 0;
  if (change === 'class-renamed') return has('class') ? 1 : 0;
  if (change === 'attribute-dropped') {
    return has('attribute') ? 1 / Math.max(1, namingAttributesOf(at).length) : 0;
  }
  const names = new Set(here.flatMap((use) => (use.kind === 'class' ? (use.names ?? []) : [])));
  return names.size / Math.max(1, classesOf(at).length);
}

const hasSiblings = (element: Element): boolean =>
  element.parent?.children.some((each) => each !== element && isTag(each)) ?? false;

/**
 * The share of single changes that a selector survives, estimated from what it depends on, 0 to 1: each of the eight changes is
 * as likely, at each element around the node.
 */
export function survivalOf(
  paths: readonly Pick<Path, 'uses'>[],
  node: AnyNode,
  root: AnyNode,
  join: Join = 'either',
): number {
  const chain = chainOf(node, root).slice(0, nearby);
  const crowded = chain.filter(hasSiblings);
  let lost = 0;
  for (const change of changes) {
    if (change === 'text-translated') {
      if (paths.every(({ uses }) => uses.some(({ kind }) => kind === 'text'))) lost += 1;
      continue;
    }
    const places =
      change === 'class-renamed' || change === 'class-dropped'
        ? chain.filter((each) => classesOf(each).length > 0)
        : change === 'attribute-dropped'
          ? chain.filter((each) => namingAttributesOf(each).length > 0)
          : change === 'wrapper-in' || crowded.length === 0
            ? chain
            : crowded;
    // A missing name must be missing for all. A wrong place is taken by each, or by the first where the others only stand in.
    const isWrong = change === 'sibling-before' || change === 'order-swapped' || change === 'optional-absent';
    for (const at of places) {
      const shares = paths.map(({ uses }) => shareOf(change, uses, at));
      lost +=
        (!isWrong ? Math.min(...shares) : join === 'else' ? (shares[0] ?? 0) : Math.max(...shares)) /
        Math.max(fewest, places.length);
    }
  }
  return 1 - lost / changes.length;
}
