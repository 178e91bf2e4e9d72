import type { ExportState } from '../../../../shared/contract/types.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import type { ExportOrder, Exports } from './exports.ts';
import { settle } from './intention.ts';

/** What tells how far a target has come. */
export interface Mark {
  /** What tells the target from others of the spider. */
  name: string;
  /** Whether the file is only on its way to where it is to go. */
  isStaged: boolean;
}

/** An export of new items that was begun. */
export interface BegunNew {
  begun: ExportState;
  /** Moves the mark on. To be called once the export is done, and has come to where it was to go. */
  given: () => Promise<void>;
}

/**
 * Starts an export of the items that were not exported to a target yet. One that was cut off is repeated, or its mark is moved on
 * where it is in place already.
 */
export async function startNew(
  { database, exports }: { database: AskedDatabase; exports: Pick<Exports, 'start'> },
  { name, isStaged }: Mark,
  order: ExportOrder,
): Promise<BegunNew> {
  const { view } = order;
  const of = { project: view.project, spider: view.spider };
  const notes = await settle(database, { of, target: name }, order.target);
  const extent = await database.ask('slow', 'exportExtent', { view, target: name });
  const isNew = { column: { kind: 'column', name: 'id' }, operator: 'greater', value: extent.mark } as const;
  const filters = [...view.filters, isNew];
  const next = { of, target: name, item: extent.newest, notes };
  const begun = await exports.start({
    ...order,
    view: { ...view, filters, upTo: extent.newest },
    ...(isStaged ? {} : { next }),
  });
  return {
    begun,
    given: async () => {
      await database.ask('write', 'moveExportMark', { of, target: name, item: extent.newest });
    },
  };
}
