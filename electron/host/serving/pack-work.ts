import type { CallValue } from '../../../shared/contract/index.ts';
import type { PackPreview, PackTest } from '../../../shared/contract/types.ts';
import type { PackedSpider } from '../data/pack-internal.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { JudgedPages } from '../work/packs/judge-pack.ts';
import type { LibrarySource, OpenedPack } from '../work/packs/open-pack.ts';
import type { Tester } from '../work/tester/tester.ts';
import { version as applicationVersion } from '../version.ts';

/** Services behind what is done with packs. */
export interface PackServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  tester: Pick<Tester, 'judge'>;
}

/** The bytes of a pack, and how messages name it. */
export interface PackFile {
  name: string;
  body: Uint8Array;
}

/** Where the spider of a pack goes. `name` left out: under the name in its text. */
export interface PackTarget {
  project: string;
  name?: string | undefined;
}

/** What is done with packs. What reads and writes archives is loaded when it is first needed. */
export interface PackWork {
  /** What the store has of a spider for a pack. */
  stored(of: {
    project: string;
    spider: string;
    versions: 'newest' | 'all';
    items: boolean;
  }): Promise<PackedSpider>;
  /** The bytes of a pack. @throws HostError `bad-pack` */
  write(stored: PackedSpider, about: PackAbout): Promise<Buffer>;
  open(file: PackFile, name: string | undefined): Promise<OpenedPack>;
  inspect(file: PackFile, target: PackTarget, signal: AbortSignal): Promise<PackPreview>;
  /** @param from where in the library it came from; left out: from a file */
  import(file: PackFile, target: PackTarget, from?: LibrarySource): Promise<CallValue<'packs.import'>>;
  /** What a spider takes from pages. Pages that take too long are a problem of the pack, and told. */
  judge(judged: JudgedPages, signal: AbortSignal): Promise<PackTest>;
}

/** Facts of a pack that are not in the store. */
export interface PackAbout {
  name: string;
  version: number;
  author: string | null;
  licence: string | null;
  /** Kinds of sites. */
  kinds: readonly string[];
}

export function createPackWork({ database, tester }: PackServices): PackWork {
  async function open({ name, body }: PackFile, spider: string | undefined): Promise<OpenedPack> {
    const { openPack } = await import('../work/packs/open-pack.ts');
    return openPack(body, `"${name}"`, spider ?? null);
  }

  async function judge(judged: JudgedPages, signal: AbortSignal): Promise<PackTest> {
    try {
      return await tester.judge(judged, signal);
    } catch (error) {
      if (!(error instanceof HostError) || error.code === 'cancelled') throw error;
      const nothing = { passed: false, locked: 0, failed: [], columns: [], rows: [] };
      return { ...nothing, problem: error.message };
    }
  }

  return {
    stored: (of) => database.ask('slow', 'packedSpider', of),
    async write(stored, about) {
      const { writePack } = await import('../../packs/pack-file.ts');
      const { packProblem } = await import('../work/packs/open-pack.ts');
      const pack = { ...stored, ...about, application: applicationVersion };
      return writePack(pack).catch((error: unknown) => {
        throw packProblem(error, `"${about.name}"`);
      });
    },
    open,
    judge,
    async inspect(file, { project, name }, signal) {
      const opened = await open(file, name);
      const { newPack, previewOf } = await import('../work/packs/open-pack.ts');
      const pack = newPack(opened, project);
      const stores = await database.ask('write', 'storePack', { pack, dryRun: true });
      const test = await judge({ text: opened.text, pages: opened.pack.pages }, signal);
      return previewOf(opened, test, { spider: pack.name, project, ...stores });
    },
    async import(file, { project, name }, from) {
      const opened = await open(file, name);
      const { newPack } = await import('../work/packs/open-pack.ts');
      const { checkedSpider } = await import('../data/checked-spider.ts');
      const pack = newPack(opened, project, from);
      const { problems } = checkedSpider(opened.text, 'The spider of the pack');
      const stored = await database.ask('write', 'storePack', { pack, dryRun: false });
      return { project, spider: pack.name, ...stored, problems };
    },
  };
}
