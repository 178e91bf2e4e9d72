import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { call, callProcess, type CallOptions } from './call.ts';

/** A scratch folder that goes away with the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A data folder of its own for one test, with a short way to call the command line on it.
 * @param where calls run: in a process of their own where that is tested, else in that of the test wherever it makes no difference
 */
export function studio(where: 'process' | 'anywhere' = 'anywhere') {
  const folder = scratchFolder();
  const data = join(folder, 'data');
  return {
    folder,
    data,
    /** Writes a file into the scratch folder and gives its path. */
    file: (name: string, content: string | Uint8Array | object): string => {
      const path = join(folder, name);
      writeFileSync(
        path,
        typeof content === 'string' || content instanceof Uint8Array
          ? content
          : JSON.stringify(content, null, 2),
      );
      return path;
    },
    call: (args: readonly string[], options: CallOptions = {}) =>
      (where === 'process' ? callProcess : call)(args, {
        ...options,
        env: { SPIDER_STUDIO_HOME: data, ...options.env },
      }),
  };
}
