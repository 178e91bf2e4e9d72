import type { ExportState } from '../../../../shared/contract/types.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import type { ExportOrder, Exports } from './exports.ts';

/**
 * Starts an export of the items that were not exported to a target yet. The mark of the target moves on once the export is
 * complete, so one that is cut off is repeated.
 * @param mark what tells the target from others of the spider
 */
export async function startNew(
  { database, exports }: { database: AskedDatabase; exports: Pick<Exports, 'start' | 'ended'> },
  mark: string,
  order: ExportOrder,
): Promise<ExportState> {
  const { view } = order;
  const extent = await database.ask('slow', 'exportExtent', { view, target: mark });
  const isNew = { column: { kind: 'column', name: 'id' }, operator: 'greater', value: extent.mark } as const;
  const filters = [...view.filters, isNew];
  const state = await exports.start({ ...order, view: { ...view, filters, upTo: extent.newest } });
  async function finish(): Promise<void> {
    const end = await exports.ended(state.id);
    if (end.state !== 'done') return;
    const of = { project: view.project, spider: view.spider };
    await database.ask('write', 'moveExportMark', { of, target: mark, item: extent.newest });
  }
  // Where it is over already, the mark has moved when the call returns. Otherwise a failure means that items are exported again.
  if (state.state === 'running') finish().catch(() => undefined);
  else await finish();
  return state;
}
