import { useState } from 'react';
import type { ItemView, RecipeSettings } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { savedShape } from './export-actions.ts';
import { noChoices } from './export-choices.ts';
import { ExportForm, useExportForm, type FormBeginning } from './export-form.tsx';
import { savedFormat } from './export-formats.ts';
import type { ExportRequest } from './exports-store.ts';
import { changeWritten, readSavedAgain, type ChangedExport } from './saved-store.ts';
import './export.css';

/** Changes what a saved export writes, in the form in which it was chosen. Where to and when stay. */
export function WrittenDialog({ changed: { of, recipe, settings } }: { changed: ChangedExport }) {
  const [{ request, first }] = useState(() => ({
    request: requestOf(of, settings),
    first: beginningOf(settings),
  }));
  const form = useExportForm(request, first);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => changeWritten(null);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const { items, target } = settings;
    const answer = await getClient().call('exports.saveRecipe', {
      ...of,
      name: recipe.name,
      afterRun: recipe.afterRun,
      settings: { ...savedShape(form.what), items, target },
    });
    setBusy(false);
    if (!answer.ok) {
      const { message, hint } = answer.error;
      return setProblem(hint === null ? message : `${message} ${hint}`);
    }
    readSavedAgain();
    return close();
  };
  return (
    <Dialog
      open
      size="full"
      title={`What ${recipe.name} writes`}
      description={`Where to and when stay. The preview is of ${
        settings.items === 'new' ? 'all runs' : 'the latest run'
      }.`}
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <p className="saved-problem grow" role="alert">
            {problem}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <div className="export">
        <ExportForm form={form} viewLabel={isEverything(request) ? null : 'As it was saved'} />
      </div>
    </Dialog>
  );
}

/** The items that a saved export begins with. */
function requestOf(
  of: ChangedExport['of'],
  { filters, search, sort, columns, items }: RecipeSettings,
): ExportRequest {
  const view: ItemView = {
    source: { ...of, run: items === 'new' ? 'all' : 'latest' },
    ...(filters === undefined ? {} : { filters }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  };
  return { view, columns, all: null };
}

const beginningOf = (settings: RecipeSettings): FormBeginning => ({
  format: savedFormat(settings),
  choices: {
    ...noChoices,
    rows: settings.rows ?? null,
    flatten: settings.flatten ?? [],
    guardFormulas: settings.guardFormulas === true,
  },
});

/** Whether nothing was left out, and nothing sorted. */
const isEverything = ({ view: { filters = [], search, sort = [] }, columns }: ExportRequest): boolean =>
  filters.length === 0 && search === undefined && sort.length === 0 && columns === null;
