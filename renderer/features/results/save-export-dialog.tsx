import { useState } from 'react';
import type { RecipeSettings } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { desktopBridge } from '../../client/connect.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select, Switch } from '../../ui/field.tsx';
import { formats, savedFormat, type FormatChoice } from './export-formats.ts';
import { openDraft, readSavedAgain, showSaved, type SavedDraft } from './saved-store.ts';
import { draftOf, targetOf, type TargetDraft, type TargetKind } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

const kindLabels: Readonly<Record<TargetKind, string>> = {
  place: 'A bucket (S3-compatible)',
  postgres: 'A table of PostgreSQL',
  folder: 'A folder of this computer',
  sqlite: 'A table of SQLite',
  command: 'A program',
};

/** The kinds that can be chosen here: what is on this computer is named by a dialog of the desktop. */
function kindsFor(before: TargetKind): readonly TargetKind[] {
  const usual: readonly TargetKind[] =
    desktopBridge() === null ? ['place', 'postgres'] : ['place', 'postgres', 'folder', 'sqlite'];
  return usual.includes(before) ? usual : [...usual, before];
}

/** The format of files that the dialog begins with. */
function formatOf(how: SavedDraft['how']): FormatChoice {
  const saved = savedFormat(how);
  return saved === 'table' ? 'jsonl' : saved;
}

/** Saves an export under a name, or changes a saved one: where to, which items, and when. */
export function SaveExportDialog({ draft: { of, how, recipe } }: { draft: SavedDraft }) {
  const settings = recipe?.settings ?? null;
  const [name, setName] = useState(recipe?.name ?? '');
  const [target, setTarget] = useState(() => draftOf(settings?.target ?? null, of.spider));
  const [format, setFormat] = useState(() => formatOf(how));
  const [items, setItems] = useState<RecipeSettings['items']>(settings?.items ?? 'run');
  const [afterRun, setAfterRun] = useState(recipe?.afterRun ?? true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isTable = target.kind === 'postgres' || target.kind === 'sqlite';
  const change = (next: Partial<TargetDraft>) => {
    setProblem(null);
    setTarget((before) => ({ ...before, ...next }));
  };
  const close = () => openDraft(null);
  const save = async () => {
    const to = targetOf(target);
    if (name.trim() === '') return setProblem('Give it a name.');
    if (typeof to === 'string') return setProblem(to);
    setBusy(true);
    const answer = await getClient().call('exports.saveRecipe', {
      ...of,
      name: name.trim(),
      afterRun,
      settings: { ...shapeFor(how, isTable ? null : format), items, target: to },
    });
    setBusy(false);
    if (!answer.ok) {
      const { message, hint } = answer.error;
      return setProblem(hint === null ? message : `${message} ${hint}`);
    }
    readSavedAgain();
    close();
    return showSaved(of);
  };
  return (
    <Dialog
      open
      size="medium"
      title={recipe === null ? 'Save this export' : `Change ${recipe.name}`}
      description="What is written stays as you chose it; here is where to, and when."
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Switch label="After every run" checked={afterRun} onChange={setAfterRun} />
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <div className="saved-form">
        {recipe === null && (
          <Field label="Name">
            {(ids) => (
              <Input
                {...ids}
                autoFocus
                placeholder="nightly"
                value={name}
                onChange={(event) => {
                  setProblem(null);
                  setName(event.target.value);
                }}
              />
            )}
          </Field>
        )}
        <Field label="Where to">
          {(ids) => (
            <Select
              {...ids}
              value={target.kind}
              options={kindsFor(settings === null ? 'place' : target.kind).map((value) => ({
                value,
                label: kindLabels[value],
              }))}
              onChange={(kind) => change({ kind })}
            />
          )}
        </Field>
        {!isTable && (
          <Field label="Format">
            {(ids) => <Select {...ids} value={format} options={formats} onChange={setFormat} />}
          </Field>
        )}
        <TargetFields draft={target} onChange={change} />
        <Field label="Items">
          {(ids) => (
            <Select
              {...ids}
              value={items}
              options={[
                { value: 'run', label: 'Those of the run' },
                { value: 'new', label: 'Those of all runs that it has not written yet' },
              ]}
              onChange={setItems}
            />
          )}
        </Field>
      </div>
      {problem !== null && (
        <p className="saved-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** How items are written in a format. @param format null: into a table of a database */
function shapeFor(how: SavedDraft['how'], format: FormatChoice | null): SavedDraft['how'] {
  const { dialect: _, guardFormulas, format: __, ...rest } = how;
  if (format === null) return { ...rest, format: 'table' };
  const { shape } = formats.find(({ value }) => value === format) ?? formats[0];
  const guarded = shape.format === 'csv' && guardFormulas === true ? { guardFormulas } : {};
  return { ...rest, ...shape, ...guarded };
}
