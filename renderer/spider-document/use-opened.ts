import { useEffect, useState } from 'react';
import type { CallError } from '../../shared/contract/errors.ts';
import { useDocument, type SpiderKey } from './document.ts';
import { keepDraft } from './drafts.ts';
import { openDocument } from './opening.ts';

/** A document while a screen shows it. */
interface Opened {
  isOpen: boolean;
  /** Why it could not be opened; null: it is open, or being opened. */
  error: CallError | null;
  /** Opens it again after an error. */
  retry: () => void;
}

/** Opens the document of a spider for a screen, and keeps its draft when the screen is left. */
export function useOpened({ project, spider }: SpiderKey): Opened {
  const [error, setError] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOpen = useDocument({ project, spider }, () => true) === true;
  useEffect(() => {
    let shown = true;
    void (async () => {
      const failure = await openDocument({ project, spider });
      if (shown) setError(failure);
    })();
    return () => {
      shown = false;
      void keepDraft({ project, spider });
    };
  }, [project, spider, attempt]);
  return { isOpen, error, retry: () => setAttempt((before) => before + 1) };
}
