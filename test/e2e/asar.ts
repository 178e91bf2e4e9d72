import { readFileSync } from 'node:fs';

interface Entry {
  files?: Record<string, Entry>;
  size?: number;
  offset?: string;
}

/** What is in an archive of Electron: 16 bytes, of which the last four are the length of the index, the index, the files. */
export function readArchive(file: string) {
  const bytes = readFileSync(file);
  const begin = 8 + bytes.readUInt32LE(4);
  const index = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Entry;
  const files = new Map<string, Entry>();
  const walk = ({ files: entries = {} }: Entry, path: string): void => {
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.files === undefined) files.set(`${path}${name}`, entry);
      else walk(entry, `${path}${name}/`);
    }
  };
  walk(index, '');
  return {
    names: [...files.keys()],
    read(name: string): Buffer {
      const { offset = '0', size = 0 } = files.get(name) ?? {};
      return bytes.subarray(begin + Number(offset), begin + Number(offset) + size);
    },
  };
}
