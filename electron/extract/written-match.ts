import { isTag } from 'domhandler';
import type { FieldExtract } from '../../shared/spider/schema.ts';
import { markdownOf } from './markdown.ts';
import type { PageContext } from './page-context.ts';
import type { Match } from './select.ts';
import { visibleText } from './walk.ts';

/**
 * The value of a match as its field wants it: an element as markup, as text on one line (`to_text`), or as Markdown with absolute
 * links (`to_markdown`). Text and attributes stay what they are.
 */
export function writtenMatch(match: Match, field: FieldExtract, page: PageContext): string {
  const { to_text: toText, to_markdown: toMarkdown } = field;
  if (toText !== true && toMarkdown !== true) return match.value;
  const { node, kind } = match;
  if (kind !== 'element' || node === null || !isTag(node)) return match.value;
  return toText === true ? visibleText(node) : markdownOf(node, page.base);
}
