import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import {
  keyOf,
  useDocumentPlace,
  useDocumentText,
  type Place,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { setPageAtHand } from '../../spider-document/page-at-hand.ts';
import { namedReports, type NamedReport } from './field-paths.ts';
import { callbackOfText, callbacksIn } from './part-of-text.ts';
import { TestRunner } from './test-runner.ts';
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
  readonly reports: readonly NamedReport[];
  /** The field at the caret; null: none. */
  readonly field: NamedReport | null;
}

interface Shared {
  readonly runner: TestRunner<'tester.callback'>;
  users: number;
}

const shared = new Map<string, Shared>();

function runnerOf(key: SpiderKey): Shared {
  const name = keyOf(key);
  const known = shared.get(name) ?? { runner: new TestRunner('tester.callback'), users: 0 };
  shared.set(name, known);
  return known;
}

/** The page and the callback in hand. All who ask share one test run. */
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
  const subject = page === null ? '' : `${page.id} ${page.addedAt} ${page.url ?? ''}`;
  const test = useShared(key, text, callback, page?.id ?? null, subject);
  const id = page?.id ?? null;
  useEffect(() => setPageAtHand(key, id), [key, id]);
  const reports = useMemo(() => namedReports(test.value?.fields ?? []), [test.value]);
  const here = place?.kind === 'callback' && place.callback === callback ? place.field : [];
  const field = reports.find(({ names: each }) => here.length > 0 && same(each, here)) ?? null;
  return { pages: value, page, subject, text, place, callback, names, test, reports, field };
}

function useShared(
  key: SpiderKey,
  text: string,
  callback: string | null,
  page: string | null,
  subject: string,
): Test<Report> {
  const { runner } = runnerOf(key);
  const state = useSyncExternalStore(runner.subscribe, () => runner.state);
  useEffect(() => {
    const asked =
      callback === null || page === null ? null : { page, text: callbackOfText(text, callback), callback };
    runner.ask(asked, `${subject} ${callback}`);
  }, [runner, text, callback, page, subject]);
  useEffect(() => {
    const own = runnerOf(key);
    own.users += 1;
    return () => {
      own.users -= 1;
      if (own.users === 0) own.runner.close();
    };
  }, [key]);
  return { ...state, again: () => runner.again(), cancel: () => runner.cancel() };
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, index) => name === b[index]);
