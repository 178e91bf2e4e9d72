import type { LocalDatabase } from '../database/local-database.ts';
import { createLocalExports } from '../work/export/local-exports.ts';
import { createExportHandlers } from './export-handlers.ts';

/** Handlers of the calls that write items out, on the calling thread. */
export interface LocalExportWork {
  readonly handlers: ReturnType<typeof createExportHandlers>;
  close(): Promise<void>;
}

/** Creates them without what crawls need: loading that would be a fifth of the memory of an export. */
export function openLocalExportWork(dataDir: string, database: LocalDatabase): LocalExportWork {
  const exports = createLocalExports(() => database.reading());
  return { handlers: createExportHandlers({ database, exports, dataDir }), close: () => exports.close() };
}
