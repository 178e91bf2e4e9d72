/**
 * A condition on rows of `runs`: whether a run stands for its crawl. A crawl does until a generation of it is accepted, which does
 * from then on.
 */
export const currentRunSql = `CASE WHEN runs.source_id IS NOT NULL THEN runs.accepted_at IS NOT NULL
  ELSE NOT EXISTS (SELECT 1 FROM runs AS generation WHERE generation.source_id = runs.id AND generation.accepted_at IS NOT NULL) END`;
