import type { CallValue } from '../../../../shared/contract/index.ts';
import { builtInCallback, type Spider } from '../../../../shared/spider/schema.ts';
import { isPlain } from '../../../../shared/request-message.ts';
import { explainRequest, explainUrl } from '../../../engine/explain.ts';
import { createOffline } from '../../../engine/offline.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';

type GivenCallback = Omit<CallValue<'tester.given'>, 'unacted'>;

/** The callback that a crawl would run on a saved page, determined by the code of a crawl. */
export function givenCallback(
  spider: Spider,
  { url, request }: Pick<SavedPageRow, 'url' | 'request'>,
): GivenCallback {
  if (request !== undefined && !isPlain(request.message)) {
    const { callback } = createOffline(spider).callbackFor(request.url, request.message);
    return { url, callback, reason: explainRequest(spider, request) };
  }
  if (url === null) return { url, callback: null, reason: 'The address of the page is not known.' };
  const { decision, rule, reason } = explainUrl(spider, url);
  if (decision !== 'extract') return { url, callback: null, reason };
  const callback = rule === null ? builtInCallback : (spider.rules?.[rule]?.callback ?? null);
  return { url, callback, reason };
}
