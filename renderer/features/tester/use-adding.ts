import { useCallback, useRef, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { act } from '../../state/act.ts';
import { useTopicState } from '../../state/topics.ts';
import { addUrl, type AddressWish } from './pages.ts';

/** The state of adding a page: its progress, and why it failed. */
interface Adding {
  readonly busy: boolean;
  readonly failure: CallError | null;
  /** Null: nothing was told yet. */
  readonly progress: TopicEvent<'progress'> | null;
  add: (page: AddressWish) => Promise<void>;
  /** Downloads the browser, then calls `next` unless that was given up. */
  download: (next: () => void) => Promise<void>;
  /** Cancels what is running. */
  stop: () => void;
}

/** Adds pages to a spider one at a time; `onAdded` is called after each. */
export function useAdding(key: SpiderKey, onAdded: () => void): Adding {
  const [failure, setFailure] = useState<CallError | null>(null);
  const [operation, setOperation] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const progress = useTopicState('progress', operation === null ? null : { operation });
  const stop = useCallback(() => abort.current?.abort(), []);

  /** Runs a call with progress that can be cancelled. @returns its value; null if it was cancelled */
  const follow = async <V>(
    task: (how: { operation: string; signal: AbortSignal }) => Promise<V>,
  ): Promise<V | null> => {
    const ending = new AbortController();
    const name = crypto.randomUUID();
    abort.current = ending;
    setOperation(name);
    setFailure(null);
    const value = await task({ operation: name, signal: ending.signal });
    setOperation(null);
    return ending.signal.aborted ? null : value;
  };
  return {
    busy: operation !== null,
    failure,
    progress,
    stop,
    async add(page) {
      const done = await follow(async (how) => ({ wrong: await addUrl(key, page, how) }));
      if (done === null) return;
      setFailure(done.wrong);
      if (done.wrong === null) onAdded();
    },
    async download(next) {
      let wrong: CallError | null = null;
      const handle = (error: CallError) => {
        wrong = error;
        return true;
      };
      const done = await follow(({ operation: name, signal }) =>
        act('app.installBrowser', { operation: name }, { signal, handle }),
      );
      setFailure(wrong);
      if (done !== null) next();
    },
  };
}
