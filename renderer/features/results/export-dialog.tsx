import { useState } from 'react';
import { Bookmark, BookmarkPlus, Download } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { ExportState, ItemView } from '../../../shared/contract/types.ts';
import { setPreferences } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { useTopic } from '../../state/topics.ts';
import { useSettled } from '../../state/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { count, counted } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { useLocation } from '../../navigation/router.ts';
import { noChoices } from './export-choices.ts';
import { exportLine } from './export-command.ts';
import { columnsWith, expectedRows, type ExpectedRows } from './export-fields.ts';
import { ExportPreview } from './export-preview.tsx';
import { beginExport, cancelExport, reportEnd, savedShape, type ExportWhat } from './export-actions.ts';
import { beginningWords, formatChoice, useBeginning, type Beginning } from './export-beginning.ts';
import { formats, type FormatChoice } from './export-formats.ts';
import {
  closeExport,
  hearExport,
  shareOf,
  useExportDialog,
  useExports,
  type ExportRequest,
} from './exports-store.ts';
import { filterWords } from './filter-words.ts';
import { SavedExports } from './saved-exports.tsx';
import { openDraft, showSaved } from './saved-store.ts';
import './export.css';

type Extent = 'view' | 'all';

/** Rows of the file that are shown before it is written. */
const previewRows = 20;

/** Loads the columns of the shown spider in advance, so that its results appear at once. */
function useColumnsAhead(): void {
  const [first, project, spider] = useLocation().segments;
  const isSpider = first === 'spider' && project !== undefined && spider !== undefined;
  useCall('results.columns', isSpider ? { source: { project, spider, run: 'latest' }, quick: true } : null);
}

/** The export dialog, and the notices about exports that have ended. Always mounted. */
export function ResultsBackground() {
  const { request } = useExportDialog();
  useColumnsAhead();
  useTopic('exports', {}, (state) => {
    if (hearExport(state)) reportEnd(state);
  });
  return (
    <>
      {request !== null && <ExportDialog request={request} />}
      <SavedExports />
    </>
  );
}

const everythingOf = ({ source }: ItemView): ItemView => ({ source });

function ExportDialog({ request }: { request: ExportRequest }) {
  const usual = useBeginning(request.view);
  return usual === null ? null : <ChosenExport request={request} usual={usual} />;
}

/** Items up to which everything is counted on all of them without being asked to. */
const countedAlways = 50_000;

/** What an export makes of the items: of the first ones at once, and then of all. */
function usePreview(what: ExportWhat) {
  const first = useCall('exports.preview', { ...what, limit: previewRows });
  const [wanted, setWanted] = useState(false);
  const settled = useSettled(what, 400);
  const isPart = first.value !== null && first.value.examined < first.value.total;
  const counts = isPart && (wanted || first.value.total <= countedAlways) && settled === what;
  const whole = useCall('exports.preview', counts ? { ...what, limit: previewRows, whole: true } : null);
  const value = (counts ? whole.value : null) ?? first.value;
  // The last answer stays until the next one is here, so that the choices keep their place and the focus.
  const [shown, setShown] = useState<CallValue<'exports.preview'> | null>(null);
  if (value !== null && value !== shown) setShown(value);
  return { value, error: first.error, shown, onWhole: counts || !isPart ? null : () => setWanted(true) };
}

function ChosenExport({ request, usual }: { request: ExportRequest; usual: Beginning }) {
  const [chosen, setChosen] = useState<FormatChoice | null>(null);
  const choice = chosen ?? usual.format;
  const { help, shape } = formats.find(({ value }) => value === choice) ?? formats[0];
  const [extent, setExtent] = useState<Extent>('view');
  const [choices, setChoices] = useState(noChoices);
  const [started, setStarted] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const list = choices.rows;
  const columns = choices.columns ?? (extent === 'view' ? request.columns : null);
  const written = { ...choices, columns: columns === null ? null : columnsWith(columns, list) };
  const view = extent === 'view' ? request.view : everythingOf(request.view);
  const what = useMemoOf<ExportWhat>({
    view,
    rows: list,
    columns: written.columns,
    ...shape,
    ...(choices.flatten.length === 0 ? {} : { flatten: [...choices.flatten] }),
    ...(choices.guardFormulas && shape.format === 'csv' ? { guardFormulas: true } : {}),
  });
  const preview = usePreview(what);
  const { shown } = preview;
  const state = useExports(({ exports }) => (started === null ? undefined : exports.get(started)));
  const running = state?.state === 'running';
  const start = async () => {
    if (running || busy) return;
    setBusy(true);
    if (!usual.isDefault || chosen !== null) void setPreferences({ choices: { [formatChoice]: choice } });
    const begun = await beginExport(what);
    setBusy(false);
    if (begun === null) return;
    if (begun.state === 'running') setStarted(begun.id);
    else closeExport();
  };
  // The export ended while the dialog was open; a notice reports it.
  if (started !== null && !running) queueMicrotask(closeExport);
  const expected = preview.value === null ? null : expectedRows(preview.value, list);
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
        <div className="export-choices">
          <div className="export-what">
            <Field
              label="Format"
              help={choice === usual.format ? [beginningWords(usual), help].join(' ').trim() : help}
            >
              {(ids) => <Select {...ids} value={choice} options={formats} onChange={setChosen} />}
            </Field>
            {shape.format === 'csv' && (
              <Checkbox
                label="An apostrophe before cells that begin like a formula"
                checked={choices.guardFormulas}
                onChange={(guardFormulas) => setChoices({ ...choices, guardFormulas })}
              />
            )}
          </div>
          <Extents
            request={request}
            extent={extent}
            onChange={(next) => {
              setExtent(next);
              setChoices({ ...choices, columns: null });
            }}
          />
          {shown !== null && (
            <Rows preview={shown} list={list} onChange={(rows) => setChoices({ ...choices, rows })} />
          )}
        </div>
        {running && <Progress state={state} />}
        {preview.error !== null && preview.value === null ? (
          <ErrorState error={preview.error} title="There is no preview." />
        ) : (
          shown !== null && (
            <ExportPreview
              source={request.view.source}
              preview={shown}
              format={shape.format}
              choices={written}
              onChoices={setChoices}
              onWhole={preview.onWhole}
            />
          )
        )}
        <ExportLine what={what} />
      </div>
    </Dialog>
  );
}

/** The same value as before where nothing in it has changed. */
function useMemoOf<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}

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
function ExportLine({ what }: { what: ExportWhat }) {
  const info = useCall('app.info', {}).value;
  if (info === null) return null;
  const { view, columns, ...how } = what;
  const { platform, dataFolder } = info;
  const line = exportLine({ view, columns, how, dataFolder, platform });
  return <CommandLine line={line} />;
}

/** Closes this dialog for another one. */
function leaveFor(open: () => void): void {
  closeExport();
  open();
}

interface RowsProps {
  preview: CallValue<'exports.preview'>;
  list: string | null;
  onChange: (list: string | null) => void;
}

/** What is a row: an item, or an entry of one of its lists. Nothing to choose where no value is a list. */
function Rows({ preview, list, onChange }: RowsProps) {
  const { rows, exact } = expectedRows(preview, list);
  const paths = preview.lists.map(({ path }) => path);
  if (list !== null && !paths.includes(list)) paths.push(list);
  if (paths.length === 0) return null;
  return (
    <Field
      label="One row for"
      help={
        list === null
          ? undefined
          : `${exact ? '' : 'About '}${counted(rows, 'row')}; the other columns are repeated. Items without an entry have no row.`
      }
    >
      {(ids) => (
        <Select
          {...ids}
          value={list ?? ''}
          options={[
            { value: '', label: 'each item' },
            ...paths.map((path) => ({ value: path, label: `each entry of ${path}` })),
          ]}
          onChange={(path) => onChange(path === '' ? null : path)}
        />
      )}
    </Field>
  );
}

interface ExtentsProps {
  request: ExportRequest;
  extent: Extent;
  onChange: (extent: Extent) => void;
}

function Extents({ request, extent, onChange }: ExtentsProps) {
  const { view, columns, all } = request;
  const sort = view.sort?.[0];
  const conditions = [
    view.search === undefined ? null : `“${view.search}”`,
    ...(view.filters ?? []).map(filterWords),
  ].filter((words) => words !== null);
  const options = [
    {
      value: 'view' as const,
      label: 'What the table shows',
      help: [
        conditions.length === 0 ? counted(all, 'item') : `Items with ${conditions.join(', ')}`,
        counted(columns.length, 'column'),
        sort === undefined
          ? 'in the order scraped'
          : `by ${sort.column}${sort.descending ? ', descending' : ''}`,
      ].join(' · '),
    },
    {
      value: 'all' as const,
      label: 'Everything',
      help: `${counted(all, 'item')} · all columns · in the order scraped`,
    },
  ];
  return (
    <fieldset className="export-extents">
      <legend>Items</legend>
      {options.map(({ value, label, help }) => (
        <label key={value} className="export-extent" data-chosen={extent === value || undefined}>
          <input
            type="radio"
            name="export-extent"
            value={value}
            checked={extent === value}
            onChange={() => onChange(value)}
          />
          <span>
            <span className="export-extent-label">{label}</span>
            <span className="small muted export-extent-help">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
