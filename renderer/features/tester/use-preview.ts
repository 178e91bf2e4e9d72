import { useEffect, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';

/** The preview of a page, on its way or failed. */
export interface Preview {
  readonly shown: CallValue<'pages.preview'> | null;
  readonly error: CallError | null;
  readonly retry: () => void;
}

/**
 * The address of the preview of a saved page. It expires, so a new one is requested whenever the page is shown.
 *
 * @param version changes when the page is fetched again
 */
export function usePreview(page: string, version: string): Preview {
  const [shown, setShown] = useState<Preview['shown']>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    void (async () => {
      const answer = await getClient().call('pages.preview', { page }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      setShown((before) => (answer.ok ? answer.value : before));
      setError(answer.ok ? null : answer.error);
    })();
    return () => abort.abort();
  }, [page, version, attempt]);
  return {
    shown,
    error,
    retry: () => {
      setError(null);
      setAttempt((before) => before + 1);
    },
  };
}
