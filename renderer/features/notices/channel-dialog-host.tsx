import { Suspense } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useNotices } from './notices-store.ts';

const ChannelDialog = loadPart(async () => (await import('./channel-dialog.tsx')).ChannelDialog);

/** Shows the dialog of a channel when it is opened. Always mounted. */
export function NoticeDialogs() {
  const editing = useNotices((state) => state.editing);
  if (editing === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ChannelDialog channel={editing} key={editing?.id ?? 'new'} />
    </Suspense>
  );
}
