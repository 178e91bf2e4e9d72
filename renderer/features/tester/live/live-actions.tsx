import { X } from 'lucide-react';
import type { LiveState } from '../../../../shared/contract/types.ts';
import { act } from '../../../state/act.ts';
import { toast } from '../../../state/toasts.ts';
import { undo, type SpiderKey } from '../../../spider-document/document.ts';
import { counted } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { actionWords } from './action-words.ts';
import { keepActions } from './keep-actions.ts';

/** What was done on a live page: each step can be left out, and all are kept as actions, or a login as a login. */
export function LiveActions({
  spiderKey: key,
  live,
  state: { actions, hasSecret, notes },
  onLogin,
}: {
  spiderKey: SpiderKey;
  live: string;
  state: LiveState;
  onLogin: () => void;
}) {
  const forget = (ids: number[]) => act('live.forgetActions', { live, actions: ids });
  const keep = async () => {
    const kept = actions.map(({ action }) => action);
    if (!keepActions(key, kept)) {
      toast.warning('The actions were not kept', { hint: 'Mend the JSON of the spider first.' });
      return;
    }
    await forget(actions.map(({ id }) => id));
    toast.success(`${counted(kept.length, 'action')} kept`, {
      message: 'They are in BROWSER_ACTIONS, and a browser reads every page.',
      actions: [{ label: 'Undo', run: () => undo(key) }],
    });
  };
  return (
    <aside className="live-done" aria-label="What was done">
      {actions.length === 0 ? (
        <p className="small muted">
          {hasSecret
            ? 'Passwords and what is done in their forms are never kept as actions. Keep the login instead.'
            : 'What you do on the page is listed here: clicks, texts, the end of the page.'}
        </p>
      ) : (
        <ol>
          {actions.map(({ id, action }) => {
            const { verb, target, more } = actionWords(action);
            return (
              <li key={id} className="row">
                <span className="grow small">
                  {verb} {target !== '' && <code>{target}</code>} {more}
                </span>
                <IconButton
                  label={`Leave out: ${verb} ${target}`}
                  icon={X}
                  size="small"
                  onClick={() => void forget([id])}
                />
              </li>
            );
          })}
        </ol>
      )}
      {notes.length > 0 && (
        <ul className="live-notes small muted" role="status" aria-label="Told by the page">
          {notes.slice(-4).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className="live-keep">
        <Button size="small" disabled={actions.length === 0} onClick={() => void keep()}>
          Keep as actions
        </Button>
        <Button size="small" onClick={onLogin}>
          Keep as login…
        </Button>
      </div>
    </aside>
  );
}
