import type { SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import { decompressPage } from '../../../../electron/engine/stored-page.ts';
import type {
  LibraryImport,
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

  const importsOf = (of: SpiderName): LibraryImport[] =>
    (tables.spider(of)?.imports ?? [])
      .map((each) => ({ ...of, ...each }))
      .toSorted((one, other) => other.number - one.number);

  function note(of: SpiderName, added: Omit<LibraryImport, 'project' | 'spider'>): void {
    const spider = tables.spider(of);
    if (spider === null) return;
    spider.imports = [...(spider.imports ?? []).filter(({ number }) => number !== added.number), added];
  }

  return {
    imports: async (of) => importsOf(of),
    async imported(project) {
      const all = await spiders.list(project);
      return all.flatMap((row) => importsOf({ project: row.project, spider: row.name }).slice(0, 1));
    },
    async goBack({ project, spider, text, note: said, newest, like }) {
      const of = { project, spider };
      const saved = await spiders.save({ ...of, name: spider, text, base: newest, note: said });
      if (saved.kind !== 'saved') return null;
      const before = importsOf(of).find(({ number }) => number === like);
      if (before !== undefined)
        note(of, {
          number: saved.version,
          base: before.base,
          from: before.from,
          importedAt: new Date(tables.now).toISOString(),
        });
      return saved.version;
    },
    async store({ project, name, versions, pages, from }, { dryRun }): Promise<StoredPack> {
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
      if (from !== undefined)
        note(
          { project, spider: name },
          { number: version, base: version, from, importedAt: new Date(tables.now).toISOString() },
        );
      for (const page of pages) {
        const there =
          pageLike(project, name, page)?.row ?? (await savedPages.add(project, name, { ...page, run: null }));
        await lockedValues.lock(page.locked.map((values) => ({ ...values, page: there.id })));
      }
      return stored;
    },
  };
}
