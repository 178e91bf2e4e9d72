import type { StoreContext } from '../database/context.ts';
import { readLockedValues } from '../database/json-columns.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type {
  LockedCell,
  LockedPart,
  LockedValueQueries,
  LockedValues,
  NewLockedValues,
} from './locked-value-queries.ts';

interface Row extends LockedPart {
  page: number;
  callback: string | null;
  values_json: string;
  locked_at: number;
}

/** Implements `LockedValueQueries` on SQLite. */
export function createLockedValues({ connection, now }: StoreContext): LockedValueQueries {
  const { db } = connection;
  const ofSpider = `page_id IN (SELECT saved_pages.id FROM saved_pages JOIN spiders ON spiders.id = spider_id
    JOIN projects ON projects.id = spiders.project_id WHERE projects.name = @project AND spiders.name = @spider)`;
  const all = db.prepare<[{ project: string; spider: string }], Row>(
    `SELECT page_id AS page, kind, name, callback, values_json, locked_at FROM locked_values
      WHERE ${ofSpider} ORDER BY page_id, kind, name`,
  );
  const hasPage = db.prepare<[number], number>('SELECT 1 FROM saved_pages WHERE id = ?').pluck();
  const put = db.prepare<[Row]>(
    `INSERT INTO locked_values (page_id, kind, name, callback, values_json, locked_at)
      VALUES (@page, @kind, @name, @callback, @values_json, @locked_at)
      ON CONFLICT (page_id, kind, name) DO UPDATE
        SET callback = @callback, values_json = @values_json, locked_at = @locked_at`,
  );
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM locked_values WHERE page_id = (SELECT id FROM saved_pages WHERE id = ?) AND kind = ? AND name = ?',
  );
  const move = db.prepare<[{ project: string; spider: string; from: string; to: string }]>(
    `UPDATE locked_values SET name = @to WHERE kind = 'field' AND name = @from AND ${ofSpider}
      AND NOT EXISTS (SELECT 1 FROM locked_values AS other
        WHERE other.page_id = locked_values.page_id AND other.kind = 'field' AND other.name = @to)`,
  );

  function locked({ page, values_json, locked_at, ...part }: Row): LockedValues {
    const values = readLockedValues(values_json, page, part.name);
    return { page: String(page), ...part, values, lockedAt: isoTime(locked_at) };
  }

  function lock({ page, values, ...part }: NewLockedValues): void {
    const id = rowId(page, 'saved page');
    if (hasPage.get(id) === undefined) throw notFound(`saved page "${page}"`);
    put.run({ ...part, page: id, values_json: JSON.stringify(values), locked_at: now() });
  }

  return {
    list: connection.query((project: string, spider: string) => all.all({ project, spider }).map(locked)),
    lock: connection.change((values: readonly NewLockedValues[]) => values.forEach(lock)),
    unlock: connection.change((cells: readonly LockedCell[]) =>
      cells.reduce(
        (count, { page, kind, name }) => count + remove.run(rowId(page, 'saved page'), kind, name).changes,
        0,
      ),
    ),
    rename: connection.change(
      (project: string, spider: string, names: { from: string; to: string }) =>
        move.run({ project, spider, ...names }).changes,
    ),
  };
}
