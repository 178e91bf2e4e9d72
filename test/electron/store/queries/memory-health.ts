import type { HealthQueries } from '../../../../electron/store/health/health-queries.ts';
import { noSpider } from '../../../../electron/store/spiders/spider-rows.ts';
import { isoTime, type Tables } from './memory-tables.ts';

export function healthOf(tables: Tables): HealthQueries {
  return {
    async keep(of, checked) {
      const spider = tables.spider(of);
      if (spider === null) throw noSpider(of);
      spider.health = { ...checked, checkedAt: isoTime(tables.now) };
      return { ...spider.health, spider: of.spider };
    },
    async get(of) {
      const health = tables.spider(of)?.health ?? null;
      return health === null ? null : { ...health, spider: of.spider };
    },
    async list(project) {
      return [...(tables.projects.get(project)?.spiders ?? [])]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([spider, { health }]) => (health === null ? [] : [{ ...health, spider }]));
    },
  };
}
