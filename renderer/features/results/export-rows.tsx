import type { CallValue } from '../../../shared/contract/index.ts';
import { Field, Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { expectedRows } from './export-fields.ts';

interface RowsProps {
  preview: CallValue<'exports.preview'>;
  list: string | null;
  onChange: (list: string | null) => void;
}

/** What is a row: an item, or an entry of one of its lists. Nothing to choose where no value is a list. */
export function Rows({ preview, list, onChange }: RowsProps) {
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
