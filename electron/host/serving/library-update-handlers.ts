import type { CallValue } from '../../../shared/contract/index.ts';
import type { LibraryUpdate, UpdatePreview } from '../../../shared/contract/types.ts';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { UpdateCall } from './library-handlers.ts';
import type { OpenedLibrary, TakenVersion } from './opened-library.ts';
import type { PackWork } from './pack-work.ts';

/** Services behind the calls about spiders that were imported. */
interface UpdateServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  packs: PackWork;
  library: OpenedLibrary;
}

interface SpiderRef {
  project: string;
  spider: string;
}

/** An update that was looked at, and what it is made of. */
interface PlannedUpdate {
  preview: UpdatePreview;
  taken: TakenVersion;
}

/** Handlers of the calls about spiders that were imported from the library. */
export function createLibraryUpdateHandlers({ database, packs, library }: UpdateServices): {
  readonly [N in UpdateCall]: Handler<N>;
} {
  async function plan(of: SpiderRef, version: number | null, signal: AbortSignal): Promise<PlannedUpdate> {
    const { planUpdate, updateOf } = await import('../work/library/plan-update.ts');
    const imported = await database.ask('quick', 'libraryImport', of);
    const { registry, name } = imported.from;
    const taken = await library.take({ registry, name, version }, signal);
    const opened = await packs.open(taken.file, of.spider);
    const own = await packs.stored({ ...of, versions: 'newest', items: false });
    const planned = planUpdate(imported, opened, own.pages);
    const test = await packs.judge({ text: opened.text, pages: planned.judged }, signal);
    const { file: _file, ...to } = taken.version;
    const preview = { ...updateOf(imported, [taken.found]), ...planned.told, to, test };
    return { preview, taken };
  }

  return {
    'library.updates': async ({ project, refresh }, { signal }) => {
      const { updateOf } = await import('../work/library/plan-update.ts');
      const imported = await database.ask('quick', 'libraryImports', { project });
      const read = await (await library.open()).read(null, refresh, signal);
      const entries = read.flatMap(({ registry, index }) =>
        (index?.entries ?? []).map((entry) => ({ registry, entry })),
      );
      const spiders = imported
        .filter(({ from }) => from.kind === 'spider')
        .map((each): LibraryUpdate => updateOf(each, entries));
      return { spiders, registries: read.map(({ shown }) => shown) };
    },
    'library.previewUpdate': async ({ version, ...of }, { signal }) =>
      (await plan(of, version, signal)).preview,
    'library.update': async ({ version, replaceEdits, force, ...of }, { signal }) => {
      const { preview, taken } = await plan(of, version, signal);
      if (!preview.same) requireAgreement(preview, { replaceEdits, force });
      const { found, version: to, file } = taken;
      const from = {
        registry: found.registry,
        name: found.entry.name,
        version: to.version,
        sha256: to.sha256,
      };
      const source = { origin: { ...from, kind: found.entry.kind }, notes: to.notes };
      const stored = await packs.import(file, { project: of.project, name: of.spider }, source);
      return { ...stored, from, test: preview.test };
    },
    'library.rollback': async (of): Promise<CallValue<'library.rollback'>> => {
      const { from, ...done } = await database.ask('write', 'undoImport', of);
      const { registry, name, version, sha256 } = from;
      return { ...of, ...done, from: { registry, name, version, sha256 } };
    },
  };
}

/** Refuses what a person has to agree to. @throws HostError `changed-here`, `failing-fixtures` */
function requireAgreement(
  { spider, version, changedHere, changes, test, to, from }: UpdatePreview,
  { replaceEdits, force }: { replaceEdits: boolean; force: boolean },
): void {
  const what = `${from.registry}/${from.name}@${to.version}`;
  if (changedHere && !replaceEdits) {
    const both = changes.filter(({ where }) => where === 'both').map(({ place }) => place);
    const told = both.length === 0 ? '' : ` Both changed ${both.slice(0, 3).join(', ')}.`;
    throw new HostError(
      'changed-here',
      `"${spider}" was changed here since it was imported, and ${what} would take the place of these changes.${told}`,
      `Agree to that: your changes stay in version ${version}.`,
      { changes },
    );
  }
  const isRight = test.passed || (test.locked === 0 && test.problem === null);
  if (isRight || force) return;
  const why = test.problem ?? `${test.failed.length} of ${test.locked} locked values differ.`;
  throw new HostError(
    'failing-fixtures',
    `${what} does not take from the saved pages what it should: ${why}`,
    'Nothing was stored. Tell whoever publishes it, or force it.',
    { failed: test.failed },
  );
}
