import { createRequire } from 'node:module';
import { duckdbFolder } from '../../../scripts/duckdb.mjs';

/** As much of DuckDB as is used. */
interface DuckDB {
  DuckDBInstance: {
    create(file: string): Promise<{
      connect(): Promise<{
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
        closeSync(): void;
      }>;
      closeSync(): void;
    }>;
  };
}

/** Returns the rows of a query; 64-bit numbers are texts. */
export async function askDuckdb(sql: string): Promise<Record<string, unknown>[]> {
  const { DuckDBInstance } = createRequire(duckdbFolder)('@duckdb/node-api') as DuckDB;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
