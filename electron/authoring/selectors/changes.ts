import { isTag, type AnyNode, type Element } from 'domhandler';
import { chainOf, classesOf } from './path.ts';

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

/** Elements that a wrapper cannot stand around, because only some elements may hold them. */
export const bound: ReadonlySet<string> = new Set([
  'tr',
  'tbody',
  'thead',
  'tfoot',
  'caption',
  'colgroup',
  'col',
  'option',
  'area',
]);
/** Elements of which the content is wrapped instead. */
export const cells: ReadonlySet<string> = new Set(['li', 'td', 'th', 'dt', 'dd']);
const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'em',
  'font',
  'i',
  'img',
  'small',
  'span',
  'strong',
  'time',
  'u',
]);
/** Attributes that hold words for people. */
export const worded: ReadonlySet<string> = new Set(['alt', 'aria-label', 'label', 'placeholder', 'title']);

/** The name of an element that is put around another. */
export const wrapperOf = ({ name }: Element): string => (inline.has(name) ? 'span' : 'div');

/** Attributes that are lost without a loss of content. */
export function namingAttributesOf({ attribs }: Element): string[] {
  return Object.keys(attribs).filter(
    (name) => !/^(?:class|href|src|srcset|content|datetime|value|style)$/.test(name),
  );
}

/** An element around a node, with its neighbours. */
export interface Spot {
  readonly element: Element;
  readonly siblings: readonly Element[];
  readonly before: readonly Element[];
  readonly after: readonly Element[];
}

/** One change at one place, with its share of all. */
export interface Event {
  readonly change: Change;
  readonly spot: Spot;
  readonly share: number;
}

/** What may happen around a node. */
export type Events = readonly Event[];

/** Those of some elements that have the name of one. */
export const sameName = (spots: readonly Element[], { name }: Element): Element[] =>
  spots.filter((each) => each.name === name);

function spotOf(element: Element): Spot {
  const all = (element.parent?.children ?? []).filter(isTag);
  const at = all.indexOf(element);
  const [before, after] = [all.slice(0, at), all.slice(at + 1)];
  return { element, siblings: [...before, ...after], before, after };
}

/** Whether a change can take place at an element. */
const isOpenTo: Readonly<Record<Change, (spot: Spot) => boolean>> = {
  'class-renamed': ({ element }) => classesOf(element).length > 0,
  'wrapper-in': ({ element }) => !bound.has(element.name),
  'sibling-before': ({ siblings }) => siblings.length > 0,
  'order-swapped': ({ siblings }) => siblings.length > 0,
  'class-dropped': ({ element }) => classesOf(element).length > 0,
  'attribute-dropped': ({ element }) => namingAttributesOf(element).length > 0,
  'text-translated': () => true,
  'optional-absent': ({ siblings }) => siblings.length > 0,
};

const known = new WeakMap<AnyNode, { root: AnyNode; events: Events }>();

/** The changes that may happen around a node: each of the eight is as likely, at each element that is near. */
export function eventsAt(node: AnyNode, root: AnyNode): Events {
  const told = known.get(node);
  if (told?.root === root) return told.events;
  const spots = chainOf(node, root).slice(0, nearby).map(spotOf);
  const events = changes.flatMap((change): Event[] => {
    const open = spots.filter(isOpenTo[change]);
    const places = change === 'text-translated' ? open.slice(0, 1) : open;
    const count = change === 'text-translated' ? 1 : Math.max(fewest, places.length);
    return places.map((spot) => ({ change, spot, share: 1 / count / changes.length }));
  });
  known.set(node, { root, events });
  return events;
}
