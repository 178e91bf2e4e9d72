import { useEffect, useRef } from 'react';
import { useTopic } from '../../state/topics.ts';

/** The least time between two readings because of news, in milliseconds: at night runs begin and end all the time. */
const apartMs = 1500;

/**
 * Reads again when something of a project may have changed: a run of it began, ended or changed its state, or an entry of the
 * queue or a schedule did.
 */
export function useReadAgain(project: string, read: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const states = useRef(new Map<string, string>());
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      read();
    }, apartMs);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  useTopic(
    'runs',
    { project },
    (event) => {
      if (event.kind === 'deleted') return soon();
      const { id, state, acceptedAt } = event.run;
      const now = `${state} ${acceptedAt}`;
      const before = states.current.get(id);
      states.current.set(id, now);
      if (before !== now) soon();
    },
    soon,
  );
  useTopic('queue', { project }, soon, soon);
  useTopic('schedules', { project }, soon, soon);
}
