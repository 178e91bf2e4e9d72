import { notFound } from '../../../../electron/store/errors.ts';
import type {
  LockedCell,
  LockedValueQueries,
  LockedValues,
} from '../../../../electron/store/pages/locked-value-queries.ts';
import { isoTime, type KeptSavedPage, type Tables } from './memory-tables.ts';

export function lockedValuesOf(tables: Tables): LockedValueQueries {
  const isOf =
    ({ kind, name }: LockedCell) =>
    (other: LockedValues): boolean =>
      other.kind === kind && other.name === name;

  const pagesOf = (project: string, spider: string): KeptSavedPage[] =>
    [...tables.savedPages.values()].filter(({ row }) => row.project === project && row.spider === spider);

  const byName = (a: LockedValues, b: LockedValues): number =>
    a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name);

  return {
    async list(project, spider) {
      return pagesOf(project, spider).flatMap(({ locked }) => locked.toSorted(byName));
    },
    async lock(values) {
      const gone = values.find(({ page }) => !tables.savedPages.has(page));
      if (gone !== undefined) throw notFound(`saved page "${gone.page}"`);
      for (const each of values) {
        const page = tables.savedPages.get(each.page);
        if (page === undefined) continue;
        const others = page.locked.filter((other) => !isOf(each)(other));
        page.locked = [...others, { ...each, lockedAt: isoTime(tables.now) }];
      }
    },
    async unlock(cells) {
      let count = 0;
      for (const cell of cells) {
        const page = tables.savedPages.get(cell.page);
        const left = page?.locked.filter((other) => !isOf(cell)(other)) ?? [];
        count += (page?.locked.length ?? 0) - left.length;
        if (page !== undefined) page.locked = left;
      }
      return count;
    },
    async rename(project, spider, { from, to }) {
      let count = 0;
      for (const { locked } of pagesOf(project, spider)) {
        const field = locked.find(({ kind, name }) => kind === 'field' && name === from);
        if (field === undefined || locked.some(({ kind, name }) => kind === 'field' && name === to)) continue;
        field.name = to;
        count += 1;
      }
      return count;
    },
  };
}
