import type { StorageKind } from '../../../shared/storage-kinds.ts';

/** Whose the rows of a table are, and how much of its bytes each owner has. */
export interface Shares {
  kind: StorageKind;
  /** What `id` is the row id of. */
  by: 'run' | 'spider' | 'project';
  /** Gives the columns `id` and `weight`. Owners that are gone may be among them. */
  sql: string;
}

const perRun = (kind: StorageKind, table: string, weight: string): Shares => ({
  kind,
  by: 'run',
  sql: `SELECT run_id AS id, sum(${weight}) AS weight FROM ${table} GROUP BY run_id`,
});
const perSpider = (kind: StorageKind, table: string, weight: string): Shares => ({
  kind,
  by: 'spider',
  sql: `SELECT spider_id AS id, sum(${weight}) AS weight FROM ${table} GROUP BY spider_id`,
});
const ofSavedPage = (table: string, weight: string): Shares => ({
  kind: 'saved-pages',
  by: 'spider',
  sql: `SELECT spider_id AS id, sum(${weight}) AS weight FROM ${table} AS t JOIN all_saved_pages AS p ON p.id = t.page_id
    GROUP BY spider_id`,
});

/**
 * The shares of the tables that grow. Weights are the bytes of a row, roughly: only how they compare matters. `octet_length` and
 * `length` of a blob read no more of a row than its head, so that bodies are not loaded. Tables that are not named here belong to
 * nobody, and count as `other`.
 */
export const shares: Readonly<Record<string, Shares>> = {
  pages: {
    kind: 'pages',
    by: 'run',
    // A page of several runs counts for the newest of them, one of a generation for its crawl: what an earlier run shows is
    // what deleting it makes free.
    sql: `SELECT coalesce(
        (SELECT max(coalesce(crawl.id, run.id)) FROM requests JOIN runs AS run ON run.id = requests.run_id
          LEFT JOIN runs AS crawl ON crawl.id = run.source_id WHERE page_id = pages.id),
        (SELECT max(run_id) FROM requests WHERE page_id = pages.id)) AS id, sum(100 + length(body)) AS weight
      FROM pages GROUP BY 1`,
  },
  files: {
    kind: 'downloads',
    by: 'run',
    // As with pages: a file counts for the newest run that has it.
    sql: `SELECT (SELECT max(coalesce(source_id, run_id)) FROM file_requests JOIN all_runs ON all_runs.id = run_id
        WHERE file_id = files.id) AS id, sum(50 + length(body)) AS weight FROM files GROUP BY 1`,
  },
  file_chunks: {
    kind: 'downloads',
    by: 'run',
    sql: `SELECT coalesce((SELECT max(coalesce(source_id, run_id)) FROM file_requests JOIN all_runs ON all_runs.id = run_id
          WHERE file_id = long_files.file_id), (SELECT run_id FROM requests WHERE requests.id = request_id)) AS id,
        sum(bytes) AS weight FROM long_files GROUP BY 1`,
  },
  file_requests: perRun('requests', 'file_requests', '30'),
  item_files: {
    kind: 'indexes',
    by: 'run',
    sql: `SELECT run_id AS id, count(*) AS weight FROM item_files JOIN items ON items.id = item_id GROUP BY 1`,
  },
  items: perRun(
    'items',
    'items',
    `80 + octet_length(url) + octet_length(metadata_json) + octet_length(problems_json) + coalesce(octet_length(title), 0) +
      coalesce(octet_length(content), 0) + coalesce(octet_length(author), 0) + coalesce(octet_length(row_path), 0) +
      coalesce(octet_length(item_key), 0)`,
  ),
  own_items: perRun('items', 'own_items', '20 + octet_length(item_json)'),
  rows: perRun('items', 'rows', '30 + octet_length(values_json) + octet_length(problems_json)'),
  requests: perRun(
    'requests',
    'requests',
    `90 + octet_length(url) + coalesce(octet_length(final_url), 0) + coalesce(octet_length(reason), 0) +
      coalesce(octet_length(head_changes), 0) + coalesce(octet_length(hops_json), 0)`,
  ),
  aliases: perRun('requests', 'aliases', '1'),
  origins: perRun('requests', 'origins', '1'),
  response_heads: perRun('requests', 'response_heads', '10 + octet_length(head)'),
  run_expectations: perRun('requests', 'run_expectations', '20 + coalesce(octet_length(report), 0)'),
  run_exclusions: perRun('requests', 'run_exclusions', '30 + octet_length(pattern)'),
  all_runs: {
    kind: 'requests',
    by: 'run',
    sql: 'SELECT id, 150 + octet_length(options) AS weight FROM all_runs',
  },
  events: perRun('events', 'events', '30 + octet_length(message) + coalesce(octet_length(url), 0)'),
  item_keys: perRun('indexes', 'item_keys', '1'),
  dataset_entries: perSpider('indexes', 'dataset_entries', '1'),
  dataset_sightings: perSpider('indexes', 'dataset_sightings', '1'),
  all_saved_pages: perSpider('saved-pages', 'all_saved_pages', '100 + length(body)'),
  saved_page_styles: ofSavedPage('saved_page_styles', '60 + length(t.body)'),
  saved_page_answers: ofSavedPage('saved_page_answers', '60 + length(t.body)'),
  locked_values: ofSavedPage('locked_values', '40 + octet_length(values_json)'),
  pictures: {
    kind: 'pictures',
    by: 'project',
    sql: 'SELECT project_id AS id, sum(80 + coalesce(length(body), 0)) AS weight FROM pictures GROUP BY project_id',
  },
  answers: perSpider('cache', 'answers', '100 + octet_length(headers_json) + length(body)'),
  memory: perSpider('history', 'memory', '100 + 2 * octet_length(url)'),
  spider_versions: perSpider('spiders', 'spider_versions', '60 + octet_length(document)'),
  proofs: {
    kind: 'spiders',
    by: 'spider',
    sql: `SELECT coalesce(v.spider_id, drafts.spider_id) AS id, sum(150 + length(body)) AS weight FROM proofs
      LEFT JOIN spider_versions AS v ON v.id = version_id LEFT JOIN drafts ON drafts.id = draft_id GROUP BY 1`,
  },
  drafts: perSpider('spiders', 'drafts', '30 + octet_length(text)'),
  draft_steps: {
    kind: 'spiders',
    by: 'spider',
    sql: `SELECT spider_id AS id, sum(80 + octet_length(draft_steps.text)) AS weight FROM draft_steps
      JOIN drafts ON drafts.id = draft_id GROUP BY spider_id`,
  },
};
