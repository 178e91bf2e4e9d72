import type { PackTest } from '../../../../shared/contract/types.ts';
import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import { createOffline } from '../../../engine/offline.ts';
import type { PackPage } from '../../../packs/pack-file.ts';
import { callbacksOf } from '../../../proof/bench-callbacks.ts';
import { takePage } from '../../../proof/bench-take.ts';
import { judgePages, passes, type BenchedPage, type Cell } from '../../../proof/bench.ts';
import type { JsonValue } from '../../../../shared/json-value.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { withUsualArgs } from '../../data/run-args.ts';
import { cutValue, shortBudget } from '../tester/cut-value.ts';
import { OpenPage } from '../tester/open-page.ts';
import { readPage } from '../tester/read-open-page.ts';

/** A spider and the pages that it is judged by. */
export interface JudgedPages {
  text: string;
  pages: readonly PackPage[];
}

/** Most failed cells, rows and characters of a value that are told. */
const [maxFailed, maxRows, valueLength] = [100, 50, 200];

/**
 * What a spider takes from pages that are not stored, by the code of the tests of saved pages.
 * @throws HostError `invalid-spider`, `bad-run-args`
 */
export function judgePack({ text, pages }: JudgedPages): PackTest {
  const spider = withUsualArgs(checkedSpider(text, 'The text').spider);
  const trial = { spider, offline: createOffline(spider) };
  const [start = 'http://localhost/'] = firstUrls(spider);
  const placed = pages.map((page, index) => {
    const { url, kind, source, fetchedAt, request } = page;
    const facts = { url, kind, rendered: source === 'rendered', fetchedAt: Date.parse(fetchedAt) };
    const known = page.locked.find(({ callback }) => callback !== null)?.callback ?? null;
    return {
      id: String(index),
      url,
      ...(request === undefined ? {} : { request }),
      known,
      page,
      read: readPage(new OpenPage(page.text, facts), url ?? start),
    };
  });
  const callbacks = callbacksOf(trial, placed);
  const benched = placed.map(({ id, read, page }): BenchedPage => ({
    page: id,
    taken: takePage(trial, read, callbacks.get(id) ?? null),
    locked: page.locked,
  }));
  const cells = judgePages(benched);
  const locked = cells.filter((cell) => cell.locked);
  return {
    passed: locked.length > 0 && locked.every(({ state }) => passes(state)),
    locked: locked.length,
    problem: null,
    failed: locked
      .filter(({ state }) => !passes(state))
      .slice(0, maxFailed)
      .map((cell) => failedCell(cell, pages[Number(cell.page)])),
    ...rowsOf(benched),
  };
}

function failedCell(cell: Cell, page: PackPage | undefined): PackTest['failed'][number] {
  const differing = cell.rows.find(({ state }) => state !== 'same');
  return {
    page: page?.url ?? page?.title ?? '',
    field: cell.name,
    state: cell.state,
    expected: cutValue(differing?.expected ?? null, shortBudget).value,
    got: cutValue(differing?.got ?? null, shortBudget).value,
  };
}

/** The values of fields by row, of all pages under the same columns. */
function rowsOf(benched: readonly BenchedPage[]): Pick<PackTest, 'columns' | 'rows'> {
  const fields = benched.map(({ taken }) => taken.parts.filter(({ kind }) => kind === 'field'));
  const columns = [...new Set(fields.flatMap((parts) => parts.map(({ name }) => name)))];
  const rows = fields.flatMap((parts, page) => {
    const count = Math.max(0, ...parts.map(({ values }) => values.length));
    return Array.from({ length: count }, (_, row) => ({
      page,
      values: columns.map((name) => shortText(parts.find((part) => part.name === name)?.values[row] ?? null)),
    }));
  });
  return { columns, rows: rows.slice(0, maxRows) };
}

function shortText(value: JsonValue): string | null {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= valueLength ? text : `${text.slice(0, valueLength)}…`;
}
