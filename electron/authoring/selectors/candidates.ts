import { isTag, type Element, type Text } from 'domhandler';
import { namedPaths } from './anchors.ts';
import { labelledPaths, textStep, type IsConstant } from './labels.ts';
import { parentIn, type Path } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { xpathName, xpathString } from './simple.ts';
import { placedPaths } from './structure.ts';

/** Most candidates of a family for a node. */
const perFamily = 14;

/** What candidates are written for. */
export interface Wish {
  /** An attribute that is the value itself; null: the text or the markup is. */
  readonly own: string | null;
  /** "" at a page, "." at a row. */
  readonly start: string;
  readonly isConstant: IsConstant;
  /** Whether no other page or row is known. */
  readonly isAlone: boolean;
}

/** Candidates for a node by all families, without endings: they select the element or the text itself. */
export function candidatesFor(index: ScopeIndex, node: Element | Text, wish: Wish): Path[] {
  const element = isTag(node) ? node : parentIn(node, index.root);
  if (element === null) return [];
  const paths = element === index.root ? [rootPath(element)] : [...elementPaths(index, element, wish)];
  const all = isTag(node) ? paths : paths.map((path) => textPath(path, node));
  return few([...all, ...labelledPaths(index, node, wish.start, wish.isConstant)]);
}

const elementPaths = (index: ScopeIndex, element: Element, wish: Wish): Path[] => [
  ...namedPaths(index, element, wish),
  ...placedPaths(index, element, wish.start),
  ...(wish.own === null ? [] : ownTextPaths(index, element, wish)),
];

/** An element of which an attribute is wanted by its own text: the link "Next". */
function ownTextPaths(index: ScopeIndex, element: Element, { start, isConstant }: Wish): Path[] {
  const text = index.labelOf(element);
  const literal = text === null ? null : xpathString(text);
  if (text === null || literal === null || !/\p{L}{2}/u.test(text)) return [];
  const constant = isConstant(text, 'equal');
  if (constant === false) return [];
  return [
    {
      css: null,
      xpath: `${start}//${xpathName(element.name)}[normalize-space()=${literal}]`,
      family: 'label',
      uses: [{ kind: 'text', at: element }],
      weight: constant === true ? 0.95 : 0.55,
      by: `its text “${text}”`,
    },
  ];
}

const rootPath = (root: Element): Path => ({
  css: null,
  xpath: '.',
  family: 'structure',
  uses: [{ kind: 'parent', at: root }],
  weight: 1,
  by: 'the row itself',
});

function textPath(path: Path, node: Text): Path {
  const step = textStep(node);
  if (step === '/text()')
    return { ...path, css: path.css === null ? null : `${path.css}::text`, xpath: `${path.xpath}${step}` };
  return { ...path, css: null, xpath: `${path.xpath}${step}`, family: 'text', weight: path.weight * 0.9 };
}

/** The best of each family, each selector once. */
function few(paths: readonly Path[]): Path[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return paths
    .toSorted((a, b) => b.weight - a.weight || a.xpath.length - b.xpath.length)
    .filter(({ family, xpath }) => {
      const count = counts.get(family) ?? 0;
      if (count >= perFamily || seen.has(xpath)) return false;
      counts.set(family, count + 1);
      seen.add(xpath);
      return true;
    });
}
