/** Columns that items of a dataset have beside those of every item, in the order of exports. */
export const datasetColumns = ['first_seen', 'last_seen', 'changed_at', 'seen_in', 'copies', 'gone'] as const;

/** Name of a column of datasets. */
export type DatasetColumnName = (typeof datasetColumns)[number];

/** The run of a source that means the dataset of its spider: the newest item of each key over all runs. */
export const datasetRun = 'dataset';

const names = new Set<string>(datasetColumns);

/** Whether items of a dataset have a column of this name. */
export function isDatasetColumnName(name: string): name is DatasetColumnName {
  return names.has(name);
}
