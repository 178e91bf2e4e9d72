import { count, counted, duration } from '../../../ui/format.ts';
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
export const listWords = ({ count: records, label, fields }: ProposedList): string =>
  `${count(records)} ${label}, ${counted(fields.length, 'field')}`;

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

/** The most characters of a value in a menu. */
const longestSample = 40;

/** "stock: only 3 left": a column with a value of it. */
export function columnWords({ name, samples: [first] }: ProposedList['fields'][number]): string {
  if (first === undefined) return name;
  const sample = first.replace(/\s+/gu, ' ').trim();
  return `${name}: ${sample.length > longestSample ? `${sample.slice(0, longestSample)}…` : sample}`;
}
