import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, statfsSync } from 'node:fs';

/** The system calls that tell where a folder is. */
export interface MountSystem {
  platform: NodeJS.Platform;
  /** Resolves links in a path; on Windows also a drive letter that stands for a share. */
  realPath: (folder: string) => string;
  /** Returns the system's number for the file system type of a folder. */
  fileSystemNumber: (folder: string) => number;
  /** Lists the mounts in the platform's format: /proc/self/mountinfo on Linux, the output of `mount` on macOS. */
  mounts: () => string;
}

const thisSystem: MountSystem = {
  platform: process.platform,
  realPath: realpathSync.native,
  fileSystemNumber: (folder) => statfsSync(folder).type,
  mounts: () =>
    process.platform === 'linux'
      ? readFileSync('/proc/self/mountinfo', 'utf8')
      : spawnSync('/sbin/mount', { encoding: 'utf8', timeout: 5000 }).stdout,
};

/** File system types that other computers may write to at the same time, as Linux and macOS name them. */
const sharedTypes =
  /^(?:nfs4?|cifs|smb3|smbfs|afpfs|afs|ncpfs|ncp|ceph|lustre|beegfs|gpfs|davfs|webdav|vboxsf|vmhgfs|fuse\.(?:sshfs|rclone|glusterfs|ceph|davfs2?|s3fs|vmhgfs-fuse))$/;

/**
 * Returns the network share that a folder is on.
 * @returns for example `\
 *
 * as\share` or `nas:/export`; null for a local disk, or if unknown
 */
export function shareOf(folder: string, system: MountSystem = thisSystem): string | null {
  try {
    const place = system.realPath(folder);
    if (system.platform === 'win32') return shareOfWindowsPath(place);
    if (system.platform !== 'darwin') return sharedMount(place, linuxMounts(system.mounts()));
    // Starting a program takes milliseconds, and most folders are on the system disk.
    if (system.fileSystemNumber(place) === system.fileSystemNumber('/')) return null;
    return sharedMount(place, macMounts(system.mounts()));
  } catch {
    return null;
  }
}

/** Matches `\\server\share\…`, also with the prefix for long paths. Drives and devices have no server. */
function shareOfWindowsPath(path: string): string | null {
  const plain = path.replace(/^[\\/]{2}\?[\\/]UNC[\\/]/i, '\\\\');
  const [, server, share] = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/.exec(plain) ?? [];
  if (server === undefined || share === undefined || server === '?' || server === '.') return null;
  return `\\\\${server}\\${share}`;
}

interface Mount {
  at: string;
  type: string;
  source: string;
}

/** Returns the mount that contains a path: the deepest one, and the last of those at the same place. */
function sharedMount(path: string, mounts: readonly Mount[]): string | null {
  let found: Mount | null = null;
  for (const mount of mounts) {
    const isAbove = path === mount.at || path.startsWith(mount.at.endsWith('/') ? mount.at : `${mount.at}/`);
    if (isAbove && mount.at.length >= (found?.at.length ?? 0)) found = mount;
  }
  return found !== null && sharedTypes.test(found.type) ? found.source : null;
}

/** Parses /proc/self/mountinfo, see proc_pid_mountinfo(5): the fields after " - " are the type and the source. */
function linuxMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ', 2);
    const at = before.split(' ')[4];
    const [type, source] = after.split(' ');
    return at === undefined || type === undefined || source === undefined
      ? []
      : [{ at: unescaped(at), type, source: unescaped(source) }];
  });
}

/** Decodes spaces and the like, which are written as three octal digits. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** Parses lines such as `//zoe@nas/share on /Volumes/share (smbfs, nodev, nosuid, mounted by zoe)`. User names are left out. */
function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, source, at, type] = /^(.*?) on (\/.*) \(([a-z0-9]+)[,)]/.exec(line) ?? [];
    return source === undefined || at === undefined || type === undefined
      ? []
      : [{ at, type, source: source.replace(/^\/\/[^/]*@/, '//') }];
  });
}
