/** What each page adds rows to, and what these belong to. */
const tables = [
  { name: 'aliases', column: 'run_id' },
  { name: 'events', column: 'run_id' },
  { name: 'items', column: 'run_id' },
  { name: 'requests', column: 'run_id' },
  { name: 'memory', column: 'spider_id' },
] as const;

const remove = (column: 'run_id' | 'spider_id'): string =>
  tables
    .filter((table) => table.column === column)
    .map(({ name }) => `DELETE FROM ${name} WHERE ${column} = OLD.id;`)
    .join(' ');

/**
 * Rows that pages add are not checked for their run and spider one by one, as whoever adds them holds the run. They go with it all the
 * same.
 */
export const looseRows = `
${tables.map(({ name, column }) => `ALTER TABLE ${name} DROP CONSTRAINT ${name}_${column}_fkey;`).join('\n')}

CREATE FUNCTION run_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${remove('run_id')}
  RETURN NULL;
END $$;
CREATE TRIGGER runs_remove_rows AFTER DELETE ON all_runs FOR EACH ROW EXECUTE FUNCTION run_removed();

CREATE FUNCTION spider_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${remove('spider_id')}
  RETURN NULL;
END $$;
CREATE TRIGGER spiders_remove_rows AFTER DELETE ON all_spiders FOR EACH ROW EXECUTE FUNCTION spider_removed();
`;
