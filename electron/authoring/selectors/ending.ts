import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { Join, Path } from './path.ts';
import { squeeze } from './scope-index.ts';
import { escapeIdentifier } from '../../extract/analyze/names.ts';

/** What is taken of a node: its text, the element with everything in it, or an attribute. */
export type Part = 'text' | 'markup' | { readonly attribute: string };

/** A selector as it stands in a spider. */
export interface Written {
  readonly language: 'css' | 'xpath';
  readonly selector: string;
}

/** The value of a node as people read it: its text or attribute, squeezed. */
export function valueOf(node: AnyNode, part: Part): string {
  if (typeof part === 'string') return squeeze(textOf(node));
  return isTag(node) ? squeeze(node.attribs[part.attribute] ?? '') : '';
}

/** How the text of elements is taken: each has one text node, one that is not blank, or all that is inside is wanted. */
type TextEnding = 'only' | 'filled' | 'all';

function textEnding(element: Element): TextEnding {
  const own = element.children.filter(isText);
  const hasInner = element.children.some((each) => isTag(each) && textOf(each).trim() !== '');
  const filled = own.filter(({ data }) => data.trim() !== '').length;
  if (hasInner || filled > 1) return 'all';
  return own.length > 1 && filled === 1 ? 'filled' : 'only';
}

const isNode = (node: AnyNode | null | undefined): node is AnyNode => node !== null && node !== undefined;

/**
 * Writes paths with the ending of a part as one selector: of several each takes over where the others find nothing.
 * @param nodes what they select, an example first; null where they find nothing
 */
export function written(
  paths: readonly Path[],
  nodes: readonly (AnyNode | null)[],
  part: Part,
  join: Join = 'either',
): Written {
  const [first] = nodes.filter(isNode);
  const isElement = first !== undefined && isTag(first);
  const endings = new Set(nodes.flatMap((node) => (node !== null && isTag(node) ? [textEnding(node)] : [])));
  const ending = endings.has('all') ? 'all' : endings.has('filled') ? 'filled' : 'only';
  const css = paths.map((path) => cssOf(path, isElement, part, ending));
  const isElse = join === 'else' && paths.length > 1;
  if (!isElse && css.every((each) => each !== null)) return { language: 'css', selector: css.join(', ') };
  const xpaths = paths.map((path) => xpathOf(path, isElement, part, ending));
  const [main = ''] = xpaths;
  const xpath = isElse
    ? xpaths
        .map((each, at) => (at === 0 ? main : `${each}[not(${xpaths.slice(0, at).join(' | ')})]`))
        .join(' | ')
    : xpaths.join(' | ');
  const isWhole = part === 'text' && isElement && ending === 'all';
  return { language: 'xpath', selector: isWhole ? `normalize-space(${xpath})` : xpath };
}

function cssOf({ css }: Path, isElement: boolean, part: Part, ending: TextEnding): string | null {
  if (css === null) return null;
  if (!isElement || part === 'markup') return css;
  if (part === 'text') return ending === 'only' ? `${css}::text` : null;
  return /^[\w-]+$/.test(part.attribute) ? `${css}::attr(${escapeIdentifier(part.attribute)})` : null;
}

function xpathOf({ xpath }: Path, isElement: boolean, part: Part, ending: TextEnding): string {
  if (!isElement || part === 'markup') return xpath;
  if (part !== 'text') return `${xpath}/@${part.attribute}`;
  return ending === 'only'
    ? `${xpath}/text()`
    : ending === 'filled'
      ? `${xpath}/text()[normalize-space()]`
      : xpath;
}
