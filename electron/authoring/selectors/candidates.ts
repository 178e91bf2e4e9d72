import { isTag, type Element, type Text } from 'domhandler';
import { namedPaths } from './anchors.ts';
import { labelledPaths, textStep } from './labels.ts';
import { ownTextPaths } from './own-text.ts';
import { parentIn, type Path } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { placedPaths } from './structure.ts';
import type { Wish } from './wish.ts';

/** Most candidates of a family for a node. */
const perFamily = 14;

/** Candidates for a node by all families, without endings: they select the element or the text itself. */
export function candidatesFor(index: ScopeIndex, node: Element | Text, wish: Wish): Path[] {
  const element = isTag(node) ? node : parentIn(node, index.root);
  if (element === null) return [];
  const paths = element === index.root ? [rootPath] : [...elementPaths(index, element, wish)];
  const all = isTag(node) ? paths : paths.map((path) => textPath(path, node));
  return few([...all, ...labelledPaths(index, node, wish)]);
}

const elementPaths = (index: ScopeIndex, element: Element, wish: Wish): Path[] => [
  ...namedPaths(index, element, wish),
  ...placedPaths(index, element, wish.start),
  ...ownTextPaths(index, element, wish),
];

const rootPath: Path = {
  css: null,
  xpath: '.',
  family: 'structure',
  uses: [],
  weight: 1,
  by: 'the row itself',
};

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
