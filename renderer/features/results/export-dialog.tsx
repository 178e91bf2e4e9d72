import { useState } from 'react';
import { Download } from 'lucide-react';
import type { ExportState, ItemView } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { useTopic } from '../../state/topics.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { bytes, count, counted } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import {
  closeExport,
  hearExport,
  useExportDialog,
  useExports,
  watchExport,
  type ExportRequest,
} from './exports-store.ts';

const formats = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'json', label: 'JSON, one list' },
  { value: 'jsonl', label: 'JSON Lines, one item a line' },
] as const;
type Format = (typeof formats)[number]['value'];
type Extent = 'view' | 'all';

/** Always mounted: the dialog, and what becomes of exports that were begun. */
export function ResultsBackground() {
  const { request } = useExportDialog();
  useTopic('exports', {}, (state) => {
    if (hearExport(state)) tellEnd(state);
  });
  return request === null ? null : <ExportDialog request={request} />;
}

/** The file is fetched by the browser itself; the address is one of the host's own. */
function tellEnd({ state, download, file, rows, bytes: size, notes, error }: ExportState): void {
  if (state === 'failed') {
    toast.error(
      { code: 'internal', message: error ?? 'The export failed.', hint: null },
      'Nothing was exported.',
    );
    return;
  }
  if (state === 'cancelled') return;
  if (download !== null) {
    const link = document.createElement('a');
    link.href = download;
    link.download = file;
    link.click();
  }
  const told = size === null ? counted(rows, 'item') : `${counted(rows, 'item')}, ${bytes(size)}`;
  if (notes.length === 0) toast.success(`Exported ${file}`, { message: `${told}.` });
  else toast.warning(`Exported ${file}`, { message: `${told}. ${notes.join(' ')}` });
}

const everythingOf = ({ source }: ItemView): ItemView => ({ source });

function ExportDialog({ request }: { request: ExportRequest }) {
  const [format, setFormat] = useState<Format>('csv');
  const [extent, setExtent] = useState<Extent>('view');
  const [started, setStarted] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const what =
    extent === 'view'
      ? { view: request.view, columns: [...request.columns], format }
      : { view: everythingOf(request.view), columns: null, format };
  const preview = useCall('exports.preview', { ...what, rows: 8 });
  const { exports } = useExports();
  const state = started === null ? undefined : exports.get(started);
  const running = state?.state === 'running';
  if (started !== null && state !== undefined && state.state === 'done') closeSoon();
  const start = async () => {
    setBusy(true);
    const begun = await act(
      'exports.start',
      { ...what, target: { kind: 'download' } },
      { failure: 'The export was not begun.' },
    );
    setBusy(false);
    if (begun === null) return;
    watchExport(begun);
    setStarted(begun.id);
  };
  return (
    <Dialog
      open
      onClose={closeExport}
      title="Export items"
      description="What is seen in the table, or everything. The file is written whole or not at all."
      size="large"
      onSubmit={() => void start()}
      footer={
        running ? (
          <>
            <span className="muted small grow">Closing this dialog lets the export go on.</span>
            <Button onClick={() => void act('exports.cancel', { export: started ?? '' })}>
              Cancel the export
            </Button>
          </>
        ) : (
          <>
            <Button onClick={closeExport}>Close</Button>
            <Button
              type="submit"
              variant="primary"
              icon={Download}
              busy={busy}
              disabled={preview.value?.total === 0}
            >
              {preview.value === null ? 'Export' : `Export ${counted(preview.value.total, 'item')}`}
            </Button>
          </>
        )
      }
    >
      <div className="results-export">
        <div className="row results-export-choices">
          <Field label="Format">
            {(ids) => <Select {...ids} value={format} options={formats} onChange={setFormat} />}
          </Field>
          <Field label="Items">
            {(ids) => (
              <Select
                {...ids}
                value={extent}
                options={[
                  { value: 'view', label: 'As in the table: its conditions, order and columns' },
                  { value: 'all', label: 'All items, all columns' },
                ]}
                onChange={setExtent}
              />
            )}
          </Field>
        </div>
        {running && state !== undefined && (
          <div className="results-export-progress">
            <ProgressBar
              label="Export"
              value={state.total === null ? null : state.rows}
              max={state.total ?? 1}
            />
            <span className="small numeric" role="status">
              {count(state.rows)} {state.total === null ? 'items' : `of ${counted(state.total, 'item')}`}
            </span>
          </div>
        )}
        <h3 className="small muted">The beginning of the file</h3>
        {preview.error !== null ? (
          <ErrorState error={preview.error} title="There is no preview." />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard, too
          <pre className="results-export-preview mono" tabIndex={0} aria-label="The beginning of the file">
            {preview.value?.text ?? ''}
          </pre>
        )}
      </div>
    </Dialog>
  );
}

/** Not while the dialog is being drawn. */
function closeSoon(): void {
  queueMicrotask(closeExport);
}
