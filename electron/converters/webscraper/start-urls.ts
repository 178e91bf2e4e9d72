import { entriesOf } from '../../../shared/spider/plain.ts';
import { domainsOf, type Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textsOf } from '../values.ts';

const range = /\[(\d+)-(\d+)(?::(\d+))?\]/g;
/** Padded numbers are listed one by one; a longer list would be most of the document. */
const maxListed = 10_000;

/** Converts start URLs; those with ranges such as `[1-100]` or `[001-100:10]` become templates. */
export function convertStartUrls(value: unknown, draft: Draft, notes: Notes): void {
  const urls = textsOf(value);
  for (const [index, url] of urls.entries()) {
    const place = Array.isArray(value) ? `startUrl[${index}]` : 'startUrl';
    if (url.search(range) === -1) {
      notes.from(['start_urls', draft.start_urls.length], place);
      draft.start_urls.push(url);
      notes.kept(place, `start_urls[${draft.start_urls.length - 1}]`);
    } else convertRange(url, place, draft, notes);
  }
  draft.allowed_domains = domainsOf(urls.map((url) => url.replaceAll(range, '$1')));
  if (draft.allowed_domains.length > 0) {
    notes.changed(
      'startUrl',
      'allowed_domains',
      'A crawl stays on the hosts of its start URLs; add others that links lead to.',
    );
  }
}

function convertRange(url: string, place: string, draft: Draft, notes: Notes): void {
  const vars: Record<string, object> = {};
  let tooLong = false;
  const template = url.replaceAll(range, (_whole, from: string, to: string, step?: string) => {
    const name = Object.keys(vars).length === 0 ? 'n' : `n${Object.keys(vars).length + 1}`;
    const by = Number(step ?? 1);
    if (from.length > 1 && from.startsWith('0')) {
      const count = Math.floor((Number(to) - Number(from)) / Math.max(by, 1)) + 1;
      tooLong ||= count > maxListed;
      const values = Array.from({ length: Math.max(0, Math.min(count, maxListed)) }, (_, index) =>
        String(Number(from) + index * Math.max(by, 1)).padStart(from.length, '0'),
      );
      vars[name] = { type: 'list', values };
    } else
      vars[name] = { type: 'range', from: Number(from), to: Number(to), ...(by > 1 ? { step: by } : {}) };
    return `{${name}}`;
  });
  if (tooLong)
    return notes.lost(place, `A range of numbers with zeros in front has at most ${maxListed} numbers.`);
  const list = entriesOf(draft.settings.GENERATED_URLS);
  notes.from(['settings', 'GENERATED_URLS'], 'startUrl');
  draft.settings.GENERATED_URLS = [...list, { template, vars }];
  notes.changed(place, `settings.GENERATED_URLS[${list.length}]`, 'Its ranges are variables of a template.');
}
