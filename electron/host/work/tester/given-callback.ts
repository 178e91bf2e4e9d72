import type { CallValue } from '../../../../shared/contract/index.ts';
import { builtInCallback, type Spider } from '../../../../shared/spider/schema.ts';
import { explainUrl } from '../../../engine/explain.ts';

/** The callback that a crawl would run on a URL, determined by the code of a crawl. */
export function givenCallback(spider: Spider, url: string | null): CallValue<'tester.given'> {
  if (url === null) return { url, callback: null, reason: 'The address of the page is not known.' };
  const { decision, rule, reason } = explainUrl(spider, url);
  if (decision !== 'extract') return { url, callback: null, reason };
  const callback = rule === null ? builtInCallback : (spider.rules?.[rule]?.callback ?? null);
  return { url, callback, reason };
}
