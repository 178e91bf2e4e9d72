import { useState } from 'react';
import type { SpiderChange } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/format.ts';
import { ChangeFields } from './change-fields.tsx';
import { ChangePreview } from './change-preview.tsx';
import { canChange, requestOf, type ChangeForm } from './change-request.ts';
import { readProjectAgain } from './need-actions.ts';
import { namesWords } from './project-words.ts';
import { closeProjectDialog } from './project-store.ts';
import { errorWords } from './setting-problems.ts';
import { usePreview } from './use-preview.ts';
import './dialogs.css';

interface ChangeDialogProps {
  project: string;
  /** null: all of the project. */
  spiders: readonly string[] | null;
}

const nothing: ChangeForm = {
  edits: [{ id: 0, name: '', what: 'set', text: '' }],
  from: '',
  to: '',
  drafts: false,
};

/** Changes settings, or a domain, of many spiders at once, with a preview of each difference. */
export function ChangeDialog({ project, spiders }: ChangeDialogProps) {
  const [form, setForm] = useState(nothing);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = usePreview(project, spiders, form);
  const changes = preview.changes ?? [];
  const chosen = changes.filter((change) => canChange(change) && !left.has(change.spider));
  const apply = async () => {
    const request = requestOf(form);
    if (request === null || chosen.length === 0 || preview.waits) return;
    setBusy(true);
    setRefused(null);
    const answer = await act(
      'spiders.changeMany',
      { project, spiders: chosen.map(({ spider }) => spider), ...request, dryRun: false },
      {
        handle: (error) => {
          setRefused(errorWords(error));
          return true;
        },
      },
    );
    setBusy(false);
    if (answer === null) return preview.again();
    if (!answer.written) {
      setRefused(
        'Nothing was written, because a spider would not be valid any more. Look at the differences again.',
      );
      return preview.again();
    }
    readProjectAgain();
    closeProjectDialog();
    tell(answer.changes);
  };
  return (
    <Dialog
      open
      size="large"
      title={spiders === null ? `Change the spiders of ${project}` : `Change ${namesWords(spiders)}`}
      description="Each changed spider gets a version, or none does. The rest of its text stays as it is written."
      onClose={closeProjectDialog}
      onSubmit={() => void apply()}
      footer={
        <>
          <span className="grow" role="status">
            {refused !== null && <span className="ui-field-error">{refused}</span>}
          </span>
          <Button onClick={closeProjectDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={chosen.length === 0 || preview.waits}>
            {chosen.length === 0 ? 'Change' : `Change ${counted(chosen.length, 'spider')}`}
          </Button>
        </>
      }
    >
      <div className="project-change">
        <ChangeFields form={form} onChange={setForm} />
        <ChangePreview
          preview={preview}
          left={left}
          drafts={form.drafts}
          onDrafts={(drafts) => setForm({ ...form, drafts })}
          onLeft={setLeft}
        />
      </div>
    </Dialog>
  );
}

/** Tells what was changed. */
function tell(changes: readonly SpiderChange[]): void {
  const written = changes.filter(({ version }) => version !== null);
  toast.success(`${counted(written.length, 'spider')} changed`, {
    message: 'Each has a new version; its earlier ones are kept.',
  });
}
