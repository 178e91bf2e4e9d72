import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RunEvent } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { noLines, released, withNewer, withOlder, type LogLines } from './log-lines.ts';

const portion = 1000;
/** The interval at which new lines are drawn together, in milliseconds. */
const drawEvery = 120;

/** The log of a run: its loaded lines, and how to load more. */
export interface Log extends LogLines {
  readonly loading: boolean;
  readonly error: CallError | null;
  readonly loadingOlder: boolean;
  /** Reads older lines, until `has` finds one among them or the beginning is reached. */
  readonly loadOlder: (has: (event: RunEvent) => boolean) => void;
  readonly reload: () => void;
}

/** The log of a run, as it happens. `held`: what comes is kept back and follows later. */
export function useLog(run: string, kinds: readonly string[], held: boolean): Log {
  const kindsKey = kinds.join(' ');
  const key = `${run} ${kindsKey}`;
  const [state, setState] = useState<{
    key: string;
    lines: LogLines;
    loading: boolean;
    error: CallError | null;
  }>({
    key,
    lines: noLines,
    loading: true,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const isHeld = useRef(held);
  useEffect(() => {
    isHeld.current = held;
    if (!held) setState((before) => ({ ...before, lines: released(before.lines) }));
  }, [held]);

  useEffect(() => {
    const abort = new AbortController();
    const wanted = kindsKey === '' ? {} : { kinds: kindsKey.split(' ') };
    let end: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let waiting: RunEvent[] = [];
    const draw = () => {
      timer = null;
      const events = waiting;
      waiting = [];
      setState((before) => ({ ...before, lines: withNewer(before.lines, events, isHeld.current) }));
    };
    const begin = async () => {
      setState((before) => ({
        key,
        lines: before.key === key ? before.lines : noLines,
        loading: true,
        error: null,
      }));
      const answer = await getClient().call(
        'runs.events',
        { run, ...wanted, limit: portion },
        { signal: abort.signal },
      );
      if (abort.signal.aborted) return;
      if (!answer.ok) {
        setState((before) => ({ ...before, loading: false, error: answer.error }));
        return;
      }
      const { events, more } = answer.value;
      setState({ key, lines: { ...noLines, events, older: more }, loading: false, error: null });
      end?.();
      end = getClient().subscribe(
        'log',
        { run, after: events.at(-1)?.id ?? null, ...wanted },
        {
          event(event) {
            waiting.push(event);
            timer ??= setTimeout(draw, drawEvery);
          },
          // The newest are read anew; what lies between is read when older lines are asked for.
          missed: () => void begin(),
        },
      );
    };
    void begin();
    return () => {
      abort.abort();
      end?.();
      if (timer !== null) clearTimeout(timer);
    };
  }, [key, attempt]);

  const loadOlder = useCallback(
    (has: (event: RunEvent) => boolean) => {
      const read = async () => {
        setLoadingOlder(true);
        let { lines } = state;
        for (let reads = 0; reads < 10; reads += 1) {
          const before = lines.events[0]?.id;
          if (before === undefined || !lines.older) break;
          const answer = await getClient().call('runs.events', {
            run,
            before,
            ...(kindsKey === '' ? {} : { kinds: kindsKey.split(' ') }),
            limit: portion,
          });
          if (!answer.ok) {
            toast.error(answer.error, 'Older lines could not be loaded.');
            break;
          }
          const { events, more } = answer.value;
          lines = withOlder(lines, events, more);
          setState((now) => (now.key === key ? { ...now, lines: withOlder(now.lines, events, more) } : now));
          if (events.some(has)) break;
        }
        setLoadingOlder(false);
      };
      if (!loadingOlder) void read();
    },
    [run, key, kindsKey, state, loadingOlder],
  );
  const lines = state.key === key ? state.lines : noLines;
  return {
    ...lines,
    loading: state.key !== key || state.loading,
    error: state.error,
    loadingOlder,
    loadOlder,
    reload: () => setAttempt((before) => before + 1),
  };
}
