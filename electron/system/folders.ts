import { existsSync, mkdirSync, statSync } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';

/** The drive or the share that a path begins with is not there. */
export class MissingRootError extends Error {
  readonly root: string;

  constructor(root: string) {
    super(`${nameOfRoot(root)} is not there, or cannot be reached.`);
    this.name = 'MissingRootError';
    this.root = root;
  }
}

/** The file system, and how paths are written on it. */
export interface FolderSystem {
  path: Pick<PlatformPath, 'dirname'>;
  exists: (path: string) => boolean;
  make: (folder: string) => void;
}

const thisSystem: FolderSystem = {
  path: nodePath,
  exists: existsSync,
  make(folder) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have been faster.
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  },
};

/**
 * Makes a folder, and those above it that are missing, for the owner only. One at a time: making them all at once never
 * returns where the system refuses to make folders, as below /proc.
 * @throws MissingRootError where there is no such drive or share; else what the file system throws
 */
export function createFolder(folder: string, { path, exists, make }: FolderSystem = thisSystem): void {
  const missing: string[] = [];
  for (let place = folder; !exists(place); place = path.dirname(place)) {
    // What is its own parent has nothing above it.
    if (path.dirname(place) === place) throw new MissingRootError(place);
    missing.unshift(place);
  }
  for (const place of missing) make(place);
}

function nameOfRoot(root: string): string {
  if (/^[\\/]{2}[?.][\\/]/.test(root)) return `The volume "${root}"`;
  if (/^[\\/]{2}/.test(root)) return `The network share "${root}"`;
  return /^[a-z]:/i.test(root) ? `The drive "${root}"` : `The folder "${root}"`;
}
