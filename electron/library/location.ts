import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** How a registry is read. */
export type RegistryKind = 'folder' | 'git' | 'url';

/** Where a registry is. */
export interface RegistryPlace {
  kind: RegistryKind;
  /** An absolute path, a URL, or what git accepts as a repository with `#BRANCH` behind it where one is named. */
  location: string;
}

/** `user@host:path`, as SSH names a repository. A drive of Windows is one letter, and so no host. */
const scpLike = /^(?:\w[\w.-]*@)?[A-Za-z0-9][\w.-]+:(?!\/\/)[^\\]/;
const remoteGit = /^(?:ssh|git):\/\//i;

/**
 * Tells what a location is, as a person writes it: a URL that ends with `.git`, or an address of SSH, is a Git repository; another
 * URL has the files; everything else is a path, of a bare repository or of a folder.
 * @param kind as a person says it; null: as it looks
 */
export function readLocation(text: string, kind: RegistryKind | null): RegistryPlace {
  const location = text.trim();
  const [address = ''] = location.split('#');
  const isWeb = /^https?:\/\//i.test(address);
  const isRemote = isWeb || remoteGit.test(address) || (scpLike.test(address) && !existsSync(address));
  const looks = isWeb && !/\.git\/?$/i.test(address) ? 'url' : isRemote || isBare(address) ? 'git' : 'folder';
  const chosen = kind ?? looks;
  if (isRemote) return { kind: chosen, location };
  if (chosen === 'git') {
    const branch = location.slice(address.length);
    return { kind: chosen, location: `${address.startsWith('file:') ? address : resolve(address)}${branch}` };
  }
  return { kind: chosen, location: resolve(location) };
}

/** Whether a path is that of a bare repository. */
function isBare(path: string): boolean {
  return (
    path.startsWith('file://') || ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name)))
  );
}

/** Whether it names something on this computer, which only callers that may use paths can name. */
export function isLocal({ kind, location }: RegistryPlace): boolean {
  if (kind === 'folder') return true;
  return kind === 'git' && !/^(?:https?|ssh|git):\/\//i.test(location) && !scpLike.test(location);
}
