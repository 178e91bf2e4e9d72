import { readFileSync, statSync } from 'node:fs';
import { PostgresError } from './errors.ts';

/** Permissions of a file by which others than its owner read or write it. */
const othersMode = 0o077;

/**
 * Reads the password of a database from the first line of a file. Windows keeps who may read a file elsewhere, so there it is not asked.
 * @throws PostgresError `usage`: others may read it, or it is empty; `missing`
 */
export function readPasswordFile(file: string, platform: NodeJS.Platform = process.platform): string {
  const [text, mode] = contentOf(file);
  if (platform !== 'win32' && (mode & othersMode) !== 0)
    throw new PostgresError(
      'usage',
      `Others on this computer may read the file with the password, "${file}".`,
      `Let only its owner read it: chmod 600 "${file}".`,
    );
  const [password = ''] = text.split(/\r?\n/);
  if (password === '')
    throw new PostgresError(
      'usage',
      `The file with the password, "${file}", has none in its first line.`,
      'Write the password into the first line.',
    );
  return password;
}

function contentOf(file: string): [text: string, mode: number] {
  try {
    return [readFileSync(file, 'utf8'), statSync(file).mode];
  } catch (error) {
    throw new PostgresError(
      'missing',
      `The file with the password of the database cannot be read: "${file}".`,
      'Correct --database-password-file, or the permissions of the file.',
      error,
    );
  }
}
