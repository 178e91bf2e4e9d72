// DuckDB's own export of what it has read from a file of JSON lines: `exports-rival.ts FORMAT FILE LINES`.
import { askDuckdb } from '../test/electron/export/duckdb.ts';

const options = new Map([
  ['csv', 'FORMAT csv, HEADER'],
  ['json', 'FORMAT json'],
  ['parquet', 'FORMAT parquet'],
]);
const [format = '', file = '', lines = ''] = process.argv.slice(2);
const option = options.get(format);
if (option === undefined) throw new Error(`DuckDB is not asked for ${format}.`);
await askDuckdb(`COPY (SELECT * FROM read_json('${lines}')) TO '${file}' (${option})`);
