import { useId } from 'react';
import { FolderOpen } from 'lucide-react';
import { desktopBridge } from '../../client/connect.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, Input, Select, Suggestions } from '../../ui/field.tsx';
import type { TargetDraft } from './target-draft.ts';

interface TargetFieldsProps {
  draft: TargetDraft;
  onChange: (next: Partial<TargetDraft>) => void;
}

const filledIn = '{project}, {spider}, {run}, {date} and {time} are filled in.';

/** The fields of a kind of target. */
export function TargetFields(props: TargetFieldsProps) {
  const { draft, onChange } = props;
  switch (draft.kind) {
    case 'place':
      return <BucketFields draft={draft} onChange={onChange} />;
    case 'postgres':
      return (
        <>
          <ServerFields draft={draft} onChange={onChange} />
          <TableFields draft={draft} onChange={onChange} />
        </>
      );
    case 'sqlite':
      return (
        <>
          <Chosen {...props} label="Database" path={draft.database} beginAt={`${draft.table}.db`} />
          <TableFields draft={draft} onChange={onChange} />
        </>
      );
    case 'folder':
      return <FolderFields {...props} />;
    case 'command':
      return (
        <p className="saved-wide">
          <code>{draft.command.join(' ')}</code>
          <span className="muted small">
            {' '}
            gets the file on its standard input. Programs are named on the command line.
          </span>
        </p>
      );
    default:
      return draft.kind satisfies never;
  }
}

function BucketFields({ draft, onChange }: TargetFieldsProps) {
  const list = useId();
  const places = useCall('places.list', {}).value ?? [];
  return (
    <>
      <Field
        label="Place"
        help={
          places.length === 0
            ? 'Places are added in the settings, under Backups. Or s3://BUCKET, with the keys of the environment.'
            : 'One of the settings, or s3://BUCKET with the keys of the environment.'
        }
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              mono
              list={list}
              placeholder={places[0]?.name ?? 's3://my-bucket/exports'}
              value={draft.place}
              onChange={({ target }) => onChange({ place: target.value })}
            />
            <Suggestions id={list} names={places.map(({ name }) => `place:${name}`)} />
          </>
        )}
      </Field>
      <Field label="Name of the object" help={filledIn}>
        {(ids) => (
          <Input {...ids} mono value={draft.key} onChange={({ target }) => onChange({ key: target.value })} />
        )}
      </Field>
      <Checkbox
        label="Replace an object of the same name"
        help="Otherwise the export fails, and the object stays."
        checked={draft.replace}
        onChange={(replace) => onChange({ replace })}
      />
    </>
  );
}

function ServerFields({ draft, onChange }: TargetFieldsProps) {
  const list = useId();
  const secrets = useCall('secrets.list', {}).value ?? [];
  return (
    <>
      <Field
        label="Address"
        help="Without a password. Connections to other computers are encrypted and verified."
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            placeholder="postgresql://me@db.example/shop"
            value={draft.database}
            onChange={({ target }) => onChange({ database: target.value })}
          />
        )}
      </Field>
      <Field
        label="Secret"
        aside="optional"
        help="Its value is user:password. Empty: PGPASSWORD or PGPASSFILE of the environment."
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              mono
              list={list}
              placeholder="keychain:SHOP_DB"
              value={draft.secret}
              onChange={({ target }) => onChange({ secret: target.value })}
            />
            <Suggestions id={list} names={secrets.map(({ reference }) => reference)} />
          </>
        )}
      </Field>
    </>
  );
}

function TableFields({ draft, onChange }: TargetFieldsProps) {
  return (
    <>
      <Field
        label="Table"
        help={`It is created if there is none.${draft.kind === 'postgres' ? ' SCHEMA.TABLE names another schema.' : ''}`}
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            value={draft.table}
            onChange={({ target }) => onChange({ table: target.value })}
          />
        )}
      </Field>
      <Field
        label="Rows"
        help={
          draft.rows === 'add'
            ? 'Each item once, however often this is carried out.'
            : draft.rows === 'key'
              ? 'By what the spider names in expect.key, or else the column item_key.'
              : 'These columns must be unique in a table that is there.'
        }
      >
        {(ids) => (
          <Select
            {...ids}
            value={draft.rows}
            options={[
              { value: 'add', label: 'are added' },
              { value: 'key', label: 'replace those of the same item' },
              { value: 'columns', label: 'replace those with the same…' },
            ]}
            onChange={(rows) => onChange({ rows })}
          />
        )}
      </Field>
      {draft.rows === 'columns' && (
        <Field label="Columns">
          {(ids) => (
            <Input
              {...ids}
              mono
              placeholder="sku, shop"
              value={draft.columns}
              onChange={({ target }) => onChange({ columns: target.value })}
            />
          )}
        </Field>
      )}
      <Checkbox
        label="Add a column for a new field"
        help="Otherwise the export fails, and names the field."
        checked={draft.addColumns}
        onChange={(addColumns) => onChange({ addColumns })}
      />
    </>
  );
}

function FolderFields(props: TargetFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <Chosen {...props} label="Folder" path={draft.folder} beginAt={draft.folder} />
      <Field label="Name of the file" help={filledIn}>
        {(ids) => (
          <Input
            {...ids}
            mono
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Add to a file that is there"
        help="csv and jsonl alone. Otherwise it is replaced."
        checked={draft.append}
        onChange={(append) => onChange({ append })}
      />
      <Field label="Downloaded files" help="Those of fields with “download”.">
        {(ids) => (
          <Select
            {...ids}
            value={draft.files}
            options={[
              { value: 'none', label: 'are not written' },
              { value: 'folder', label: 'go into the folder “files” there' },
              { value: 'zip', label: 'go into an archive beside the file' },
            ]}
            onChange={(files) => onChange({ files })}
          />
        )}
      </Field>
    </>
  );
}

/** A folder or a file that the dialog of the desktop names. */
function Chosen({
  draft,
  label,
  path,
  beginAt,
  onChange,
}: TargetFieldsProps & { label: string; path: string; beginAt: string }) {
  const bridge = desktopBridge();
  const choose = async () => {
    const path =
      (await bridge?.[draft.kind === 'folder' ? 'chooseFolder' : 'chooseSavePath'](beginAt)) ?? null;
    if (path !== null) onChange(draft.kind === 'folder' ? { folder: path } : { database: path });
  };
  return (
    <Field label={label}>
      {(ids) => (
        <div className="row">
          <Input {...ids} mono readOnly className="grow" value={path} placeholder="Not chosen yet" />
          {bridge !== null && (
            <Button icon={FolderOpen} onClick={() => void choose()}>
              Choose…
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
