import type { Element } from 'domhandler';
import { jsonRoad, loginRoad } from '../../../shared/roads.ts';
import { asksForLogin } from '../../extract/analyze/login-form.ts';
import type { PageMetadata } from '../../extract/articles/metadata.ts';
import { normalizeSpace } from '../../extract/text.ts';
import { textContent, visibleText } from '../../extract/walk.ts';
import { localPart } from '../../extract/xml/xml-element.ts';
import { describeScriptMade, scriptMadeOf } from '../../extract/analyze/script-made.ts';

/** Characters of text below which a page gets a note. */
const littleText = 200;

const asStart = 'As a start URL it is read where USE_SITEMAP is true.';

/** Returns remarks about an XML page. */
export function notesOfXml([root]: readonly Element[]): string[] {
  if (root === undefined) return [];
  const name = localPart(root.name).toLowerCase();
  if (name === 'urlset' || name === 'sitemapindex') return [`This is a sitemap. ${asStart}`];
  return ['rss', 'feed', 'rdf'].includes(name) ? [`This is a feed. ${asStart}`] : [];
}

/** Says what a document is if it is not HTML, because any text can be parsed as HTML; null for a page. */
function notHtml(elements: readonly Element[], text: string): string | null {
  const names = new Set(elements.map(({ name }) => name));
  const feed = ['rss', 'feed', 'urlset', 'sitemapindex'].find((name) => names.has(name));
  if (feed === 'urlset' || feed === 'sitemapindex')
    return `This is a sitemap in XML, not an HTML page. ${asStart}`;
  if (feed !== undefined && !names.has('p')) return `This is a feed in XML, not an HTML page. ${asStart}`;
  // The parser adds these four to any text.
  const made = elements.every(({ name }) => ['html', 'head', 'body', 'pre'].includes(name));
  if (!made) return null;
  if (text === '') return 'The page is empty.';
  return /^[[{]/.test(text)
    ? `This is JSON, not an HTML page. ${jsonRoad}`
    : 'This is not HTML: it holds text without any elements.';
}

/**
 * Returns remarks about a page for authors of selectors.
 *
 * @param rendered whether a browser rendered the page, so that rendering is not suggested
 */
export function writeNotes(
  elements: readonly Element[],
  metadata: PageMetadata,
  rendered: boolean,
): string[] {
  const body = elements.find(({ name }) => name === 'body');
  const text = body === undefined ? '' : visibleText(body, 100_000);
  const other = notHtml(elements, text);
  if (other !== null) return [other];
  const notes: string[] = [];
  if (asksForLogin(elements, null)) notes.push(`The page asks for a login. ${loginRoad(null)}`);
  const count = (name: string): number => elements.filter((element) => element.name === name).length;
  const made = rendered ? null : scriptMadeOf(elements);
  if (made !== null) notes.push(describeScriptMade(made));
  else if (text.length < littleText) {
    if (count('frame') + count('iframe') > 0)
      notes.push('The page holds almost no text: its content is in frames, which are pages of their own.');
    else notes.push(`The page holds almost no text${rendered ? ', even as a browser shows it' : ''}.`);
  }
  const title = normalizeSpace(elements.filter(({ name }) => name === 'title').map(textContent)[0] ?? '');
  if (
    /^(?:just a moment|attention required|access denied|are you a robot|verify you are human)/i.test(title)
  ) {
    notes.push(`The page looks like an anti-bot challenge ("${title}"), not like the page itself.`);
  }
  const headings = count('h1');
  if (headings > 1)
    notes.push(`The page has ${headings} h1 elements; a selector for the title should name more than h1.`);
  const robots = metadata.meta.get('robots') ?? '';
  if (/noindex|nofollow/i.test(robots)) notes.push(`The page asks robots: "${robots}".`);
  const base = elements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
  if (base !== undefined)
    notes.push(`Links are relative to ${base.attribs['href'] ?? ''}, which the page's base element sets.`);
  const [broken] = metadata.jsonLd.problems;
  const others = metadata.jsonLd.problems.length - 1;
  if (broken !== undefined) notes.push(others > 0 ? `${broken} And ${others} more.` : broken);
  return notes;
}
