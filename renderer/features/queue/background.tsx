import { Suspense, useEffect, useState } from 'react';
import { coalesced } from '../../state/coalesce.ts';
import { loadPart } from '../../state/load-part.ts';
import { useTopic } from '../../state/topics.ts';
import { PriorityDialog } from './priority-dialog.tsx';
import { queueChanged, useQueue } from './queue-store.ts';

const FileDialog = loadPart(async () => (await import('./file-dialog.tsx')).FileDialog);

/** Changes of a night come in hundreds: what is shown is read again at most so often, in milliseconds. */
const readMs = 250;

/** The dialogs of the queue, and what follows its changes. Always mounted. */
export function QueueBackground() {
  const [changed] = useState(() => coalesced(queueChanged, readMs));
  useTopic('queue', {}, changed, changed);
  useEffect(() => () => changed.cancel(), [changed]);
  const { addingFile, priorityOf } = useQueue();
  return (
    <>
      {addingFile && (
        <Suspense fallback={null}>
          <FileDialog />
        </Suspense>
      )}
      {priorityOf !== null && <PriorityDialog entries={priorityOf} />}
    </>
  );
}
