import type { Spider } from '../../shared/spider/schema.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import { parsePageAs } from '../extract/page.ts';
import { KnownLinks } from './known-links.ts';
import { processList, splitPages, takeFromList } from './list-pages.ts';
import { nothing, planCrawl, processPage, takeFromPage, type CrawlPlan } from './page.ts';
import type { PageInput, PageOutput, StoredBody } from './page-types.ts';
import { decompressPage } from './stored-page.ts';

/**
 * Creates the processing stage of one thread: `processPage` with a cache of links. It leaves out links that earlier pages of the
 * thread have passed on, because the ledger would drop them.
 */
export function createPageStage(spider: Spider, depthLimit: number): (input: PageInput) => PageOutput {
  const plan = planCrawl(spider, { ...readSettings(spider.settings), depthLimit });
  let known = new KnownLinks();
  let losses = 0;
  return (input) => {
    if (input.losses !== undefined && input.losses > losses) {
      losses = input.losses;
      known = new KnownLinks();
    }
    if (input.stored !== undefined) return processStored(plan, input, input.stored);
    if (input.list !== undefined) return processList(plan, input, input.list);
    const output = processPage(plan, input, known);
    known.add(output.links);
    return output;
  };
}

/** Takes from a stored page what a crawl would, except links. */
function processStored(plan: CrawlPlan, input: PageInput, stored: StoredBody): PageOutput {
  const text = decompressPage({ ...stored, body: input.body }, 'checksum');
  if (text === null) return { ...nothing, failure: 'The stored page is damaged.' };
  const given = { ...input, follow: false };
  const hasLists = (plan.spider.settings?.PAGINATED_LISTINGS ?? null) !== null;
  const pages = hasLists ? splitPages(text) : null;
  if (pages !== null) return withoutPage(takeFromList(plan, given, pages, null));
  const read = parsePageAs(stored.kind, text);
  if (!read.ok) return { ...nothing, failure: `The page ${read.problem}, so nothing can be extracted.` };
  return withoutPage(takeFromPage(plan, given, read.page));
}

function withoutPage({
  isFilled: _isFilled,
  ...output
}: ReturnType<typeof takeFromPage> & Pick<PageOutput, 'likeness'>): PageOutput {
  return { ...output, page: null };
}
