import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { closeExclude, excludeUrls } from './exclude-store.ts';

/** Asks for the pattern of URLs that a run under way is to leave out. */
export function ExcludeDialog({ run }: { run: RunSummary }) {
  const [pattern, setPattern] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const submit = async () => {
    setBusy(true);
    const isOut = await excludeUrls(run, pattern, setError);
    setBusy(false);
    if (isOut) closeExclude();
  };
  return (
    <Dialog
      open
      size="medium"
      title={`Exclude URLs of run ${run.id}`}
      description="Queued URLs that match are skipped, and links to such URLs are not followed. What was skipped stays skipped in this run."
      onClose={closeExclude}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeExclude}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={pattern.trim() === ''}>
            Exclude
          </Button>
        </>
      }
    >
      <Field
        label="Pattern"
        help="A regular expression that is found in the URLs, such as /calendar/"
        error={error === null ? null : [error.message, error.hint ?? ''].join(' ').trim()}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            spellCheck={false}
            value={pattern}
            onChange={(event) => {
              setPattern(event.target.value);
              setError(null);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
