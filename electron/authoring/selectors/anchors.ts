import { isTag, type AnyNode, type Element } from 'domhandler';
import { chainOf, type Path, type StepUse, type Use } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { simpleOf, specificOf, type Simple } from './simple.ts';

/** Ancestors that are tried, and simple selectors of each. */
const maxClimb = 14;
const perAncestor = 6;
const perElement = 16;
/** Elements among which a simple selector still tells something. */
const maxAlike = 1500;

const rowTagWeight = 0.6;

const byOf: Record<Simple['kind'], string> = {
  id: 'its id',
  attribute: 'an attribute',
  class: 'its class',
  tag: 'its element name',
};

/** What a simple selector depends on at its element. */
export function usesOf({ classes, attribute }: Simple, at: Element): Use[] {
  const uses: Use[] = [];
  if (classes.length > 0) uses.push({ kind: 'class', at, names: classes });
  if (attribute !== null) uses.push({ kind: 'attribute', at, name: attribute });
  return uses;
}

/** The last step to an element by a simple selector, or one that goes on. */
export function stepTo(
  { kind }: Simple,
  at: Element,
  rest: Partial<Pick<StepUse, 'link' | 'next' | 'place'>> = {},
): StepUse {
  const test = kind === 'tag' ? 'name' : 'told';
  return { kind: 'step', at, link: 'inside', test, place: null, next: null, ...rest };
}

const familyOf = (kind: Simple['kind']): Path['family'] => (kind === 'tag' ? 'structure' : kind);

/** A simple selector as a path from the root of the scope. @param start "" at a page, "." at a row */
function alone(simple: Simple, at: Element, start: string): Path {
  return {
    css: simple.css,
    xpath: `${start}//${simple.xpath}`,
    family: familyOf(simple.kind),
    uses: [...usesOf(simple, at), stepTo(simple, at)],
    // A row has few elements of a name, and the same in each.
    weight: simple.kind === 'tag' && start === '.' ? Math.max(rowTagWeight, simple.weight) : simple.weight,
    by: byOf[simple.kind],
  };
}

/** A simple selector below an ancestor that another one finds. */
function below(
  outer: Simple,
  holder: Element,
  inner: Simple,
  at: Element,
  link: { direct: boolean; start: string },
): Path {
  const kind =
    inner.kind === 'tag' || (outer.kind === 'id' && inner.kind === 'class') ? outer.kind : inner.kind;
  const uses = [...usesOf(outer, holder), ...usesOf(inner, at)];
  uses.push(stepTo(inner, at, { link: link.direct ? 'child' : 'inside' }));
  return {
    css: `${outer.css}${link.direct ? ' > ' : ' '}${inner.css}`,
    xpath: `${link.start}//${outer.xpath}${link.direct ? '/' : '//'}${inner.xpath}`,
    family: familyOf(kind),
    uses,
    weight: inner.kind === 'tag' ? outer.weight * 0.7 : Math.sqrt(outer.weight * inner.weight) * 0.97,
    by: inner.kind === 'tag' ? `${byOf[outer.kind].replace('its', 'the')} around it` : byOf[inner.kind],
  };
}

/** Whether an element is the only one of a list that lies inside any of the holders. */
function onlyInside(
  index: ScopeIndex,
  element: Element,
  alike: readonly Element[],
  holders: readonly Element[],
): boolean {
  return alike.every(
    (each) => each === element || !holders.some((holder) => holder !== each && index.isInside(each, holder)),
  );
}

/**
 * Paths to an element by what it or an ancestor is called: id, attribute, class, name.
 * @param own an attribute that is the value itself
 * @param isAlone no other page is known, so that what names one thing of this page may be asked for
 */
export function namedPaths(
  index: ScopeIndex,
  element: Element,
  { own, start, isAlone }: { own: string | null; start: string; isAlone: boolean },
): Path[] {
  const paths: Path[] = [];
  const specific = (each: Element, taken: string | null): Simple[] =>
    isAlone ? specificOf(each, taken) : [];
  const inner = [...specific(element, own), ...simpleOf(element, own).slice(0, perElement)];
  const alike = new Map(inner.map((simple) => [simple, simple.among(index)]));
  const narrowing: Simple[] = [];
  for (const simple of inner) {
    const found = alike.get(simple) ?? [];
    if (found.length === 1 && found[0] === element) paths.push(alone(simple, element, start));
    else if (found.length <= maxAlike) narrowing.push(simple);
  }
  const holders = chainOf(element, index.root).slice(1, maxClimb + 1);
  for (const holder of holders) {
    for (const outer of [...specific(holder, null), ...simpleOf(holder).slice(0, perAncestor)]) {
      if (outer.kind === 'tag' && outer.weight < 0.5) continue;
      const around = outer.among(index);
      if (around.length > 60) continue;
      for (const simple of narrowing) {
        const found = alike.get(simple) ?? [];
        if (onlyInside(index, element, found, around)) {
          paths.push(below(outer, holder, simple, element, { direct: false, start }));
        } else if (holder === element.parent) {
          const children = found.filter(
            ({ parent }) => parent !== null && isTag(parent) && around.includes(parent),
          );
          if (children.length === 1)
            paths.push(below(outer, holder, simple, element, { direct: true, start }));
        }
      }
    }
  }
  return paths;
}

/** An element that structure begins at, with its path. */
export interface Anchor {
  readonly element: AnyNode;
  readonly path: Path;
}

/** The nearest elements around a node that one simple selector finds, and the outermost one: where structure begins. */
export function anchorsOf(index: ScopeIndex, node: AnyNode, start: string): Anchor[] {
  const anchors: Anchor[] = [];
  const chain = chainOf(node, index.root);
  for (const holder of isTag(node) ? chain.slice(1) : chain) {
    const simple = simpleOf(holder).find((each) => {
      const found = each.among(index);
      return found.length === 1 && found[0] === holder;
    });
    if (simple !== undefined) anchors.push({ element: holder, path: alone(simple, holder, start) });
    if (anchors.length === 3) break;
  }
  const outermost = rootAnchor(index);
  return outermost === null ? anchors : [...anchors, outermost];
}

function rootAnchor(index: ScopeIndex): Anchor | null {
  const { root } = index;
  const rest = { family: 'structure', uses: [], weight: 0.3, by: 'its place' } as const;
  if (isTag(root)) return { element: root, path: { ...rest, css: root.name, xpath: '.' } };
  const [body] = index.tagged('body');
  return body === undefined ? null : { element: body, path: { ...rest, css: 'body', xpath: '//body' } };
}
