import { ListOrdered } from 'lucide-react';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { shortCount } from '../../ui/format.ts';
import { carrier, statusWords } from './queue-words.ts';

/** The queue in the status bar: how many crawls wait and run; nothing while none does. */
export function QueueStatusItem() {
  const status = useCall('queue.status', {}).value;
  const words = status === null ? null : statusWords(status);
  if (status === null || words === null) return null;
  const { tone, text } = carrier(status);
  return (
    <a
      className="wb-status-item"
      href={href(['queue'])}
      title={`${text}.`}
      data-tone={tone === 'warning' ? 'warning' : undefined}
    >
      <ListOrdered size={13} aria-hidden />
      Queue: {words}
    </a>
  );
}

/** How many crawls wait or run, in the sidebar; nothing while none does. */
export function QueueCount() {
  const counts = useCall('queue.status', {}).value?.counts;
  const open = counts === undefined ? 0 : counts.pending + counts.running;
  return open === 0 ? null : <span aria-label={`${open} pending or running`}>{shortCount(open)}</span>;
}
