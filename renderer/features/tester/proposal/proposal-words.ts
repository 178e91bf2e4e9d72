import { count, counted, duration } from '../../../ui/format.ts';
import type { ProposedSource } from '../../../../shared/contract/types.ts';
import type { Subject } from './subjects.ts';
import type { Choice, ProposedList } from './use-proposal.ts';

const types: Readonly<Record<ProposedList['fields'][number]['type'], string>> = {
  text: 'text',
  number: 'number',
  price: 'price',
  date: 'date',
  url: 'URL',
  image: 'image',
  rating: 'rating',
  boolean: 'yes or no',
};

/** "price · 24 of 24": what the values of a field are, and how many of the records have one. */
export const fieldWords = (
  { type, filled }: ProposedList['fields'][number],
  { count: records }: ProposedList,
): string => `${types[type]} · ${filled === records ? 'every row' : `${count(filled)} of ${count(records)}`}`;

/** "24 products, 6 fields". */
const listWords = ({ count: records, label, fields }: ProposedList): string =>
  `${count(records)} ${label}, ${counted(fields.length, 'field')}`;

/**
 * What could be taken from a page, in a few words: "24 products, 6 fields", or the name of the one thing. Where others have the
 * same words, a column that only this list has tells it apart: "24 products, 6 fields · stock: 3 left".
 *
 * @param subjects all that is offered, this one among them
 */
export function subjectWords(
  subject: Subject,
  subjects: readonly Subject[],
  sources: readonly ProposedSource[] = [],
): string {
  const source = sources[subject.choice.source ?? -1];
  if (source !== undefined) return sourceWords(source);
  const words = plainWords(subject);
  const alike = subjects.filter((each) => each !== subject && plainWords(each) === words);
  const known = new Set(alike.flatMap(({ list }) => list?.fields ?? []).map((field) => columnWords(field)));
  const telling = (subject.list?.fields ?? []).filter((field) => !known.has(columnWords(field)));
  const own = telling.find(({ type }) => type !== 'url' && type !== 'image') ?? telling[0];
  return alike.length === 0 || own === undefined ? words : `${words} · ${columnWords(own, 20)}`;
}

/** "20 rows from /api/items, without a browser": where rows come from, or the values of the one thing. */
function sourceWords({ kind, url, list, of }: ProposedSource): string {
  const where = kind === 'script' ? 'a script of the page' : shortAddress(url);
  const what = of === null ? counted(list.fields.length, 'value') : counted(list.count, 'row');
  return `${what} from ${where}, without a browser`;
}

const shortAddress = (url: string): string => {
  const { pathname = url, search = '' } = URL.parse(url) ?? {};
  const address = `${pathname}${search}`;
  return address.length > 40 ? `${address.slice(0, 40)}…` : address;
};

const plainWords = ({ choice, list }: Subject): string => (list === null ? choice.label : listWords(list));

/** "title: Lamp · price: 9.5": the columns of a list with a value of each. */
export const columnNames = ({ fields }: ProposedList): string =>
  fields.map(({ name, samples }) => `${name}: ${samples[0] ?? '–'}`).join(' · ');

/** "about 432 rows, 19 pages, 10 s at the pace of this site"; null: the page does not tell. */
export function expectedWords({ rows, pages, seconds }: Choice['expected']): string | null {
  const parts = [
    rows === null ? null : `about ${counted(rows, 'row')}`,
    pages === null ? null : counted(pages, 'page'),
    seconds === null ? null : duration(seconds * 1000),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return `${parts.join(', ')}${seconds === null ? '' : ' at the pace of this site'}`;
}

/** "stock: only 3 left": a column with a value of it. @param longestSample the most characters of the value */
export function columnWords(
  { name, samples: [first] }: ProposedList['fields'][number],
  longestSample = 40,
): string {
  if (first === undefined) return name;
  const sample = first.replace(/\s+/gu, ' ').trim();
  return `${name}: ${sample.length > longestSample ? `${sample.slice(0, longestSample)}…` : sample}`;
}
