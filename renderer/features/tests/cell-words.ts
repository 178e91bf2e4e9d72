import type { TestCell, TestPage } from '../../../shared/contract/types.ts';

/** How a cell looks: its state, and `open` where nothing is locked. */
export type CellTone = 'same' | 'changed' | 'empty' | 'new' | 'open';

/** Whether a cell is not as it was locked. */
export const isFailing = ({ state }: Pick<TestCell, 'state'>): boolean =>
  state === 'changed' || state === 'empty' || state === 'missing';

export function toneOf({ state, locked }: TestCell): CellTone {
  if (!locked) return 'open';
  return state === 'missing' ? 'empty' : state;
}

const countOf = ({ counts }: TestCell, name: string): number => counts[name] ?? 0;

/** Rows that are not as they were locked. */
const differing = (cell: TestCell): number =>
  ['changed', 'empty', 'added', 'removed'].reduce((sum, name) => sum + countOf(cell, name), 0);

/** Rows that had a value when they were locked. */
const expectedRows = (cell: TestCell): number =>
  countOf(cell, 'same') + countOf(cell, 'changed') + countOf(cell, 'empty') + countOf(cell, 'removed');

/** The words in a cell: how many values there are and what became of them; of a page that is one item the value. */
export function cellWords(cell: TestCell, page: TestPage): string {
  const { state, locked, filled, total } = cell;
  const isList = cell.kind === 'links' ? total > 1 || cell.name !== 'next pages' : page.rows !== null;
  if (state === 'missing') return 'no longer extracted';
  if (isList) return listWords(cell);
  const value = shortValue(cell);
  if (state === 'empty') return `empty, was ${value}`;
  if (filled === 0) return locked ? 'empty, as locked' : 'empty';
  return value;
}

function listWords(cell: TestCell): string {
  const { state, locked, filled, total } = cell;
  if (state === 'empty') return `empty, was ${expectedRows(cell)}`;
  if (!locked) return filled === total ? String(total) : `${filled} of ${total}`;
  const fresh = countOf(cell, 'filled');
  const news = fresh === 0 ? [] : [`${fresh} new`];
  if (state === 'changed') return `${total} · ${[`${differing(cell)} changed`, ...news].join(', ')}`;
  if (state === 'new') return `${total} · ${news.join()}`;
  return filled === 0 ? '0, as locked' : `${filled} same`;
}

/** A value that fits into a cell; of an address what is behind its site. */
function shortValue({ kind, sample }: TestCell): string {
  if (sample === null) return '';
  const url = kind === 'links' ? URL.parse(sample) : null;
  if (url === null) return sample;
  return url.search === '' ? url.pathname : url.search;
}

/** What a cell says, in one sentence, for the tooltip and for screen readers. */
export function stateSentence(cell: TestCell): string {
  const { state, locked, why } = cell;
  if (!locked) return why ?? 'Nobody has said yet whether this is right.';
  const rows = differing(cell);
  if (state === 'same') return 'It is as locked.';
  if (state === 'missing') return ['The spider no longer extracts it.', why ?? ''].join(' ').trim();
  if (state === 'empty') return why ?? 'The values are gone.';
  if (state === 'new') {
    const fresh = countOf(cell, 'filled');
    const what = fresh === 1 ? 'a row that was empty has' : `${fresh} rows that were empty have`;
    return `It is as locked, and ${what} a value now.`;
  }
  return `${capital(rowsWords(rows))} ${rows === 1 ? 'is' : 'are'} not as locked.`;
}

const rowsWords = (count: number): string => (count === 1 ? 'one value' : `${count} values`);
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The address of a page without its site, else its title. */
export function pageName({ url, title }: Pick<TestPage, 'url' | 'title'>): string {
  const read = url === null ? null : URL.parse(url);
  if (read === null) return title;
  return read.pathname === '/' && read.search === '' ? read.host : read.pathname + read.search;
}
