import { validateSpider } from '../../../../shared/spider/validate.ts';
import type { PageKind } from '../../../../shared/page-kind.ts';
import { fingerprintRequest } from '../../../engine/fingerprint.ts';
import { createOffline, readKeptPage } from '../../../engine/offline.ts';
import { requestedUrl, requestPrint } from '../../../proof/requested.ts';
import type { ProofPage } from '../../../proof/types.ts';
import { withUsualArgs } from '../../data/run-args.ts';

/** A page with its text. */
export interface LoadedPage {
  readonly page: ProofPage;
  readonly text: string;
  readonly kind: PageKind;
}

/**
 * The pages that a crawl reaches: by the start, by rules, or by rows of others of them. Of a spider whose rows lead nowhere all are
 * left: a page that no rule takes is a fault of the rules, and not of what was saved.
 * @param text of the spider
 */
export function ledTo(text: string, pages: readonly LoadedPage[]): LoadedPage[] {
  const { spider: written } = validateSpider(text);
  const lead = Object.values(written?.callbacks ?? {}).some(
    ({ iterate }) => (iterate?.follow ?? null) !== null,
  );
  if (written === null || !lead) return [...pages];
  const offline = createOffline(withUsualArgs(written));
  const byRow = new Map<string, string | null>();
  const kept = new Set<LoadedPage>();
  const take = (each: LoadedPage, callback: string | null): void => {
    kept.add(each);
    const { url, contentType, fetchedAt, rendered } = each.page;
    const read = readKeptPage({ url, text: each.text, kind: each.kind, contentType, fetchedAt, rendered });
    for (const { request } of offline.extract(read, callback).rows)
      if (request !== null) byRow.set(fingerprintRequest(request.url, request.message), request.callback);
  };
  for (const each of pages) {
    const url = requestedUrl(each.page);
    const { callback, rule } = offline.callbackFor(url, each.page.message);
    if (rule !== null || callback !== null || offline.startsWith(url, each.page.message))
      take(each, callback);
  }
  const isLedTo = (each: LoadedPage): boolean => !kept.has(each) && byRow.has(requestPrint(each.page));
  for (let open = pages.filter(isLedTo); open.length > 0; open = pages.filter(isLedTo))
    for (const each of open) take(each, byRow.get(requestPrint(each.page)) ?? null);
  return pages.filter((each) => kept.has(each));
}
