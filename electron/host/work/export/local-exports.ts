import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { ExportState } from '../../../../shared/contract/types.ts';
import { csvDialect } from '../../../export/csv.ts';
import { exportItems } from '../../../export/export.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { howOf, type Exports } from './exports.ts';

/** Exports on the calling thread: `start` resolves once everything is written, and rejects if the export fails. */
export function createLocalExports(workspace: () => Workspace): Exports {
  const ended: ExportState[] = [];

  return {
    async start({ view, target, ...order }) {
      if (target.kind === 'download')
        throw new HostError('not-here', 'There is no window that a download could go to.', null);
      const how = howOf(order);
      const startedAt = new Date().toISOString();
      const { batches } = await workspace().queries.items.stream(view);
      const written = await exportItems({
        ...how,
        dialect: csvDialect(how.dialect),
        batches,
        target:
          target.kind === 'output'
            ? { stream: target.output }
            : { file: target.path, force: target.replace, append: target.append === true },
      });
      const file = target.kind === 'output' ? null : target.path;
      const state: ExportState = {
        id: randomBytes(12).toString('hex'),
        project: view.project,
        spider: view.spider,
        format: how.format,
        state: 'done',
        rows: written.rows,
        total: written.rows,
        file: file ?? '',
        download: null,
        bytes: file === null ? null : statSync(file).size,
        notes: written.notes,
        error: null,
        hint: null,
        startedAt,
      };
      ended.unshift(state);
      return state;
    },
    async ended(id) {
      const found = ended.find((state) => state.id === id);
      if (found === undefined) throw new HostError('unknown-export', 'This export is not known any more.');
      return found;
    },
    cancel: () => {
      throw new HostError('unknown-export', 'This export is not known any more.');
    },
    list: () => ended,
    download: () => null,
    close: async () => undefined,
  };
}
