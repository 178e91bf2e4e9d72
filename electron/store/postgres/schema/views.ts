/** The tables without what is in the trash, and the newest place in the log of changes. */
export const views = `
CREATE VIEW projects AS SELECT * FROM all_projects WHERE trash_id IS NULL;
CREATE VIEW spiders AS SELECT * FROM all_spiders WHERE trash_id IS NULL;
CREATE VIEW runs AS SELECT * FROM all_runs WHERE trash_id IS NULL;
CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;
CREATE VIEW sqlite_sequence (name, seq) AS
  SELECT 'outbox'::text, last_value FROM outbox_id_seq WHERE is_called;
`;
