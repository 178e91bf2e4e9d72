import { isTag } from 'domhandler';
import { parseDatetime } from '../datetime.ts';
import { selectorFor, type Match } from '../select.ts';
import { detach, normalizeSpace, quoted } from '../text.ts';
import type { Article, JsonValue } from '../types.ts';
import type { PageTree } from '../tree.ts';
import { visibleText } from '../walk.ts';
import { accept, type Strategy } from './strategy.ts';

/** Elements for single paragraphs: a content selector that matches them selects all of them. */
const paragraphTags: ReadonlySet<string> = new Set([
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'dd',
  'dt',
  'td',
]);

function textOf(match: Match): string {
  return match.kind === 'element' && match.node !== null
    ? visibleText(match.node)
    : normalizeSpace(match.value);
}

function isParagraph({ kind, node }: Match): boolean {
  return kind === 'text' || (node !== null && isTag(node) && paragraphTags.has(node.name));
}

/**
 * Returns the text of a custom selector: the normalized text of an element, or the value of an attribute or text node. Uses
 * the first match that is not blank; for the content, joins matches that are paragraphs.
 */
function readSelector(
  page: PageTree,
  name: string,
  source: string,
): { text: string | null; problem: string | null } {
  const read = selectorFor('css', source);
  if (!read.ok)
    return {
      text: null,
      problem: `the selector ${quoted(source)} of ${name} is not valid: ${read.problem.message}`,
    };
  const matches = read.selector.select(page.document);
  const texts: string[] = [];
  for (const match of matches) {
    const text = textOf(match);
    if (text === '') continue;
    texts.push(text);
    if (name !== 'content' || !isParagraph(match)) break;
  }
  return texts.length === 0
    ? { text: null, problem: null }
    : { text: detach(texts.join(' ')), problem: null };
}

/**
 * The strategy of CUSTOM_SELECTORS. title, content, author and date fill columns, all other fields become metadata. With a
 * content selector, the article must have a title and enough content, as for the other strategies; without a title selector,
 * the title comes from the metadata of the page. Without a content selector, any field with a value is enough.
 */
export const custom: Strategy = (page, context) => {
  const selectors = Object.entries(context.settings.CUSTOM_SELECTORS ?? {});
  if (selectors.length === 0) return { article: null, reason: 'CUSTOM_SELECTORS is not set' };
  const article: Article = { title: null, content: null, author: null, published_date: null, metadata: {} };
  const metadata: [string, JsonValue][] = [];
  const problems: string[] = [];
  let found = 0;
  for (const [name, source] of selectors) {
    const { text, problem } = readSelector(page, name, source);
    if (problem !== null) problems.push(problem);
    if (text !== null) found += 1;
    if (name === 'title' || name === 'content' || name === 'author') article[name] = text;
    else if (name === 'date')
      article.published_date =
        text === null ? null : (parseDatetime(text, context.metadata().language) ?? text);
    else metadata.push([name, text]);
  }
  article.metadata = Object.fromEntries(metadata);
  const names = selectors.map(([name]) => name);
  if (!names.includes('content')) {
    if (found > 0) return { article, reason: null };
    return { article: null, reason: ['no selector matched anything', ...problems].join('; ') };
  }
  if (!names.includes('title')) article.title = context.metadata().title;
  const outcome = accept(article);
  return outcome.article === null
    ? { article: null, reason: [outcome.reason, ...problems].join('; ') }
    : outcome;
};
