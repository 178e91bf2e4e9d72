import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { CallError } from '../../../../shared/contract/errors.ts';
import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveSize } from '../../../../shared/live-page.ts';
import { getDocument, type SpiderKey } from '../../../spider-document/document.ts';
import { getClient } from '../../../state/client.ts';
import { allowPrivateSite, mayReachPrivate } from '../../../state/private-sites.ts';
import { confirm } from '../../../state/questions.ts';
import { useTopicState } from '../../../state/topics.ts';

/** A live page as its pane knows it. */
export interface Live {
  /** null: it is not there yet, or was not opened. */
  readonly opened: { live: string; path: string } | null;
  /** null: nothing is told yet. */
  readonly state: LiveState | null;
  /** Why it was not opened. */
  readonly failure: CallError | null;
  /** Opens it anew. */
  readonly again: () => void;
}

/**
 * Opens a live page for as long as the component is shown. Asks first if the address is private.
 * @param size null: it is not measured yet
 */
export function useLive(key: SpiderKey, url: string, size: LiveSize | null): Live {
  const [opened, setOpened] = useState<Live['opened']>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isMeasured = size !== null;
  const open = useEffectEvent(async (signal: AbortSignal) => {
    if (size === null) return;
    const text = getDocument(key)?.text;
    const ask = (allowPrivate: boolean) =>
      getClient().call(
        'live.open',
        { ...key, url, size, allowPrivate, ...(text === undefined ? {} : { text }) },
        { signal },
      );
    let answer = await ask(mayReachPrivate(key.project, key.spider));
    if (!answer.ok && answer.error.details['reason'] === 'blocked-address' && !signal.aborted) {
      const agreed = await confirm({
        title: 'Allow a private address?',
        message: `${url} is on this computer or in this network. Continue only if the site is yours.`,
        confirm: 'Open it',
      });
      if (agreed && !signal.aborted) {
        answer = await ask(true);
        if (answer.ok) allowPrivateSite(key.project, key.spider);
      }
    }
    if (signal.aborted) {
      // It was opened while the pane was being closed.
      if (answer.ok) void getClient().call('live.close', { live: answer.value.live });
      return;
    }
    setOpened(answer.ok ? answer.value : null);
    setFailure(answer.ok ? null : answer.error);
  });
  useEffect(() => {
    const ending = new AbortController();
    setOpened(null);
    setFailure(null);
    void open(ending.signal);
    return () => ending.abort();
  }, [isMeasured, attempt]);
  const live = opened?.live ?? null;
  useEffect(
    () => () => {
      if (live !== null) void getClient().call('live.close', { live });
    },
    [live],
  );
  const told = useTopicState('live', live === null ? null : { live });
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { opened, state: told?.state ?? null, failure, again };
}
