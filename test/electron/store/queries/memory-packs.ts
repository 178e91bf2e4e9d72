import { decompressPage } from '../../../../electron/engine/stored-page.ts';
import type {
  NewPackPage,
  PackQueries,
  StoredPack,
} from '../../../../electron/store/spiders/pack-queries.ts';
import { lockedValuesOf } from './memory-locked-values.ts';
import { savedPagesOf } from './memory-saved-pages.ts';
import { spidersOf } from './memory-spiders.ts';
import type { KeptSavedPage, Tables } from './memory-tables.ts';

export function packsOf(tables: Tables): PackQueries {
  const [spiders, savedPages, lockedValues] = [
    spidersOf(tables),
    savedPagesOf(tables),
    lockedValuesOf(tables),
  ];

  const pageLike = (project: string, spider: string, { url, page }: NewPackPage): KeptSavedPage | undefined =>
    [...tables.savedPages.values()].find(
      ({ row, html }) =>
        row.project === project &&
        row.spider === spider &&
        row.url === url &&
        row.copyOf === null &&
        html === decompressPage(page),
    );

  return {
    async store({ project, name, versions, pages }, { dryRun }): Promise<StoredPack> {
      const newest = versions.at(-1) ?? { text: '', note: null };
      const planned = await spiders.import({ project, name, text: newest.text }, { dryRun: true });
      const given = planned.unchanged ? [] : planned.created ? versions : [newest];
      const version = planned.created ? versions.length : planned.version;
      const fresh = pages.filter((page) => pageLike(project, name, page) === undefined);
      const locked = pages.reduce((sum, page) => sum + page.locked.length, 0);
      const { created, unchanged } = planned;
      const stored = { version, created, unchanged, pages: fresh.length, locked };
      if (dryRun) return stored;
      for (const [index, { text, note }] of given.entries()) {
        const spider = created && index === 0 ? null : name;
        await spiders.save({ project, spider, name, text, base: 'any', ...(note === null ? {} : { note }) });
      }
      for (const page of pages) {
        const there =
          pageLike(project, name, page)?.row ?? (await savedPages.add(project, name, { ...page, run: null }));
        await lockedValues.lock(page.locked.map((values) => ({ ...values, page: there.id })));
      }
      return stored;
    },
  };
}
