import type { PackSource } from '../../../shared/contract/types.ts';
import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { PackFile, PackWork } from './pack-work.ts';
import type { Uploads } from './uploads.ts';

type PackHandlers = { readonly [N in Extract<WorkCallName, `packs.${string}`>]: Handler<N> };

/** Handlers of the calls about spider packs. */
export function createPackHandlers({
  packs,
  uploads,
}: {
  packs: PackWork;
  uploads: Pick<Uploads, 'take'>;
}): PackHandlers {
  const fileOf = (source: PackSource): PackFile => {
    if (source.kind === 'upload') return uploads.take(source.upload);
    return { name: source.name, body: Buffer.from(source.data, 'base64') };
  };

  return {
    'packs.create': async ({ project, spider, versions, items, author = null, licence = null }) => {
      const { sha256 } = await import('../../packs/pack-file.ts');
      const stored = await packs.stored({ project, spider, versions, items });
      const { number: version } = stored.spider;
      const file = await packs.write(stored, { name: spider, version, author, licence, kinds: [] });
      return {
        file: `${spider}.spiderpack`,
        name: spider,
        version,
        bytes: file.length,
        sha256: sha256(file),
        versions: stored.earlier.length + 1,
        pages: stored.pages.length,
        locked: stored.pages.reduce((sum, { locked }) => sum + locked.length, 0),
        items: stored.items?.count ?? null,
        data: file.toString('base64'),
      };
    },
    'packs.inspect': ({ source, project, name }, { signal }) =>
      packs.inspect(fileOf(source), { project, name }, signal),
    'packs.import': ({ source, project, name }) => packs.import(fileOf(source), { project, name }),
  };
}
