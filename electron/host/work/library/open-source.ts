import { folderSource } from '../../../library/sources/folder.ts';
import { gitSource } from '../../../library/sources/git.ts';
import { urlSource } from '../../../library/sources/static-url.ts';
import type { RegistrySource } from '../../../library/source.ts';
import { version } from '../../version.ts';
import { openSystemRoutes } from '../system-proxy.ts';
import { registryFolder } from './kept-index.ts';
import type { ConfiguredRegistry } from './registry-file.ts';

/** What reading a registry needs. */
export interface SourceOptions {
  dataDir: string;
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
}

/** Opens the place of a registry; nothing is read yet. */
export function openSource(
  { name, kind, location, allowPrivate }: ConfiguredRegistry,
  { dataDir, proxyChannel }: SourceOptions,
): RegistrySource {
  switch (kind) {
    case 'folder':
      return folderSource(location);
    case 'git':
      return gitSource(location, { folder: registryFolder(dataDir, name), allowPrivate });
    case 'url':
      return urlSource(location, {
        allowPrivate,
        userAgent: `Spider Studio/${version}`,
        system: () => openSystemRoutes({ dataDir }, proxyChannel, () => undefined),
      });
    default:
      return kind satisfies never;
  }
}
