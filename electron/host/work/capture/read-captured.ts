import type { ProposedSource } from '../../../../shared/contract/types.ts';
import { propose } from '../../../authoring/propose.ts';
import type { Page } from '../../../extract/page.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { pageIcon, pagePictures } from '../pictures/picture-links.ts';
import { pageSheets } from '../styles/style-links.ts';
import { askRobots } from './ask-robots.ts';
import { belongsTo } from './source-answer.ts';
import { packPage } from './pack-page.ts';
import type { CapturedPage, PageSession } from './page-session.ts';

/** A captured page, read. */
export interface ReadPage {
  captured: CapturedPage;
  page: Page;
  title: string;
  packed: SavedContent['page'];
}

/** Reads a captured page. @throws HostError `not-html` */
export function readCaptured(captured: CapturedPage): ReadPage {
  const { page: packed, title, content: page } = packPage(captured);
  return { captured, page, title, packed };
}

/**
 * What is stored of a page: also its style sheets and pictures, which are fetched.
 * @param sources what carries what is seen on it, where that is known
 */
export async function contentOf(
  { captured, page, title, packed }: ReadPage,
  session: PageSession,
  sources?: readonly ProposedSource[],
): Promise<SavedContent> {
  const { url, rendered, acted } = captured;
  const elements = page.kind === 'html' ? elementsBelow(page.document) : [];
  const sheets = await session.sheets(pageSheets(elements, url), { url, encoding: packed.encoding });
  const wanted = page.kind === 'html' ? pageIcon(elements, url) : null;
  const links = [...(wanted === null ? [] : [wanted]), ...pagePictures(elements, url)];
  const pictures = await session.pictures(links, url);
  const icon = pictures.find(({ url: link, body }) => link === wanted && body !== null)?.url ?? null;
  const source = rendered ? 'rendered' : 'url';
  const known = sources ?? (await sourcesOf({ captured, page }, session));
  // Portions of one list carry the page together. The other answers are not kept.
  const answers = captured.answers.filter((answer) => known.some((each) => belongsTo(each, answer)));
  return { title, url, source, page: packed, sheets, pictures, icon, answers, acted };
}

/** What carries what is seen on a page. */
async function sourcesOf(
  { captured, page }: Pick<ReadPage, 'captured' | 'page'>,
  session: PageSession,
): Promise<readonly ProposedSource[]> {
  const { url, rendered, answers } = captured;
  if (answers.length === 0) return [];
  const proposal = propose(page, { url, rendered, answers, fetchedAt: Date.now() });
  return (await askRobots(proposal, answers, session)).sources;
}
