import { flattenWays, type PathChoice } from '../../shared/export-formats.ts';
import { UsageError } from './output.ts';

/** What the options say about nested values. */
export interface FlattenOptions {
  flatten: PathChoice[];
  /** The list whose entries have a row each; null: none. */
  rows: string | null;
}

const ways = [...flattenWays, 'rows'];

/** Reads `PATH=HOW` of several options; `join:` is followed by what stands between the entries. @throws UsageError */
export function readFlatten(texts: readonly string[]): FlattenOptions {
  const flatten: PathChoice[] = [];
  let rows: string | null = null;
  for (const text of texts) {
    const [, path = '', how = ''] = /^(.+?)=([^=].*)$/su.exec(text) ?? [];
    const [name, ...separators] = how.split(':');
    const as = flattenWays.find((way) => way === name);
    const separator = separators.join(':');
    const isSound = separators.length === 0 || (as === 'join' && separator !== '');
    if (path !== '' && name === 'rows' && separators.length === 0) {
      if (rows !== null && rows !== path)
        throw new UsageError(`Rows are the entries of ${rows} or of ${path}, not of both.`);
      rows = path;
    } else if (path !== '' && as !== undefined && isSound) {
      flatten.push({ path, as, ...(separator === '' ? {} : { separator }) });
    } else {
      throw new UsageError(
        `--flatten "${text}" cannot be read.`,
        `Write the path, "=" and one of ${ways.join(', ')}, as reviews=table or tags=join:|.`,
      );
    }
  }
  return { flatten, rows };
}
