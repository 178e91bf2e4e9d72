import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserStatus } from '../../../../shared/contract/types.ts';
import type { SystemRoots } from '../../../system/certificates.ts';
import { freeBytesOf, type FreeBytes } from '../../../system/disk-room.ts';
import { createFolder } from '../../../system/folders.ts';
import type { Network } from '../../../system/network.ts';
import type { SecretStore } from '../../../system/secret-store.ts';
import { toHostError } from '../../errors.ts';
import { version } from '../../version.ts';
import { folderWarning } from '../../workspace/folder-warning.ts';
import { browserAdvice } from '../browser.ts';
import { listSecrets } from '../secrets.ts';
import { attention, broken, good, type Found } from './finding.ts';
import { dataPath } from '../../data-folder-entries.ts';

/** Free bytes below which a crawl soon fails. */
const tooLittleBytes = 200e6;
/** Free bytes below which a long crawl may fill the disk: 100,000 stored pages of 20 kB. */
const littleBytes = 2e9;

/** The version of the application and of what runs it. */
export function checkProgram({
  versions,
  platform,
  arch,
}: Pick<NodeJS.Process, 'versions' | 'platform' | 'arch'>): Found {
  const { node, electron } = versions;
  const shell = electron === undefined ? '' : `Electron ${electron} with `;
  return good(`Spider Studio ${version} runs on ${shell}Node.js ${node} (${platform}, ${arch}).`);
}

/** Whether the data folder can be written to, and whether its place is safe. It is created where needed. */
export function checkFolder(dataDir: string, warn: (folder: string) => string | null = folderWarning): Found {
  try {
    createFolder(dataDir);
    const scratch = mkdtempSync(dataPath(dataDir, 'check-'));
    try {
      writeFileSync(join(scratch, 'file'), 'x');
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  } catch (error) {
    const { message, hint, action } = toHostError(error);
    const advice = hint ?? 'Give the folder to the user who runs Spider Studio, or name another one.';
    return broken(`The data folder "${dataDir}" cannot be written to. ${message}`, { hint: advice, action });
  }
  const warning = warn(dataDir);
  if (warning !== null) return attention(warning, null);
  return good(`The data folder is "${dataDir}".`);
}

/** Whether the disks of the data folder and of temporary files have room. */
export function checkDisk(dataDir: string, free?: FreeBytes): Found {
  const places = [
    { name: 'the data folder', bytes: freeBytesOf(dataDir, free) },
    { name: 'temporary files', bytes: freeBytesOf(tmpdir(), free) },
  ].flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  if (places.length === 0)
    return attention(
      'How much room the disk has cannot be read.',
      'Look at it with the tools of the system.',
    );
  const found = places.map(({ name, bytes }) => `${size(bytes)} are free for ${name}`).join(', ');
  const least = Math.min(...places.map(({ bytes }) => bytes));
  const sentence = `${found}.`;
  const room = 'Make room: delete runs that nobody needs, or files of other programs.';
  if (least < tooLittleBytes) return broken(sentence, room);
  return least < littleBytes ? attention(sentence, room) : good(sentence);
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Whether a browser renders pages. Crawls without `browser` do not need one. */
export function checkRendering({ name, version: found, sandbox, problem, hint }: BrowserStatus): Found {
  if (found === null)
    return attention(
      `${problem ?? 'There is no browser.'} Spiders that render pages do not work; all others do.`,
      problem === null ? hint : browserAdvice(),
    );
  const title = `${name ?? 'A browser'} ${found} renders pages.`;
  return sandbox === false
    ? attention(
        `${title} It runs without its sandbox, because you are root.`,
        'Use another user to crawl sites that you do not trust.',
      )
    : good(title);
}

/** Whether there is a way to the internet, and to a site if one is given. Only that site is contacted. */
export async function checkNetwork(network: Network, site: URL | null): Promise<Found> {
  const name = site === null ? null : site.host;
  if (!(await network.hasRoute(null)))
    return broken('This computer has no route to the internet.', 'Connect it to a network.');
  if (site === null || name === null) return good('There is a route to the internet. Nothing was sent.');
  const reached = await network.reach(site);
  if (reached === 'reached') return good(`${name} accepts connections.`);
  return reached === 'nameless'
    ? broken(
        `The name ${name} cannot be resolved.`,
        'Check its spelling, and the name server of this computer.',
      )
    : broken(
        `${name} cannot be reached directly.`,
        'The site may be down, or a firewall may be in the way. If this network needs a proxy, let Spider Studio use that of the system.',
      );
}

/** Whether the certificates that the system trusts can be read. They are read only where a site needs them. */
export function checkCertificates(roots: SystemRoots): Found {
  roots.trust();
  return roots.problem === null
    ? good('The certificates that this system trusts can be read.')
    : attention(
        `The certificates that this system trusts cannot be read: ${roots.problem}`,
        'Sites with certificates of your organization may be refused. Name their file in NODE_EXTRA_CA_CERTS.',
      );
}

/** Whether the keychain answers. @param isNeeded whether something refers to a secret in it */
export async function checkKeychain(store: SecretStore | null, isNeeded: boolean): Promise<Found> {
  try {
    const secrets = await listSecrets(store);
    return good(`The keychain answers; it holds ${secrets.length} of our secrets.`);
  } catch (error) {
    const { message, hint } = toHostError(error);
    const found = `The keychain cannot be used. ${message}`;
    const instead = [hint, 'Or put secrets into the environment.'].filter((part) => part !== null).join(' ');
    return isNeeded
      ? broken(`${found} Something refers to a secret in it.`, instead)
      : attention(found, instead);
  }
}
