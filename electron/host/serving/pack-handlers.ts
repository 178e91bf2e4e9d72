import type { PackSource, PackTest } from '../../../shared/contract/types.ts';
import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { OpenedPack } from '../work/packs/open-pack.ts';
import type { Tester } from '../work/tester/tester.ts';
import { version } from '../version.ts';
import type { Uploads } from './uploads.ts';

/** Services behind the calls about packs. */
interface PackServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  tester: Pick<Tester, 'judge'>;
  uploads: Pick<Uploads, 'take'>;
}

type PackHandlers = { readonly [N in Extract<WorkCallName, `packs.${string}`>]: Handler<N> };

/** Handlers of the calls about spider packs. What reads and writes archives is loaded by the first of them. */
export function createPackHandlers({ database, tester, uploads }: PackServices): PackHandlers {
  const bytesOf = (source: PackSource): { name: string; body: Uint8Array } => {
    if (source.kind === 'upload') return uploads.take(source.upload);
    return { name: source.name, body: Buffer.from(source.data, 'base64') };
  };

  async function open(source: PackSource, name: string | undefined): Promise<OpenedPack> {
    const file = bytesOf(source);
    const { openPack } = await import('../work/packs/open-pack.ts');
    return openPack(file.body, `"${file.name}"`, name ?? null);
  }

  return {
    'packs.create': async ({ project, spider, versions, items, author = null, licence = null }) => {
      const { writePack, sha256 } = await import('../../packs/pack-file.ts');
      const { packProblem } = await import('../work/packs/open-pack.ts');
      const stored = await database.ask('slow', 'packedSpider', { project, spider, versions, items });
      const about = { name: spider, version: stored.spider.number, author, licence, kinds: [] };
      const pack = { ...about, ...stored, application: version };
      const file = await writePack(pack).catch((error: unknown) => {
        throw packProblem(error, `"${spider}"`);
      });
      return {
        file: `${spider}.spiderpack`,
        name: spider,
        version: pack.version,
        bytes: file.length,
        sha256: sha256(file),
        versions: stored.earlier.length + 1,
        pages: stored.pages.length,
        locked: stored.pages.reduce((sum, { locked }) => sum + locked.length, 0),
        items: stored.items?.count ?? null,
        data: file.toString('base64'),
      };
    },
    'packs.inspect': async ({ source, project, name }, { signal }) => {
      const opened = await open(source, name);
      const { newPack, previewOf } = await import('../work/packs/open-pack.ts');
      const pack = newPack(opened, project);
      const stores = await database.ask('write', 'storePack', { pack, dryRun: true });
      const test = await judged(tester, opened, signal);
      return previewOf(opened, test, { spider: pack.name, project, ...stores });
    },
    'packs.import': async ({ source, project, name }) => {
      const opened = await open(source, name);
      const { newPack } = await import('../work/packs/open-pack.ts');
      const { checkedSpider } = await import('../data/checked-spider.ts');
      const pack = newPack(opened, project);
      const { problems } = checkedSpider(opened.text, 'The spider of the pack');
      const stored = await database.ask('write', 'storePack', { pack, dryRun: false });
      return { project, spider: pack.name, ...stored, problems };
    },
  };
}

/** What the spider takes from the pages of its pack. Pages that take too long are a problem of the pack, and told. */
async function judged(
  tester: Pick<Tester, 'judge'>,
  { text, pack: { pages } }: OpenedPack,
  signal: AbortSignal,
): Promise<PackTest> {
  try {
    return await tester.judge({ text, pages }, signal);
  } catch (error) {
    if (!(error instanceof HostError) || error.code === 'cancelled') throw error;
    const nothing = { passed: false, locked: 0, failed: [], columns: [], rows: [] };
    return { ...nothing, problem: error.message };
  }
}
