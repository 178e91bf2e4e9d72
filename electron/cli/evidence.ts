import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallValue } from '../../shared/contract/index.ts';
import { HostError } from '../host/errors.ts';
import { systemProblem } from '../system/errors.ts';
import type { Context } from './command.ts';
import { count } from './output.ts';

/** The files of a bundle of evidence as they were written. */
export interface WrittenEvidence {
  /** The folder, or the archive. */
  path: string;
  files: { name: string; bytes: number; sha256: string }[];
  /** Why there is no picture; null: there is one. */
  noPicture: string | null;
}

type Files = CallValue<'results.evidence'>['files'];

/**
 * Writes the evidence for an item: into one archive where the path ends with ".zip", else into a folder that is new or empty.
 * @throws HostError `exists`
 */
export async function writeEvidence(
  { ask, options }: Pick<Context, 'ask' | 'options'>,
  item: string,
  path: string,
): Promise<WrittenEvidence> {
  const zipped = path.toLowerCase().endsWith('.zip');
  const force = options.flag('force');
  if (!zipped) await requireNewFolder(path);
  const column = options.text('field');
  const { files, noPicture } = await ask('results.evidence', {
    item,
    zipped,
    ...(column === null ? {} : { column }),
  });
  await (zipped ? writeArchive(path, files, force) : writeFolder(path, files));
  return { path, files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })), noPicture };
}

async function requireNewFolder(path: string): Promise<void> {
  const there = await readdir(path).catch(() => null);
  if (there === null || there.length === 0) return;
  throw new HostError('exists', `The folder "${path}" is not empty.`, 'Choose a new folder.');
}

async function writeArchive(path: string, [archive]: Files, force: boolean): Promise<void> {
  try {
    await writeFile(path, Buffer.from(archive?.data ?? '', 'base64'), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (systemProblem(error) !== 'exists') throw error;
    throw new HostError('exists', `"${path}" exists already.`, 'Choose another name, or add --force.');
  }
}

async function writeFolder(path: string, files: Files): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const { name, data } of files) {
    await writeFile(join(path, name), Buffer.from(data, 'base64'), { flag: 'wx' });
  }
}

/** Tells what was written. */
export function describeEvidence({ path, files, noPicture }: WrittenEvidence): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const told = `Wrote ${count(files.length, 'file')}, ${count(bytes, 'byte')}, to ${path}.`;
  return noPicture === null ? told : `${told}\nThere is no picture: ${noPicture}`;
}
