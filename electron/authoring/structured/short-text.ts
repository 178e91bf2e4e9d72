import { isTag, isText, type AnyNode } from 'domhandler';
import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';

/** The most elements inside one whose text is read. Pages can nest 100,000 elements around five characters. */
const mostInner = 60;

/** The text of an element on one line; empty if it holds too many elements for a short text. */
export const shortText = ({ element, at, end }: ElementFacts): string =>
  end - at > mostInner ? '' : normalizeSpace(textOf(element));

/** The text of a node beside another one, as `shortText` gives it; empty for what is no text and no element. */
export function shortTextOf(node: AnyNode | null, tree: DescribedTree): string {
  if (node === null) return '';
  if (isText(node)) return normalizeSpace(node.data);
  const facts = isTag(node) ? tree.factsOf(node) : undefined;
  return facts === undefined ? '' : shortText(facts);
}
