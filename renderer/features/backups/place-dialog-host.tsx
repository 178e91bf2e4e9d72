import { Suspense } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useBackups } from './backups-store.ts';

const PlaceDialog = loadPart(async () => (await import('./place-dialog.tsx')).PlaceDialog);

/** Shows the dialog of a new place when it is opened. Always mounted. */
export function PlaceDialogHost() {
  const isAdding = useBackups((state) => state.isAdding);
  if (!isAdding) return null;
  return (
    <Suspense fallback={null}>
      <PlaceDialog />
    </Suspense>
  );
}
