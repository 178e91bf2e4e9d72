import type { QueueEntry } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { Button } from '../../ui/button.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { cancelEntries, retryEntries } from './queue-actions.ts';
import { EntryProgress } from './queue-columns.tsx';
import { allows, attemptWords, entryReason, entryState, optionWords, sourceWords } from './queue-words.ts';

const kindWords = {
  daemon: 'the daemon',
  worker: 'a worker',
  window: 'the application',
  command: 'a command',
};

/** A crawl of the queue in full. @param entry null: none is chosen */
export function EntryInspector({ entry }: { entry: QueueEntry | null }) {
  if (entry === null) {
    return (
      <InspectorPane title="No crawl selected" label="Crawl">
        <p className="subtle queue-none">Select a crawl to see why it is as it is.</p>
      </InspectorPane>
    );
  }
  const { state, run, worker, options } = entry;
  const overrides = Object.entries(options.overrides);
  return (
    <InspectorPane
      label="Crawl"
      title={`${entry.spider}: ${entryState(state).title.toLowerCase()}`}
      actions={
        <>
          {allows(entry, 'retry') && (
            <Button size="small" onClick={() => void retryEntries([entry])}>
              Queue again
            </Button>
          )}
          {allows(entry, 'cancel') && (
            <Button size="small" onClick={() => void cancelEntries([entry])}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      <PropertyList
        entries={[
          ['Why', entryReason(entry)],
          state === 'running' && ['Progress', <EntryProgress key="progress" entry={entry} />],
          run !== null && [
            'Run',
            <a key="run" href={href(['run', run])}>
              Run {run}
            </a>,
          ],
          entry.spiderExists && [
            'Spider',
            <a key="spider" href={href(['spider', entry.project, entry.spider])}>
              {entry.spider}
            </a>,
          ],
          ['Attempt', attemptWords(entry)],
          ['Priority', String(entry.priority)],
          ['Queued', `${dateTime(entry.addedAt)}, ${sourceWords(entry)}`],
          entry.startedAt !== null && ['Last attempt began', dateTime(entry.startedAt)],
          entry.endedAt !== null && ['Ended', dateTime(entry.endedAt)],
          worker !== null && ['Carried out by', `${kindWords[worker.kind]} (process ${worker.pid})`],
          ['Options', optionWords(entry) === '' ? 'a full run' : optionWords(entry)],
          ...overrides.map(
            ([name, value]) => [name, <code key={name}>{JSON.stringify(value)}</code>] as const,
          ),
          options.allowPrivate && ['Private addresses', 'allowed'],
          ['Entry', entry.id],
        ]}
      />
    </InspectorPane>
  );
}
