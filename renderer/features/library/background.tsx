import { Suspense, useEffect } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useTopic } from '../../state/topics.ts';
import { invalidate } from '../../state/query.ts';
import { useLibraryDialog } from './library-store.ts';
import { listenForPacks } from './pack-files.ts';

const Dialogs = loadPart(async () => (await import('./dialogs.tsx')).LibraryDialogs);

const spidersChanged = () =>
  invalidate(
    (name) => name === 'library.updates' || name === 'library.preview' || name === 'library.previewUpdate',
  );

/** The dialogs of the library, packs that are dropped onto the window, and what follows changes of spiders. Always mounted. */
export function LibraryBackground() {
  useEffect(() => listenForPacks(window), []);
  useTopic('spiders', {}, spidersChanged, spidersChanged);
  const dialog = useLibraryDialog((state) => state.dialog);
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs dialog={dialog} />
    </Suspense>
  );
}
