import { Suspense } from 'react';
import { loadPart } from '../../state/load-part.ts';
import { useApi } from './api-store.ts';

const ApiDialogs = loadPart(async () => (await import('./api-dialogs.tsx')).ApiDialogs);

/** Shows the dialogs of the API when a command or a button opens them. Always mounted. */
export function ApiBackground() {
  const isOpen = useApi(({ dialog }) => dialog !== null);
  return isOpen ? (
    <Suspense fallback={null}>
      <ApiDialogs />
    </Suspense>
  ) : null;
}
