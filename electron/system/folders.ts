import { existsSync, mkdirSync, statSync } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';

/** The drive or share at the start of a path does not exist. */
export class MissingRootError extends Error {
  readonly root: string;

  constructor(root: string) {
    super(`${nameOfRoot(root)} is not there, or cannot be reached.`);
    this.name = 'MissingRootError';
    this.root = root;
  }
}

/** The file system and its path rules. */
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
      // Another process may have created it first.
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  },
};

/**
 * Creates a folder and its missing parents, for the owner only. Parents are created one at a time: a recursive call never returns
 * where the system refuses folders, as below /proc.
 * @throws MissingRootError if the drive or share does not exist, else the file system's error
 */
export function createFolder(folder: string, { path, exists, make }: FolderSystem = thisSystem): void {
  const missing: string[] = [];
  for (let place = folder; !exists(place); place = path.dirname(place)) {
    // A folder that is its own parent is the root.
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
