import { useState } from 'react';
import { Download } from 'lucide-react';
import type { ExportState } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { count, counted, percent } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { cancelExport, fetchExport, nameOf } from './export-actions.ts';
import { openExports, shareOf, useExports } from './exports-store.ts';
import './export.css';

/** Exports that are running, and files that wait to be fetched, in the status bar; nothing while there are none. */
export function ExportStatus() {
  const exports = useExports((state) => state.exports);
  const [open, setOpen] = useState(false);
  const shown = openExports(exports);
  const [first] = shown;
  if (first === undefined) return null;
  const running = shown.filter(({ state }) => state === 'running');
  const share = running[0] === undefined ? null : shareOf(running[0]);
  const words =
    running.length === 0
      ? `${counted(shown.length, 'export')} ready`
      : running.length === 1
        ? `Exporting ${nameOf(first.file)}${share === null ? '' : `, ${percent(Math.round(share * 100) / 100)}`}`
        : `${counted(running.length, 'export')} in progress`;
  return (
    <Popover
      label="Exports"
      side="top"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="wb-status-item" title="Exports">
          <Download size={13} aria-hidden />
          <span className="ellipsis">{words}</span>
        </button>
      }
    >
      <ul className="export-status" aria-label="Exports">
        {shown.map((state) => (
          <OneExport key={state.id} state={state} />
        ))}
      </ul>
    </Popover>
  );
}

function OneExport({ state }: { state: ExportState }) {
  const { id, file, spider, rows, total } = state;
  const isRunning = state.state === 'running';
  return (
    <li>
      <div className="row">
        <span className="grow ellipsis" title={file}>
          {nameOf(file)} <span className="subtle">of {spider}</span>
        </span>
        {isRunning ? (
          <Button size="small" onClick={() => void cancelExport(id)}>
            Cancel
          </Button>
        ) : (
          <Button size="small" icon={Download} onClick={() => fetchExport(state)}>
            Download
          </Button>
        )}
      </div>
      {isRunning && <ProgressBar label={`Export of ${spider}`} value={shareOf(state)} />}
      <p className="small muted numeric">
        {isRunning && total !== null ? `${count(rows)} of ${counted(total, 'item')}` : counted(rows, 'row')}
      </p>
    </li>
  );
}
