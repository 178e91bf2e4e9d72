import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { files } from '../../system/files.ts';
import { toHostError } from '../errors.ts';

/** Reads a JSON file. @returns null: there is none; undefined: it is not JSON @throws HostError */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw toHostError(error);
  }
}

/** Replaces a JSON file atomically. Only its owner may read it. @throws HostError */
export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    files.remove(draft);
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    files.replace(draft, file);
  } catch (error) {
    files.remove(draft);
    throw toHostError(error);
  }
}
