import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Names of the files below a folder that contain a text, compressed or not. */
export function holders(folder: string, text: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
      return bytes.includes(text) || plain.includes(text);
    })
    .map(({ name }) => name)
    .sort();
}

/** The processes of this computer with their command lines; where the system does not show them, none. */
export function processes(): { id: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      return [{ id: Number(id), command: readFileSync(`/proc/${id}/cmdline`, 'utf8') }];
    } catch {
      // It has ended.
      return [];
    }
  });
}

/** Command lines of processes that contain a text. */
export const processesThatTell = (text: string): string[] =>
  processes().flatMap(({ command }) => (command.includes(text) ? [command] : []));
