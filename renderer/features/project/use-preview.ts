import { useEffect, useState } from 'react';
import type { SpiderChange } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import type { ShownError } from '../../ui/shown-error.ts';
import { requestOf, type ChangeForm } from './change-request.ts';
import { errorWords } from './setting-problems.ts';

/** How long typing has to pause before the differences are read, in milliseconds. */
const settleMs = 250;

/** The differences that a change makes. */
export interface Preview {
  /** null: nothing is to be changed yet, or it cannot be. */
  readonly changes: readonly SpiderChange[] | null;
  readonly error: ShownError | null;
  /** Whether they are being read, so that those that are shown may be of an earlier form. */
  readonly waits: boolean;
  /** Reads them again. */
  readonly again: () => void;
}

/** Reads what a change would do to each spider, as it is entered. @param spiders null: all of the project */
export function usePreview(project: string, spiders: readonly string[] | null, form: ChangeForm): Preview {
  const request = requestOf(form);
  const key = request === null ? null : JSON.stringify({ project, spiders, ...request });
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{
    key: string;
    changes: readonly SpiderChange[] | null;
    error: ShownError | null;
  } | null>(null);
  useEffect(() => {
    if (key === null || request === null) return undefined;
    const abort = new AbortController();
    const read = async () => {
      const answer = await getClient().call(
        'spiders.changeMany',
        { project, spiders: spiders === null ? null : [...spiders], ...request, dryRun: true },
        { signal: abort.signal },
      );
      if (abort.signal.aborted) return;
      setFound(
        answer.ok
          ? { key, changes: answer.value.changes, error: null }
          : {
              key,
              changes: null,
              error: { code: answer.error.code, message: errorWords(answer.error), hint: null },
            },
      );
    };
    const timer = setTimeout(() => void read(), settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // The request is compared by its content.
  }, [key, round]);
  return {
    changes: key === null ? null : (found?.changes ?? null),
    error: key === null ? null : (found?.error ?? null),
    waits: key !== null && found?.key !== key,
    again: () => {
      setFound(null);
      setRound((before) => before + 1);
    },
  };
}
