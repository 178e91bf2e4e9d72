import { isFilled } from '../../../../shared/filled.ts';
import type { TestCell, TestPage, TestPart } from '../../../../shared/contract/types.ts';
import type { JsonValue } from '../../../../shared/json-value.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { whyFieldEmpty } from '../../../extract/why/why-field.ts';
import { explainUrl } from '../../../engine/explain.ts';
import type { TakenPage } from '../../../proof/bench-take.ts';
import type { Cell } from '../../../proof/bench.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';
import { rowPlaces } from './field-report.ts';
import { whyUnacted } from '../../data/unacted.ts';
import { givenCallback } from './given-callback.ts';
import type { OpenPage } from './open-page.ts';
import { wholePage } from './places.ts';

/** A saved page, what a spider takes from it, and the spider. */
export interface TriedPage {
  row: SavedPageRow;
  open: OpenPage;
  taken: TakenPage;
  spider: Spider;
}

const sampleLength = 80;

/** A page as the grid shows it. @param page the one that its locked values belong to @param newer its newer copy; null: none */
export function shownPage(tried: TriedPage, page: string, newer: string | null): TestPage {
  const { callback, rows } = tried.taken;
  const { title, url, fetchedAt } = tried.row;
  const unacted = whyUnacted(tried.row, tried.spider.settings);
  return { page, title, url, callback, rows, reason: whyNoCallback(tried), fetchedAt, unacted, newer };
}

/** Why nothing is extracted from a page, or why there are no rows; null: there are. */
const whyNoCallback = ({ row, taken, spider }: TriedPage): string | null =>
  taken.reason ?? (taken.callback === null ? givenCallback(spider, row).reason : null);

/** A cell as the grid shows it. */
export function shownCell(cell: Cell, page: TriedPage | undefined, hasRows: boolean): TestCell {
  const { rows, ...facts } = cell;
  const got = rows.flatMap(({ state, got: value }) => (state === 'removed' ? [] : [value]));
  const value = got.find(isFilled) ?? rows.find(({ expected }) => isFilled(expected))?.expected;
  return {
    ...facts,
    total: got.length,
    sample: value === undefined ? null : shortText(value),
    why: page === undefined || cell.filled > 0 ? null : whyNothing(cell, page),
    rows: hasRows ? [...rows] : null,
  };
}

function shortText(value: JsonValue): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  return text.length <= sampleLength ? text : `${text.slice(0, sampleLength)}…`;
}

/** Why a part of a page is empty, in one sentence; null: unknown. */
function whyNothing(cell: Cell, page: TriedPage): string | null {
  if (cell.kind === 'field') return whyFieldNothing(cell, page);
  // Of links that are gone, the rules say why the first of them is not followed.
  const gone = cell.rows.find(({ state }) => state === 'removed')?.expected;
  return typeof gone === 'string' ? explainUrl(page.spider, gone).reason : null;
}

function whyFieldNothing({ name }: TestPart, page: TriedPage): string | null {
  const { open, taken, spider } = page;
  const { callback, rows } = taken;
  const reason = whyNoCallback(page);
  const { extract, iterate } = (callback === null ? null : spider.callbacks?.[callback]) ?? {};
  const field = extract?.[name];
  if (field === undefined || rows === 0) return reason;
  const places = iterate === undefined || iterate === null ? [wholePage(open)] : rowPlaces(open, iterate);
  return whyFieldEmpty(places, field, open.context)?.line ?? reason;
}
