import { useState } from 'react';
import type { QueueEntry } from '../../../shared/contract/types.ts';
import { mostPriority, priorityWords, readPriority } from '../../../shared/queue-priority.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { setPriority } from './queue-actions.ts';
import { showPriority } from './queue-store.ts';
import { entriesWords } from './queue-words.ts';

/** The dialog that changes the priority of pending crawls. */
export function PriorityDialog({ entries }: { entries: readonly QueueEntry[] }) {
  const [text, setText] = useState(String(entries[0]?.priority ?? 0));
  const priority = readPriority(text);
  const close = () => showPriority(null);
  const submit = () => {
    if (priority === null) return;
    close();
    void setPriority(entries, priority);
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Change the priority"
      description={`${entriesWords(entries)}. Crawls with a higher priority begin first.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={priority === null}>
            Change
          </Button>
        </>
      }
    >
      <Field
        label="Priority"
        help="0 is usual; those below it come last."
        error={priority === null ? `A ${priorityWords}.` : null}
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            className="queue-number"
            type="number"
            min={-mostPriority}
            max={mostPriority}
            step={1}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
