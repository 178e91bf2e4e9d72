import { useState } from 'react';
import type { RowForm } from '../../../shared/export-formats.ts';
import type { ItemSource } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useCall } from '../../state/query.ts';
import { cellContent } from './cell.tsx';
import { fieldsOfColumns, type ExportChoices } from './export-choices.ts';
import { FieldList } from './export-field-list.tsx';
import type { Counting } from './use-export-preview.ts';
import { exportedFields, isChanged, type ExportPreview as Preview } from './export-fields.ts';

interface ExportPreviewProps {
  source: ItemSource;
  preview: Preview;
  format: RowForm;
  choices: ExportChoices;
  onChoices: (choices: ExportChoices) => void;
  counting: Counting;
}

/** What an export is going to write: the first item beside the rows, what becomes of each field, the beginning of the file. */
export function ExportPreview({ source, preview, format, choices, onChoices, counting }: ExportPreviewProps) {
  const [tab, setTab] = useState('fields');
  const found = useCall('results.columns', { source });
  const { rows, columns } = preview;
  const fields = found.value === null ? [] : exportedFields(found.value.columns, preview, choices);
  const names = found.value?.columns.map(({ name }) => name) ?? [];
  const changed = fields.filter(isChanged).length;
  return (
    <Tabs
      label="What is written"
      className="export-preview"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'fields',
          title: 'Fields',
          badge: changed > 0 && <Badge>{counted(changed, 'change')}</Badge>,
        },
        { id: 'rows', title: 'First rows' },
        ...(preview.text === '' ? [] : [{ id: 'file', title: 'Beginning of the file' }]),
      ]}
      aside={
        <span className="small muted numeric">
          {counted(columns.length, 'column')}
          {tab !== 'fields' && `, ${counted(rows, 'row')}`}
        </span>
      }
    >
      {tab === 'file' && preview.text !== '' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard, too
        <pre className="export-text mono" tabIndex={0} aria-label="The beginning of the file">
          {preview.text}
        </pre>
      ) : tab === 'rows' ? (
        <Tables preview={preview} />
      ) : (
        <div className="export-sides">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard, too */}
          <div className="export-fields" tabIndex={0} role="region" aria-label="What becomes of each field">
            <Summary preview={preview} changed={changed} isCsv={format === 'csv'} counting={counting} />
            <FieldList
              fields={fields}
              columns={choices.columns ?? fieldsOfColumns(columns, names)}
              item={itemOf(preview)}
              format={format}
              choices={choices}
              onChoices={onChoices}
            />
          </div>
          <Tables preview={preview} />
        </div>
      )}
    </Tabs>
  );
}

/** The first item by field; empty: there is none. */
function itemOf({ item }: Preview): Readonly<Record<string, unknown>> {
  const value: unknown = item === null ? null : JSON.parse(item);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function Summary({
  preview: { examined, total },
  changed,
  isCsv,
  counting: { start, cancel },
}: {
  preview: Preview;
  changed: number;
  isCsv: boolean;
  counting: Counting;
}) {
  const isPart = examined < total;
  const from = isPart ? ` (in the first ${counted(examined, 'item')})` : '';
  return (
    <div className="export-summary">
      <p className="small muted">{summary(changed, isCsv) + from}.</p>
      {start !== null && (
        <Button size="small" variant="quiet" onClick={start}>
          Count in all {count(total)}
        </Button>
      )}
      {cancel !== null && (
        <div className="export-counting" role="status">
          <Spinner />
          <span className="small">Counting in all {count(total)}</span>
          <Button size="small" variant="quiet" aria-label="Cancel the count" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}

function summary(changed: number, isCsv: boolean): string {
  if (changed === 0)
    return isCsv ? 'No value is nested: every field is one column' : 'Every value keeps its type and shape';
  return changed === 1 ? '1 field is not written as it is' : `${changed} fields are not written as they are`;
}

/** The first rows of the items, and of each table of its own. */
function Tables({ preview: { columns, cells, tables } }: { preview: Preview }) {
  return (
    <div className="export-tables">
      <FirstRows label="The first rows" columns={columns} cells={cells} />
      {tables.map((table) => (
        <FirstRows
          key={table.path}
          label={`The first rows of ${table.path}`}
          title={table.path}
          columns={table.columns}
          cells={table.cells}
        />
      ))}
    </div>
  );
}

interface FirstRowsProps {
  label: string;
  title?: string;
  columns: Preview['columns'];
  cells: Preview['cells'];
}

function FirstRows({ label, title, columns, cells }: FirstRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide rows are scrolled by keyboard, too
    <div className="export-rows" tabIndex={0} role="region" aria-label={label}>
      {title !== undefined && <p className="small muted">Its own table: {title}</p>}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
            <tr key={at}>
              {columns.map((column, place) => (
                <td key={column}>{row[place] === '' ? null : cellContent(row[place])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length === 0 && <p className="small muted">There is no row.</p>}
    </div>
  );
}
