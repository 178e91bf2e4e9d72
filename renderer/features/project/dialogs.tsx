import { Suspense } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useAskBeforeLeaving } from './defaults-edits.ts';
import { useProjectStore } from './project-store.ts';

const DefaultsDialog = loadPart(async () => (await import('./defaults-dialog.tsx')).DefaultsDialog);
const ChangeDialog = loadPart(async () => (await import('./change-dialog.tsx')).ChangeDialog);

/** Shows the dialog that a command, a button or a menu has opened. Always mounted. */
export function ProjectDialogs() {
  useAskBeforeLeaving();
  const dialog = useProjectStore((state) => state.dialog);
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'defaults' ? (
        <DefaultsDialog project={dialog.project} />
      ) : (
        <ChangeDialog project={dialog.project} spiders={dialog.spiders} />
      )}
    </Suspense>
  );
}
