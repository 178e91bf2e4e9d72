import { describe, expect, it } from 'vitest';
import { shareOf, type MountSystem } from '../../../electron/system/network-folder.ts';

const mountinfo = `22 28 0:20 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw
28 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro
61 28 0:52 / /mnt/nas rw,relatime shared:99 - nfs4 nas:/export/data rw,vers=4.2,rsize=1048576,addr=10.0.0.9
62 28 0:53 / /mnt/Meine\\040Daten rw,relatime shared:100 - cifs //nas/zoe rw,vers=3.1.1,username=zoe
63 61 8:1 / /mnt/nas/local rw,relatime shared:101 - ext4 /dev/sda1 rw
64 28 0:54 / /home/zoe/remote rw,nosuid shared:102 - fuse.sshfs zoe@host:/srv rw,user_id=1000
65 28 0:55 / /auto rw,relatime shared:103 - autofs systemd-1 rw,fd=54
66 65 0:56 / /auto rw,relatime shared:104 - nfs nas:/auto rw
67 28 0:57 / /mnt/c rw,noatime - 9p C:\\134 rw,dirsync,aname=drvfs`;

const mounted = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect, root data)
//zoe:geheim@nas._smb._tcp.local/Daten on /Volumes/Daten (smbfs, nodev, nosuid, mounted by zoe)
nas:/export on /Volumes/My Export (x) (nfs, nodev, nosuid, mounted by zoe)
//nas/Time on /Volumes/Time (afpfs)
/dev/disk5s1 on /Volumes/USB (exfat, local, nodev, nosuid, noowners)`;

const linux: Partial<MountSystem> = { platform: 'linux', mounts: () => mountinfo };
const mac: Partial<MountSystem> = {
  platform: 'darwin',
  mounts: () => mounted,
  fileSystemNumber: (folder) => (folder.startsWith('/Volumes') ? 28 : 26),
};
const windows: Partial<MountSystem> = {
  platform: 'win32',
  realPath: (folder) => folder.replace(/^Z:/, '\\\\nas\\zoe').replace(/^Y:/, 'C:\\Users\\Zoë'),
};

const asked = (folder: string, changes: Partial<MountSystem>): string | null =>
  shareOf(folder, {
    platform: 'linux',
    realPath: (path) => path,
    fileSystemNumber: () => 1,
    mounts: () => '',
    ...changes,
  });

describe('the share that a folder is on', () => {
  it.each([
    ['a share', windows, '\\\\nas\\share', '\\\\nas\\share'],
    ['a folder of a share', windows, '\\\\nas\\share\\a\\b', '\\\\nas\\share'],
    ['a share with slashes', windows, '//nas/share/a', '\\\\nas\\share'],
    ['a long path on a share', windows, '\\\\?\\UNC\\nas\\share\\a', '\\\\nas\\share'],
    ['a drive that stands for a share', windows, 'Z:\\data', '\\\\nas\\zoe'],
    ['a drive that stands for a folder', windows, 'Y:\\data', null],
    ['a drive', windows, 'C:\\Users\\Zoë', null],
    ['a long path', windows, '\\\\?\\C:\\Users', null],
    ['a volume', windows, '\\\\?\\Volume{4c1b02c1-d990-11dc-99ae-806e6f6e6963}\\data', null],
    ['a device', windows, '\\\\.\\C:\\data', null],
    ['NFS', linux, '/mnt/nas/data', 'nas:/export/data'],
    ['the place where NFS begins', linux, '/mnt/nas', 'nas:/export/data'],
    ['a folder beside it', linux, '/mnt/nashorn', null],
    ['a disk below NFS', linux, '/mnt/nas/local/data', null],
    ['SMB, with a space in its place', linux, '/mnt/Meine Daten/x', '//nas/zoe'],
    ['sshfs', linux, '/home/zoe/remote/x', 'zoe@host:/srv'],
    ['a share over an automatic mount', linux, '/auto/x', 'nas:/auto'],
    ['a disk', linux, '/home/zoe', null],
    ['a drive of Windows in WSL', linux, '/mnt/c/data', null],
    ['SMB, without user and password', mac, '/Volumes/Daten/x', '//nas._smb._tcp.local/Daten'],
    ['NFS with parentheses', mac, '/Volumes/My Export (x)/y', 'nas:/export'],
    ['AFP', mac, '/Volumes/Time', '//nas/Time'],
    ['a stick', mac, '/Volumes/USB/x', null],
    ['the disk of the Mac', mac, '/Users/zoe', null],
  ])('%s', (_, system, folder, share) => {
    expect(asked(folder, system)).toBe(share);
  });

  it('is not asked of another program on the disk of the Mac', () => {
    const mounts = (): string => {
      throw new Error('It was asked.');
    };
    expect(asked('/Users/zoe', { ...mac, mounts })).toBe(null);
  });

  it.each(['linux', 'darwin', 'win32'] as const)('is none where it cannot be told on %s', (platform) => {
    const realPath = (): string => {
      throw new Error('ENOENT');
    };
    expect(asked('/gone', { platform, realPath })).toBe(null);
  });

  it('is none for the folder of this test', () => {
    expect(shareOf(import.meta.dirname)).toBe(null);
  });
});
