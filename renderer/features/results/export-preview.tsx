import { useState } from 'react';
import type { ItemSource } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../../ui/format.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useCall } from '../../state/query.ts';
import { cellContent } from './cell.tsx';
import {
  exportedFields,
  isChanged,
  type ExportedField,
  type ExportPreview as Preview,
} from './export-fields.ts';

interface ExportPreviewProps {
  source: ItemSource;
  preview: Preview;
  isCsv: boolean;
  /** The list whose entries have a row each; null: each item is a row. */
  list: string | null;
}

/** What an export is going to write: what becomes of each field, the first rows as a table, the beginning of the file. */
export function ExportPreview({ source, preview, isCsv, list }: ExportPreviewProps) {
  const [tab, setTab] = useState('fields');
  const found = useCall('results.columns', { source });
  const { rows, columns } = preview;
  const fields = found.value === null ? [] : exportedFields(found.value.columns, preview, list);
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
        { id: 'file', title: 'Beginning of the file' },
      ]}
      aside={
        <span className="small muted numeric">
          {counted(columns.length, 'column')}
          {tab !== 'fields' && `, ${counted(rows, 'row')}`}
        </span>
      }
    >
      {tab === 'fields' ? (
        <Fields fields={fields} preview={preview} isCsv={isCsv} />
      ) : tab === 'rows' ? (
        <FirstRows preview={preview} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard, too
        <pre className="export-text mono" tabIndex={0} aria-label="The beginning of the file">
          {preview.text}
        </pre>
      )}
    </Tabs>
  );
}

interface FieldsProps {
  fields: readonly ExportedField[];
  preview: Preview;
  isCsv: boolean;
}

function Fields({ fields, preview: { examined, total }, isCsv }: FieldsProps) {
  const from = examined < total ? ` (in the first ${counted(examined, 'item')})` : '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard, too
    <div className="export-fields" tabIndex={0} role="region" aria-label="What becomes of each field">
      <p className="small muted">{summary(fields.filter(isChanged).length, isCsv) + from}.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">In the file</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, changes }) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td className="subtle">{type}</td>
              <td>
                {changes.length === 0 ? (
                  <span className="subtle">as it is</span>
                ) : (
                  changes.map((change) => <div key={change}>{change}</div>)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function summary(changed: number, isCsv: boolean): string {
  if (changed === 0)
    return isCsv ? 'No value is nested: every field is one column' : 'Every value keeps its type and shape';
  return changed === 1 ? '1 field is not written as it is' : `${changed} fields are not written as they are`;
}

function FirstRows({ preview: { columns, cells } }: { preview: Preview }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide rows are scrolled by keyboard, too
    <div className="export-rows" tabIndex={0} role="region" aria-label="The first rows">
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
