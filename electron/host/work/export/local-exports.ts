import { randomBytes } from 'node:crypto';
import type { ExportState } from '../../../../shared/contract/types.ts';
import { exportItems } from '../../../export/export.ts';
import type { TargetSystem } from '../../../export/target.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { howOf, type ExportOrder, type Exports } from './exports.ts';
import { copyFiles } from './copy-files.ts';
import type { ExportHow, ExportPlace, NextMark, WrittenExport } from './messages.ts';
import { fileShape, writeExport } from './write-export.ts';

/**
 * Exports on the calling thread: `start` resolves once everything is written, and rejects if the export fails.
 * @param system file operations; those of this computer if left out
 */
export function createLocalExports(workspace: () => Workspace, system?: TargetSystem): Exports {
  const ended: ExportState[] = [];

  async function write(
    view: ExportOrder['view'],
    how: ExportHow,
    {
      target,
      next,
      files,
    }: {
      target: Exclude<ExportOrder['target'], { kind: 'download' }>;
      next: NextMark | null;
      files: string | undefined;
    },
  ): Promise<WrittenExport> {
    const { dataDir, queries } = workspace();
    if (target.kind === 'output') {
      const told =
        files === undefined ? [] : await copyFiles(workspace(), { view, to: files, signal: undefined });
      const { batches } = await queries.items.stream(view);
      const written = await exportItems({ ...fileShape(how), batches, target: { stream: target.output } });
      return { rows: written.rows, notes: [...written.notes, ...told], bytes: null, path: '' };
    }
    const to: ExportPlace = target.kind === 'file' ? { append: false, ...target, archive: null } : target;
    const job = {
      dataDir,
      proxyChannel: null,
      view,
      how,
      to,
      next,
      ...(files === undefined ? {} : { files }),
    };
    return writeExport(workspace(), job, {
      signal: undefined,
      counted: ({ batches }) => batches,
      ...(system === undefined ? {} : { system }),
    });
  }

  return {
    async start({ view, target, next = null, files, ...order }) {
      if (target.kind === 'download')
        throw new HostError('not-here', 'There is no window that a download could go to.', null);
      const startedAt = new Date().toISOString();
      const how = howOf(order);
      const { rows, bytes, path, notes } = await write(view, how, { target, next, files });
      const state: ExportState = {
        id: randomBytes(12).toString('hex'),
        project: view.project,
        spider: view.spider,
        format: how.format,
        state: 'done',
        rows,
        total: rows,
        file: path,
        download: null,
        bytes,
        notes,
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
