import { withPageRule } from '../../spider-document/apply-parts.ts';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { getClient } from '../../state/client.ts';
import { decidingAboutLinks, partOfText } from './part-of-text.ts';

/** Adds to a text what a run needs to do what was tried on a page. */
export type WithPageRule = (text: string) => string;

/** The text as it is. */
export const unchanged: WithPageRule = (text) => text;

/**
 * The rule by which a crawl runs a callback on a page, for the text of a spider that is about to take something of the page
 * into that callback: then a run gives what the table of the page shows. Nothing is added where a crawl does so already, and
 * where the address of the page is not known.
 */
export async function pageRuleFor(key: SpiderKey, page: string, callback: string): Promise<WithPageRule> {
  const text = partOfText(getDocument(key)?.text ?? '', decidingAboutLinks);
  const answer = await getClient().call('tester.given', { page, text });
  if (!answer.ok || answer.value.url === null) return unchanged;
  const { url, callback: given } = answer.value;
  return (current) => withPageRule(current, { url, callback, given }) ?? current;
}
