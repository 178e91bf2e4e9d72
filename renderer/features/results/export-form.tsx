import { useState, type ReactNode } from 'react';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import type { WrittenWhat } from './export-actions.ts';
import type { ExportChoices } from './export-choices.ts';
import { Extents, type Extent } from './export-extents.tsx';
import { columnsWith } from './export-fields.ts';
import { formats, type FormatChoice } from './export-formats.ts';
import { ExportPreview } from './export-preview.tsx';
import { Rows } from './export-rows.tsx';
import type { ExportRequest } from './exports-store.ts';
import { useExportPreview, type ShownPreview } from './use-export-preview.ts';

/** What a person chooses of an export; `table`: the rows of a database, which have no format. */
export type FormChoice = FormatChoice | 'table';

/** What an export begins with. */
export interface FormBeginning {
  readonly format: FormChoice;
  readonly choices: ExportChoices;
}

/** The form of an export: what was chosen in it, and what would be written. */
export interface ExportFormState {
  readonly request: ExportRequest;
  readonly format: FormChoice;
  readonly onFormat: (format: FormatChoice) => void;
  readonly extent: Extent;
  readonly onExtent: (extent: Extent) => void;
  readonly choices: ExportChoices;
  readonly onChoices: (choices: ExportChoices) => void;
  /** The choices with the columns that are written. */
  readonly written: ExportChoices;
  readonly what: WrittenWhat;
  readonly preview: ShownPreview;
}

/** The format of the rows, and the dialect where it is CSV. */
const shapeOf = (choice: FormChoice): Pick<WrittenWhat, 'format' | 'dialect'> =>
  choice === 'table'
    ? { format: 'table' }
    : (formats.find(({ value }) => value === choice) ?? formats[0]).shape;

/** Keeps what is chosen in the form of an export. @param first what it begins with, until something else is chosen */
export function useExportForm(request: ExportRequest, first: FormBeginning): ExportFormState {
  const [chosen, setChosen] = useState<FormatChoice | null>(null);
  const [extent, setExtent] = useState<Extent>('view');
  const [choices, setChoices] = useState(first.choices);
  const format = chosen ?? first.format;
  const shape = shapeOf(format);
  const columns = choices.columns ?? (extent === 'view' ? request.columns : null);
  const written = {
    ...choices,
    columns: columns === null ? null : columnsWith(columns, choices.rows),
  };
  const what = useSame<WrittenWhat>({
    view: extent === 'view' ? request.view : { source: request.view.source },
    rows: choices.rows,
    columns: written.columns,
    ...shape,
    ...(choices.flatten.length === 0 ? {} : { flatten: [...choices.flatten] }),
    ...(choices.guardFormulas && shape.format === 'csv' ? { guardFormulas: true } : {}),
  });
  return {
    request,
    format,
    onFormat: setChosen,
    extent,
    onExtent(next) {
      setExtent(next);
      setChoices({ ...choices, columns: null });
    },
    choices,
    onChoices: setChoices,
    written,
    what,
    preview: useExportPreview(what),
  };
}

/** The same value as before where nothing in it has changed. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}

interface ExportFormProps {
  form: ExportFormState;
  /** What the items of the request are called; null: there is nothing to choose. */
  viewLabel: string | null;
  /** Before the help of the format. */
  formatNote?: string;
  /** Below the choice of rows. */
  more?: ReactNode;
  /** Between the choices and the preview. */
  children?: ReactNode;
}

/** The choices of an export, and what they make of the items. */
export function ExportForm({ form, viewLabel, formatNote = '', more, children }: ExportFormProps) {
  const { request, format, choices, what, written, preview } = form;
  const { shown } = preview;
  return (
    <>
      <div className="export-choices">
        <div className="export-what">
          <FormatField format={format} note={formatNote} onChange={form.onFormat} />
          {what.format === 'csv' && (
            <Checkbox
              label="An apostrophe before cells that begin like a formula"
              checked={choices.guardFormulas}
              onChange={(guardFormulas) => form.onChoices({ ...choices, guardFormulas })}
            />
          )}
        </div>
        {viewLabel !== null && (
          <Extents request={request} label={viewLabel} extent={form.extent} onChange={form.onExtent} />
        )}
        {shown !== null && (
          <div className="export-more">
            <Rows
              preview={shown}
              list={choices.rows}
              onChange={(rows) => form.onChoices({ ...choices, rows })}
            />
            {more}
          </div>
        )}
      </div>
      {children}
      {preview.error !== null && preview.value === null ? (
        <ErrorState error={preview.error} title="There is no preview." />
      ) : (
        shown !== null && (
          <ExportPreview
            source={request.view.source}
            preview={shown}
            format={what.format}
            choices={written}
            onChoices={form.onChoices}
            counting={preview.counting}
          />
        )
      )}
    </>
  );
}

interface FormatFieldProps {
  format: FormChoice;
  note: string;
  onChange: (format: FormatChoice) => void;
}

/** Chooses the format; a table of a database has none to choose. */
function FormatField({ format, note, onChange }: FormatFieldProps) {
  if (format === 'table')
    return (
      <div>
        <p className="strong">Rows of a database</p>
        <p className="small muted">A type for each column, and nested values as JSON.</p>
      </div>
    );
  const { help } = formats.find(({ value }) => value === format) ?? formats[0];
  return (
    <Field label="Format" help={`${note} ${help}`.trim()}>
      {(ids) => <Select {...ids} value={format} options={formats} onChange={onChange} />}
    </Field>
  );
}
