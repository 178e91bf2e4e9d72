import { createReadStream, realpathSync, statSync, type ReadStream } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** A file of the built window. */
export interface StaticFile {
  type: string;
  bytes: number;
  /** Whether the name contains a hash of the content, so that it can be cached forever. */
  isHashed: boolean;
  open(): ReadStream;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The file in a folder for the path of a URL; null if there is none, or if links or dots lead out of the folder.
 * @param path as in the request, for example "/assets/index-1.js"
 */
export function staticFile(folder: string, path: string): StaticFile | null {
  const name = decode(path);
  // Backslashes and colons have a meaning on Windows. No file of the window has them, or begins with a dot.
  if (name === null || /[\\:\0]/.test(name) || name.split('/').some((part) => part.startsWith('.')))
    return null;
  const type = types[extname(name).toLowerCase()];
  if (type === undefined) return null;
  try {
    const root = realpathSync(folder);
    const file = realpathSync(join(root, name));
    if (!file.startsWith(root + sep)) return null;
    const entry = statSync(file);
    if (!entry.isFile()) return null;
    const isHashed = name.startsWith('/assets/') && /-[\w-]{8,}\.[a-z0-9]+$/i.test(name);
    return { type, bytes: entry.size, isHashed, open: () => createReadStream(file) };
  } catch {
    return null;
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
