import { Suspense } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useSaved } from './saved-store.ts';
import './saved.css';

const SavedDialog = loadPart(async () => (await import('./saved-dialog.tsx')).SavedDialog);
const SaveExportDialog = loadPart(async () => (await import('./save-export-dialog.tsx')).SaveExportDialog);

const WrittenDialog = loadPart(async () => (await import('./written-dialog.tsx')).WrittenDialog);

/** The dialogs of saved exports, where they are open. Always mounted. */
export function SavedExports() {
  const { shown, draft, changed } = useSaved();
  if (shown === null && draft === null && changed === null) return null;
  return (
    <Suspense fallback={null}>
      {shown !== null && draft === null && changed === null && <SavedDialog of={shown} />}
      {draft !== null && <SaveExportDialog draft={draft} />}
      {changed !== null && <WrittenDialog changed={changed} />}
    </Suspense>
  );
}
