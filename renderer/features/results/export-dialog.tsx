import { useState } from 'react';
import { Bookmark, BookmarkPlus, Download } from 'lucide-react';
import type { ExportState } from '../../../shared/contract/types.ts';
import { setPreferences } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { count, counted } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { beginExport, cancelExport, savedShape, type ExportWhat } from './export-actions.ts';
import { beginningWords, formatChoice, useBeginning, type Beginning } from './export-beginning.ts';
import { noChoices } from './export-choices.ts';
import { exportLine } from './export-command.ts';
import { expectedRows, type ExpectedRows } from './export-fields.ts';
import { ExportFiles } from './export-files.tsx';
import { ExportForm, useExportForm } from './export-form.tsx';
import { closeExport, shareOf, useExports, type ExportRequest } from './exports-store.ts';
import { openDraft, showSaved } from './saved-store.ts';
import type { FilesChoice } from './target-draft.ts';
import './export.css';

/** The dialog that exports items. */
export function ExportDialog({ request }: { request: ExportRequest }) {
  const usual = useBeginning(request.view);
  return usual === null ? null : <ChosenExport request={request} usual={usual} />;
}

function ChosenExport({ request, usual }: { request: ExportRequest; usual: Beginning }) {
  const form = useExportForm(request, { format: usual.format, choices: noChoices });
  const [isChosen, setIsChosen] = useState(false);
  const [started, setStarted] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [files, setFiles] = useState<FilesChoice>('none');
  const { format, preview } = form;
  const what = fileOf(form.what);
  const state = useExports(({ exports }) => (started === null ? undefined : exports.get(started)));
  const running = state?.state === 'running';
  const start = async () => {
    if (running || busy || what === null) return;
    setBusy(true);
    if (!usual.isDefault || isChosen) void setPreferences({ choices: { [formatChoice]: format } });
    const begun = await beginExport(what, files);
    setBusy(false);
    if (begun === null) return;
    if (begun.state === 'running') setStarted(begun.id);
    else closeExport();
  };
  // The export ended while the dialog was open; a notice reports it.
  if (started !== null && !running) queueMicrotask(closeExport);
  const expected = preview.value === null ? null : expectedRows(preview.value, form.choices.rows);
  if (what === null) return null;
  return (
    <Dialog
      open
      onClose={closeExport}
      title="Export items"
      description="The file is written whole or not at all."
      size="full"
      onSubmit={() => void start()}
      footer={
        running ? <RunningFooter id={state.id} /> : <Footer what={what} expected={expected} busy={busy} />
      }
    >
      <div className="export">
        <ExportForm
          form={{
            ...form,
            onFormat(next) {
              setIsChosen(true);
              form.onFormat(next);
            },
          }}
          viewLabel="What the table shows"
          formatNote={format === usual.format ? beginningWords(usual) : ''}
          more={
            preview.shown !== null && (
              <ExportFiles preview={preview.shown} files={files} onChange={setFiles} />
            )
          }
        >
          {running && <Progress state={state} />}
        </ExportForm>
        <ExportLine what={what} files={files} />
      </div>
    </Dialog>
  );
}

/** What is written into a file; null: it goes into tables of a database. */
const fileOf = ({ format, ...what }: ReturnType<typeof useExportForm>['what']): ExportWhat | null =>
  format === 'table' ? null : { ...what, format };

function Progress({ state }: { state: ExportState }) {
  return (
    <div className="export-progress">
      <ProgressBar label="Export" value={shareOf(state)} />
      <span className="small numeric" role="status">
        {state.total === null
          ? 'Counting the items'
          : `${count(state.rows)} of ${counted(state.total, 'item')}`}
      </span>
    </div>
  );
}

const RunningFooter = ({ id }: { id: string }) => (
  <>
    <span className="muted small grow">The export continues when this dialog is closed.</span>
    <Button onClick={() => void cancelExport(id)}>Cancel the export</Button>
    <Button onClick={closeExport}>Continue in the background</Button>
  </>
);

interface FooterProps {
  what: ExportWhat;
  expected: ExpectedRows | null;
  busy: boolean;
}

function Footer({ what, expected, busy }: FooterProps) {
  const { project, spider } = what.view.source;
  const of = { project, spider };
  const list = what.rows ?? null;
  return (
    <>
      <Button variant="quiet" icon={Bookmark} onClick={() => leaveFor(() => showSaved(of))}>
        Saved exports
      </Button>
      <span className="grow" />
      <Button
        icon={BookmarkPlus}
        onClick={() => leaveFor(() => openDraft({ of, how: savedShape(what), recipe: null }))}
      >
        Save as…
      </Button>
      <Button type="submit" variant="primary" icon={Download} busy={busy} disabled={expected?.rows === 0}>
        {expected?.exact === true
          ? `Export ${counted(expected.rows, list === null ? 'item' : 'row')}`
          : 'Export'}
      </Button>
    </>
  );
}

/** The command that does the same, to be copied. */
function ExportLine({ what, files }: { what: ExportWhat; files: FilesChoice }) {
  const info = useCall('app.info', {}).value;
  if (info === null) return null;
  const { view, columns, ...how } = what;
  const { platform, dataFolder } = info;
  const line = exportLine({ view, columns, how, files, dataFolder, platform });
  return <CommandLine line={line} />;
}

/** Closes this dialog for another one. */
function leaveFor(open: () => void): void {
  closeExport();
  open();
}
