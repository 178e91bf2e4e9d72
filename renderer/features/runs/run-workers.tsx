import type { ReactNode } from 'react';
import { href } from '../../navigation/router.ts';
import { useRunWorkers } from './carried-out-by.tsx';

/** The workers that carry a run out, with the way to them; in a workspace without any, what is given. */
export function RunWorkers({ run, children }: { run: string; children: ReactNode }) {
  const workers = useRunWorkers(run);
  if (workers.length === 0) return children;
  return <a href={href(['fleet'])}>{workers.join(', ')}</a>;
}
