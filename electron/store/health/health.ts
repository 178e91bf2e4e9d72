import type { SpiderHealth } from '../../../shared/spider/health-schema.ts';
import type { StoreContext } from '../database/context.ts';
import { readHealth } from '../database/json-columns.ts';
import { isoTime } from '../database/rows.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import type { CheckedHealth, HealthQueries } from './health-queries.ts';

interface Row {
  id: number;
  spider: string;
  checked_at: number;
  health_json: string;
}

/** Implements `HealthQueries` on SQLite. */
export function createHealth({ connection, now }: StoreContext, spiders: SpiderRows): HealthQueries {
  const { db } = connection;
  const put = db.prepare<[{ spider: number; now: number; health: string }]>(
    `INSERT INTO spider_health (spider_id, checked_at, health_json) VALUES (@spider, @now, @health)
      ON CONFLICT (spider_id) DO UPDATE SET checked_at = excluded.checked_at, health_json = excluded.health_json`,
  );
  const joined = `SELECT spiders.id, spiders.name AS spider, checked_at, health_json FROM spider_health
    JOIN spiders ON spiders.id = spider_id JOIN projects ON projects.id = spiders.project_id WHERE projects.name = @project`;
  const all = db.prepare<[{ project: string }], Row>(`${joined} ORDER BY spiders.name`);
  const one = db.prepare<[SpiderName], Row>(`${joined} AND spiders.name = @spider`);
  const health = ({ id, spider, checked_at, health_json }: Row): SpiderHealth => ({
    spider,
    checkedAt: isoTime(checked_at),
    ...readHealth(health_json, id),
  });

  return {
    keep: connection.change((of: SpiderName, checked: CheckedHealth) => {
      const at = now();
      put.run({ spider: spiders.requireId(of), now: at, health: JSON.stringify(checked) });
      return { spider: of.spider, checkedAt: isoTime(at), ...checked };
    }),
    get: connection.query(({ project, spider }: SpiderName) => {
      const row = one.get({ project, spider });
      return row === undefined ? null : health(row);
    }),
    list: connection.query((project: string) => all.all({ project }).map(health)),
  };
}
