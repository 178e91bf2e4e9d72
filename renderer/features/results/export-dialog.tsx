import { useState } from 'react';
import { Download } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { ItemView } from '../../../shared/contract/types.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { useTopic } from '../../state/topics.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { count, counted } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { useLocation } from '../../navigation/router.ts';
import { beginExport, cancelExport, reportEnd, type ExportWhat } from './export-actions.ts';
import {
  closeExport,
  hearExport,
  shareOf,
  useExportDialog,
  useExports,
  type ExportRequest,
} from './exports-store.ts';
import { filterWords } from './filter-words.ts';
import './export.css';

const cells = 'null, missing values and empty text become empty cells.';

/** The formats in the dialog, and the arguments for them. */
const formats = [
  {
    value: 'csv-excel',
    label: 'CSV for Excel',
    help: `Opens in Excel as a table, with the list separator of this computer and a UTF-8 byte order mark. Numbers keep their decimal point; ${cells}`,
    shape: { format: 'csv', dialect: 'excel' },
  },
  {
    value: 'csv',
    label: 'CSV with commas',
    help: `For other programs: RFC 4180, plain UTF-8. Text only: numbers look like text, and ${cells}`,
    shape: { format: 'csv', dialect: 'standard' },
  },
  {
    value: 'json',
    label: 'JSON, one list',
    help: 'Values keep their types, and nested ones their shape.',
    shape: { format: 'json' },
  },
  {
    value: 'jsonl',
    label: 'JSON Lines, one item a line',
    help: 'For large amounts, and for databases.',
    shape: { format: 'jsonl' },
  },
] as const satisfies {
  value: string;
  label: string;
  help: string;
  shape: Pick<ExportWhat, 'format' | 'dialect'>;
}[];
type FormatChoice = (typeof formats)[number]['value'];
type Extent = 'view' | 'all';

/** Rows of the file that are shown before it is written. */
const previewRows = 20;
/** More changed fields than this are listed on demand. */
const shownPaths = 8;
const formatChoice = 'results.export-format';

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
  return request === null ? null : <ExportDialog request={request} />;
}

const everythingOf = ({ source }: ItemView): ItemView => ({ source });

/** The format that was chosen last; the default is the CSV dialect that fits the system. */
function useUsualFormat(): FormatChoice {
  const remembered = usePreference((preferences) => preferences.choices[formatChoice]);
  const usual = /windows/iu.test(navigator.userAgent) ? 'csv-excel' : 'csv';
  return formats.find(({ value }) => value === remembered)?.value ?? usual;
}

function ExportDialog({ request }: { request: ExportRequest }) {
  const usual = useUsualFormat();
  const [chosen, setChosen] = useState<FormatChoice | null>(null);
  const choice = chosen ?? usual;
  const { help, shape } = formats.find(({ value }) => value === choice) ?? formats[0];
  const [extent, setExtent] = useState<Extent>('view');
  const [started, setStarted] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const what =
    extent === 'view'
      ? { view: request.view, columns: [...request.columns], ...shape }
      : { view: everythingOf(request.view), columns: null, ...shape };
  const preview = useCall('exports.preview', { ...what, limit: previewRows });
  const state = useExports(({ exports }) => (started === null ? undefined : exports.get(started)));
  const running = state?.state === 'running';
  const start = async () => {
    if (running || busy) return;
    setBusy(true);
    void setPreferences({ choices: { [formatChoice]: choice } });
    const begun = await beginExport(what);
    setBusy(false);
    if (begun === null) return;
    if (begun.state === 'running') setStarted(begun.id);
    else closeExport();
  };
  // The export ended while the dialog was open; a notice reports it.
  if (started !== null && !running) queueMicrotask(closeExport);
  const total = preview.value?.total ?? null;
  return (
    <Dialog
      open
      onClose={closeExport}
      title="Export items"
      description="The file is written whole or not at all."
      size="large"
      onSubmit={() => void start()}
      footer={
        running ? (
          <>
            <span className="muted small grow">The export continues when this dialog is closed.</span>
            <Button onClick={() => void cancelExport(state.id)}>Cancel the export</Button>
            <Button onClick={closeExport}>Continue in the background</Button>
          </>
        ) : (
          <>
            <Button onClick={closeExport}>Close</Button>
            <Button type="submit" variant="primary" icon={Download} busy={busy} disabled={total === 0}>
              {total === null ? 'Export' : `Export ${counted(total, 'item')}`}
            </Button>
          </>
        )
      }
    >
      <div className="export">
        <div className="export-choices">
          <Field label="Format" help={help}>
            {(ids) => <Select {...ids} value={choice} options={formats} onChange={setChosen} />}
          </Field>
          <Extents request={request} extent={extent} onChange={setExtent} />
        </div>
        {running && (
          <div className="export-progress">
            <ProgressBar label="Export" value={shareOf(state)} />
            <span className="small numeric" role="status">
              {state.total === null
                ? 'Counting the items'
                : `${count(state.rows)} of ${counted(state.total, 'item')}`}
            </span>
          </div>
        )}
        {preview.value !== null && <Changes preview={preview.value} format={shape.format} />}
        <h3 className="small muted export-preview-head">
          <span className="grow">The beginning of the file</span>
          {preview.value !== null && (
            <span className="numeric">
              {counted(preview.value.columns.length, 'column')}
              {preview.value.rows < preview.value.total &&
                `, the first ${counted(preview.value.rows, 'item')}`}
            </span>
          )}
        </h3>
        {preview.error !== null && preview.value === null ? (
          <ErrorState error={preview.error} title="There is no preview." />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard, too
          <pre className="export-preview mono" tabIndex={0} aria-label="The beginning of the file">
            {preview.value?.text ?? ''}
          </pre>
        )}
      </div>
    </Dialog>
  );
}

/** Says which fields the format or the choice of columns changes, and how. */
function Changes({
  preview,
  format,
}: {
  preview: CallValue<'exports.preview'>;
  format: ExportWhat['format'];
}) {
  const { paths, examined, total } = preview;
  if (examined === 0) return null;
  const from = examined < total ? ` (in the first ${counted(examined, 'item')})` : '';
  if (paths.length === 0) {
    return (
      <p className="small muted">
        {format === 'csv'
          ? 'No value is nested: every field is one column'
          : 'Every value keeps its type and shape'}
        {from}.
      </p>
    );
  }
  return (
    <details className="export-changes" open={paths.length <= shownPaths}>
      <summary className="small muted">
        {counted(paths.length, 'field')} {paths.length === 1 ? 'is' : 'are'} not written as{' '}
        {paths.length === 1 ? 'it is' : 'they are'}
        {from}
      </summary>
      <dl className="small">
        {paths.map(({ path, notes }) => (
          <div key={path}>
            <dt className="mono ellipsis" title={path}>
              {path}
            </dt>
            <dd>{notes.join('; ')}</dd>
          </div>
        ))}
      </dl>
    </details>
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
