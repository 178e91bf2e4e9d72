import { useEffect, useRef, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallArgs, TopicEvent } from '../../../shared/contract/index.ts';
import type { Proposal } from '../../../shared/contract/types.ts';
import { uploadFile } from '../../client/upload.ts';
import { navigate } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { allowPrivateSite } from '../../state/private-sites.ts';
import { toast } from '../../state/toasts.ts';
import { useTopicState } from '../../state/topics.ts';

/** What to begin with: an address as it was typed, or a file. */
export type Beginning = { readonly url: string } | { readonly file: File };

/** How the page is fetched, where that differs from what is usual. */
export type BeginHow = Partial<Pick<CallArgs<'spiders.begin'>, 'allowPrivate' | 'browser' | 'anyway'>>;

interface Begin {
  readonly busy: boolean;
  readonly progress: TopicEvent<'progress'> | null;
  readonly failure: CallError | null;
  /** What the page is, where no spider was made of it; null: one was, or nothing was read. */
  readonly state: Proposal['state'] | null;
  /** Reads a page, and shows the spider that was made of it. What was chosen for this page before holds on. */
  begin: (what: Beginning, how?: BeginHow) => Promise<void>;
  stop: () => void;
  /** Forgets what the page read last was. */
  forget: () => void;
}

/** Begins spiders from pages, one at a time. */
export function useBegin(project: string): Begin {
  const [operation, setOperation] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [state, setState] = useState<Proposal['state'] | null>(null);
  const abort = useRef<AbortController | null>(null);
  const progress = useTopicState('progress', operation === null ? null : { operation });
  const chosen = useRef<BeginHow>({});
  useEffect(() => () => abort.current?.abort(), []);

  const begin = async (what: Beginning, how: BeginHow = {}) => {
    abort.current?.abort();
    const ending = new AbortController();
    abort.current = ending;
    const name = crypto.randomUUID();
    chosen.current = { ...chosen.current, ...how };
    setOperation(name);
    setFailure(null);
    setState(null);
    const { signal } = ending;
    const handle = (error: CallError) => {
      if (!signal.aborted) setFailure(error);
      return true;
    };
    const source = await sourceOf(what, signal, handle);
    const begun =
      source === null
        ? null
        : await act(
            'spiders.begin',
            { project, allowPrivate: false, ...chosen.current, ...source, operation: name },
            { handle, signal },
          );
    if (abort.current === ending) setOperation(null);
    if (begun === null || signal.aborted) return;
    const { spider, proposal, notes } = begun;
    if (spider === null) return setState(proposal.state);
    if (chosen.current.allowPrivate === true) allowPrivateSite(project, spider);
    invalidate((call) => call === 'spiders.list' || call === 'projects.list');
    if (notes.length > 0) toast.information('The page was read', { message: notes.join(' ') });
    navigate(['spider', project, spider, 'author']);
  };
  return {
    busy: operation !== null,
    progress,
    failure,
    state,
    begin,
    stop: () => {
      abort.current?.abort();
      setOperation(null);
    },
    forget: () => {
      chosen.current = {};
      setFailure(null);
      setState(null);
    },
  };
}

async function sourceOf(
  what: Beginning,
  signal: AbortSignal,
  handle: (error: CallError) => boolean,
): Promise<{ url: string } | { upload: string } | null> {
  if ('url' in what) return { url: what.url.trim() };
  const sent = await uploadFile(getClient(), what.file, { signal });
  if (sent.ok) return sent.value;
  handle(sent.error);
  return null;
}
