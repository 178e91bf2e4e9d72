import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { CallArgs, WorkCallName } from '../../../shared/contract/index.ts';
import { nearestHint } from '../../../shared/spider/known-names.ts';
import { byNearness } from '../../../shared/spider/nearest.ts';
import { listed } from '../../../shared/spider/wording.ts';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { Exports } from '../work/export/exports.ts';
import { startNew } from '../work/export/start-new.ts';
import { createRecipeHandlers } from './recipe-handlers.ts';

/** The calls that write items out. */
export type ExportCallName = Extract<WorkCallName, `exports.${string}`>;

/** What writes items out, and what is written. */
export interface ExportServices {
  database: DatabaseWorkers;
  exports: Exports;
  dataDir: string;
}

/** Creates the handlers of the calls that write items out. */
export function createExportHandlers({ database, exports, dataDir }: ExportServices): {
  readonly [N in ExportCallName]: Handler<N>;
} {
  return {
    'exports.start': async ({ view, target, sinceLast, ...shape }, { window, takePath, output, signal }) => {
      if (target.kind === 'file' && takePath === null) {
        throw new HostError('not-here', 'No path can be chosen here.', 'Export as a download.');
      }
      if (target.kind === 'file' && takePath?.(target.path) !== true) {
        throw new HostError(
          'not-here',
          `"${target.path}" was not chosen in the dialog of this window.`,
          'Export again, and choose where the file is to be.',
        );
      }
      if (shape.files !== undefined && takePath?.(shape.files) !== true) {
        throw new HostError(
          'not-here',
          'No place for files can be chosen here.',
          'Export them with the command line.',
        );
      }
      if (shape.packFiles === true && target.kind !== 'download') {
        throw new HostError(
          'not-here',
          'Only a download is packed with its files.',
          'Name a folder or an archive for the files.',
        );
      }
      const wanted = await database.ask('quick', 'exportView', view);
      if (shape.columns !== null)
        await requireColumns(database, { columns: shape.columns, view }, { window, signal });
      const name = view.source.spider;
      const place =
        target.kind === 'download'
          ? { kind: 'download' as const, file: target.file ?? name }
          : target.kind === 'file' || target.kind === 'object'
            ? target
            : { kind: 'output' as const, output: requireOutput(output) };
      if (sinceLast !== true) return exports.start({ view: wanted, ...shape, target: place });
      const mark =
        place.kind === 'file'
          ? resolve(place.path)
          : place.kind === 'object'
            ? `${place.place}/${place.key}`
            : place.kind;
      const order = { view: wanted, ...shape, target: place };
      const { begun, given } = await startNew({ database, exports }, { name: mark, isStaged: false }, order);
      async function finish(): Promise<void> {
        if ((await exports.ended(begun.id)).state === 'done') await given();
      }
      // Where it is over already, the mark has moved when the call returns. Otherwise the next export of new items moves it.
      if (begun.state === 'running') finish().catch(() => undefined);
      else await finish();
      return begun;
    },
    'exports.cancel': ({ export: id }) => exports.cancel(id),
    'exports.list': () => exports.list(),
    ...createRecipeHandlers({ database, exports, dataDir }),
  };
}

/** Rejects unknown columns before anything is written. */
async function requireColumns(
  database: DatabaseWorkers,
  { columns, view: { source } }: { columns: readonly string[]; view: CallArgs<'exports.start'>['view'] },
  context: { window: string | null; signal: AbortSignal },
): Promise<void> {
  const known = await database.call('results.columns', { source }, context);
  if (known.sampled) return;
  const names = new Set(known.columns.map(({ name }) => name));
  const unknown = columns.find(
    (name) => !names.has(name) && !names.has(name.split('.')[0] ?? '') && name !== 'metadata_json',
  );
  if (unknown === undefined) return;
  throw new HostError(
    'unknown-column',
    `There is no column "${unknown}".${nearestHint(unknown, [...names])}`,
    `There are ${listed(byNearness(unknown, [...names]), 20)}.`,
  );
}

/** The output of the calling program. @throws HostError `not-here` */
function requireOutput(output: Writable | undefined): Writable {
  if (output !== undefined) return output;
  throw new HostError('not-here', 'Only a program has an output.', 'Export to a file.');
}
