import { useState } from 'react';
import { Save } from 'lucide-react';
import type { StartRequestProps } from '../../contributions/start-request-action.ts';
import { Button } from '../../ui/button.tsx';
import { addRequest } from './pages.ts';

/** Sends a start request as the text stands, saves its answer, and opens it as the page. */
export function SaveAnswer({ spiderKey, number }: StartRequestProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await addRequest(spiderKey, number);
    setBusy(false);
  };
  return (
    <Button size="small" variant="quiet" icon={Save} busy={busy} onClick={() => void save()}>
      Save its answer
    </Button>
  );
}
