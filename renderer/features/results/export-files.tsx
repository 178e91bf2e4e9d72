import { desktopBridge } from '../../client/connect.ts';
import { Field, Select } from '../../ui/field.tsx';
import { bytes, counted } from '../../ui/format.ts';
import type { FilesChoice } from './target-draft.ts';
import type { ShownPreview } from './use-export-preview.ts';

interface ExportFilesProps {
  preview: NonNullable<ShownPreview['value']>;
  files: FilesChoice;
  onChange: (files: FilesChoice) => void;
}

/** Chooses what becomes of the downloaded files of the items; nothing where they have none. */
export function ExportFiles({
  preview: { files: found, examined, total },
  files,
  onChange,
}: ExportFilesProps) {
  if (found.files === 0) return null;
  const isPart = examined < total;
  const size = `${counted(found.files, 'file')}, ${bytes(found.bytes)}`;
  return (
    <Field label="Files" aside={isPart ? `at least ${size}` : size}>
      {(ids) => (
        <Select
          {...ids}
          value={files}
          options={[{ value: 'none', label: 'Leave them out' }, ...waysHere()]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** A browser saves one file, which then is an archive. */
const waysHere = (): { value: FilesChoice; label: string }[] =>
  desktopBridge() === null
    ? [{ value: 'zip', label: 'In one archive with the items' }]
    : [
        { value: 'folder', label: 'Into a folder…' },
        { value: 'zip', label: 'Into an archive…' },
      ];
