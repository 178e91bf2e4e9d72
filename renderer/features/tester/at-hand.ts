import { useEffect, useMemo } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import {
  useDocumentPlace,
  useDocumentText,
  type Place,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { setPageAtHand } from '../../spider-document/page-at-hand.ts';
import { namedReports, type NamedReport } from './field-paths.ts';
import { callbackOfText, callbacksIn, textForPages } from './part-of-text.ts';
import { rowsAtHand, type RowsAtHand } from './rows-at-hand.ts';
import { createSharedTest } from './shared-test.ts';
import { useTester } from './tester-store.ts';
import type { Test } from './use-test.ts';

type Report = CallValue<'tester.callback'>;

/** What page, table and field in hand show alike: a saved page, a callback, and what the callback takes from the page. */
export interface AtHand {
  /** The saved pages; null: they are not loaded yet. */
  readonly pages: readonly SavedPage[] | null;
  /** null: there is none, or they are not loaded yet. */
  readonly page: SavedPage | null;
  /** Identifies the page with its content and URL; changes when it is fetched again or its URL is edited. */
  readonly subject: string;
  readonly text: string;
  readonly place: Place | null;
  /** The callback at the caret, else the one chosen by hand, else the first; null: the text has none. */
  readonly callback: string | null;
  /** The names of all callbacks. */
  readonly names: readonly string[];
  readonly test: Test<Report>;
  /** What the callback takes from all saved pages that a crawl would run it on; asked for only where there are several. */
  readonly pagesTest: Test<CallValue<'tester.pages'>>;
  readonly reports: readonly NamedReport[];
  /** The field at the caret; null: none. */
  readonly field: NamedReport | null;
}

const useCallbackTest = createSharedTest('tester.callback');
const usePagesTest = createSharedTest('tester.pages');

/** The page and the callback in hand. All who ask share the test runs. */
export function useAtHand({ project, spider }: SpiderKey): AtHand {
  const key = useMemo(() => ({ project, spider }), [project, spider]);
  const { page: chosen, callback: wanted } = useTester(key);
  const { value } = useCall('pages.list', key);
  const text = useDocumentText(key) ?? '';
  const place = useDocumentPlace(key);
  const page = value?.find(({ id }) => id === chosen) ?? value?.[0] ?? null;
  const names = useMemo(() => callbacksIn(text), [text]);
  const atCaret = place?.kind === 'callback' || place?.kind === 'rule' ? place.callback : null;
  const callback =
    [atCaret, wanted].find((name) => name !== null && names.includes(name)) ?? names[0] ?? null;
  const subject = page === null ? '' : subjectOf([page]);
  const part = useMemo(() => (callback === null ? null : callbackOfText(text, callback)), [text, callback]);
  const test = useCallbackTest(
    key,
    part === null || callback === null || page === null ? null : { page: page.id, text: part, callback },
    `${subject} ${callback}`,
  );
  const decided = useMemo(() => (callback === null ? null : textForPages(text, callback)), [text, callback]);
  const pagesTest = usePagesTest(
    key,
    decided === null || callback === null || (value?.length ?? 0) < 2
      ? null
      : { ...key, text: decided, callback },
    `${subjectOf(value ?? [])} ${callback}`,
  );
  const id = page?.id ?? null;
  useEffect(() => setPageAtHand(key, id), [key, id]);
  const reports = useMemo(() => namedReports(test.value?.fields ?? []), [test.value]);
  const here = place?.kind === 'callback' && place.callback === callback ? place.field : [];
  const field = reports.find(({ names: each }) => here.length > 0 && same(each, here)) ?? null;
  return { pages: value, page, subject, text, place, callback, names, test, pagesTest, reports, field };
}

/** What the callback in hand takes from all pages at hand; null: nothing is known, or it makes one item of the only page. */
export function useRowsAtHand({ page, test, reports, pagesTest }: AtHand): RowsAtHand | null {
  const id = page?.id ?? null;
  const report = test.value?.rows ?? null;
  const all = pagesTest.value;
  return useMemo(
    () => (id === null ? null : rowsAtHand({ page: id, report, reports }, all)),
    [id, report, reports, all],
  );
}

/** Identifies pages with their content and URL. */
const subjectOf = (pages: readonly SavedPage[]) =>
  pages.map(({ id, addedAt, url }) => `${id} ${addedAt} ${url ?? ''}`).join(' ');

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, index) => name === b[index]);
