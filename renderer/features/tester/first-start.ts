import { applyArgs, usualArgs } from '../../../shared/spider/args.ts';
import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import { entriesOf, memberOf } from '../../../shared/spider/plain.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

/**
 * The first start URL of a spider, with the usual arguments; a generated one where no other is written. Of a document that
 * is not valid yet, the first that is written.
 * @returns null where there is none
 */
export function firstStart(document: unknown): string | null {
  const { spider } = validateSpider(document);
  if (spider === null) {
    const [first] = entriesOf(memberOf(document, 'start_urls'));
    return typeof first === 'string' ? first : null;
  }
  const applied = applyArgs(spider, usualArgs(spider));
  return firstUrls('spider' in applied ? applied.spider : spider)[0] ?? null;
}
