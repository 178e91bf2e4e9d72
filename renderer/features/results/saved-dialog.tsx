import { useState } from 'react';
import { CircleCheck, Clock3, Columns3, Pencil, Play, Trash2, TriangleAlert } from 'lucide-react';
import { shownTarget } from '../../../shared/contract/recipe-words.ts';
import { formatNames } from '../../../shared/export-formats.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Recipe } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Switch } from '../../ui/field.tsx';
import { agoInWords, counted, dateTime } from '../../ui/format.ts';
import { href } from '../../navigation/router.ts';
import { changeWritten, openDraft, readSavedAgain, showSaved } from './saved-store.ts';

interface SavedDialogProps {
  of: { readonly project: string; readonly spider: string };
}

/** The saved exports of a spider: where each goes, how it went, and what can be done with it. */
export function SavedDialog({ of }: SavedDialogProps) {
  const { value, error, refresh } = useCall('exports.recipes', of);
  return (
    <Dialog
      open
      size="medium"
      title={`Saved exports of ${of.spider}`}
      description="They are carried out after every run by an open window or the daemon, or when you say so."
      onClose={() => showSaved(null)}
      footer={<Button onClick={() => showSaved(null)}>Close</Button>}
    >
      {error !== null && value === null && (
        <ErrorState error={error} title="The saved exports could not be loaded." onRetry={refresh} />
      )}
      {value?.length === 0 && (
        <p className="muted">
          None yet. Choose what to export, then “Save as…”: to a bucket, a database or a folder.
        </p>
      )}
      {value !== null && value.length > 0 && (
        <ul className="saved-list" aria-label="Saved exports">
          {value.map((recipe) => (
            <SavedRow key={recipe.name} of={of} recipe={recipe} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SavedRow({ of, recipe }: SavedDialogProps & { recipe: Recipe }) {
  const { name, afterRun, settings } = recipe;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    // Why it failed is told in its row.
    const handle = ({ code }: CallError) => code === 'recipe-failed' || code === 'missing-secret';
    const done = await act(
      'exports.runRecipe',
      { ...of, name },
      { failure: `${name} was not exported.`, handle },
    );
    setBusy(false);
    readSavedAgain();
    if (done === null) return;
    const told = `${counted(done.rows, 'row')}${done.file === null ? '' : ` to ${done.file}`}.`;
    toast.success(`Exported ${name}`, { message: [told, ...done.notes].join(' ') });
  };
  const turn = async (on: boolean) => {
    if (settings === null) return;
    await act(
      'exports.saveRecipe',
      { ...of, name, afterRun: on, settings },
      { failure: `${name} was not changed.` },
    );
    readSavedAgain();
  };
  const remove = async () => {
    const agreed = await confirm({
      title: `Remove ${name}?`,
      message: 'It is not carried out any more. What it has written stays.',
      confirm: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await act('exports.removeRecipe', { ...of, name }, { failure: `${name} was not removed.` });
    readSavedAgain();
  };
  const change = () => {
    if (settings === null) return;
    const { target: _, items: __, ...how } = settings;
    openDraft({ of, how, recipe });
  };
  return (
    <li>
      <div className="saved-row">
        <div className="grow saved-what">
          <p>
            <span className="strong">{name}</span>{' '}
            {settings !== null && (
              <span className="muted small">
                {settings.format === 'table' ? 'table' : formatNames[settings.format]}
                {settings.items === 'new' ? ', what is new' : ''}
              </span>
            )}
          </p>
          <p
            className="mono small ellipsis"
            title={settings === null ? undefined : shownTarget(settings.target)}
          >
            {settings === null ? 'What was saved cannot be read.' : shownTarget(settings.target)}
          </p>
        </div>
        <Switch
          label="After every run"
          checked={afterRun}
          disabled={settings === null}
          onChange={(on) => void turn(on)}
        />
        <Button
          size="small"
          icon={Play}
          busy={busy}
          aria-label={`Run now: ${name}`}
          onClick={() => void run()}
        >
          Run now
        </Button>
        <IconButton
          label={`Change what ${name} writes`}
          icon={Columns3}
          size="small"
          disabled={settings === null}
          onClick={() => settings !== null && changeWritten({ of, recipe, settings })}
        />
        <IconButton
          label={`Change ${name}`}
          icon={Pencil}
          size="small"
          disabled={settings === null}
          onClick={change}
        />
        <IconButton label={`Remove ${name}`} icon={Trash2} size="small" onClick={() => void remove()} />
      </div>
      <Outcome recipe={recipe} />
    </li>
  );
}

/** How it went the last time. */
function Outcome({ recipe: { last, afterRun } }: { recipe: Recipe }) {
  if (last === null)
    return (
      <p className="saved-outcome subtle small">
        {afterRun ? 'Not carried out yet; the next run will be.' : 'Not carried out yet.'}
      </p>
    );
  const { state, run, reason, endedAt, retryAt, attempts } = last;
  const link = <a href={href(['run', run])}>run {run}</a>;
  if (state === 'done')
    return (
      <p className="saved-outcome small" title={endedAt === null ? undefined : dateTime(endedAt)}>
        <CircleCheck size={13} aria-hidden className="saved-fine" />
        <span>
          Written for {link}
          {endedAt === null ? '' : `, ${agoInWords(endedAt)}`}
        </span>
      </p>
    );
  if (state === 'failed' || reason !== null)
    return (
      <p className="saved-outcome saved-problem small">
        <TriangleAlert size={13} aria-hidden />
        <span>
          {state === 'failed'
            ? `Failed for `
            : `Failed ${attempts === 1 ? 'once' : `${attempts} times`} for `}
          {link}
          {retryAt === null ? '' : `, tried again ${dateTime(retryAt)}`}: {reason}
        </span>
      </p>
    );
  return (
    <p className="saved-outcome muted small">
      <Clock3 size={13} aria-hidden />
      <span>
        {state === 'running' ? 'Being written' : 'Waiting to be written'} for {link}
      </span>
    </p>
  );
}
