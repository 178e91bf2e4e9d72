/**
 * A condition on rows of `runs`: whether a run stands for its crawl. A crawl does until a generation of it is accepted, which does
 * from then on.
 */
export const currentRunSql = `CASE WHEN runs.source_id IS NOT NULL THEN runs.accepted_at IS NOT NULL
  ELSE NOT EXISTS (SELECT 1 FROM runs AS generation WHERE generation.source_id = runs.id AND generation.accepted_at IS NOT NULL) END`;

/** The id of the generation that takes the place of a row of `runs`; NULL: none does. See `RunRow.replacedBy`. */
export const replacedBySql = `(SELECT other.id FROM runs AS other WHERE other.accepted_at IS NOT NULL AND (other.source_id = runs.id
  OR (other.source_id = runs.source_id AND other.id <> runs.id AND other.accepted_at >= runs.created_at)))`;
