import { useEffect, useRef, useState } from 'react';
import type { RunEvent } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { saveAs } from '../../state/save-as.ts';
import { toast } from '../../state/toasts.ts';
import { counted } from '../../ui/format.ts';
import { exportLog } from './log-export.ts';
import { eventHas } from './log-kinds.ts';

/** The export of a log to a file. */
export interface LogExport {
  /** How many lines were read so far; null: no export is under way. */
  readonly lines: number | null;
  start: () => void;
  cancel: () => void;
}

/** Exports the lines of a run's log that fit the filter. Leaving the screen cancels it. */
export function useLogExport(run: string, kinds: readonly string[], text: string): LogExport {
  const [lines, setLines] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async () => {
    if (abort.current !== null) return;
    const control = new AbortController();
    abort.current = control;
    setLines(0);
    const has = (event: RunEvent) => text === '' || eventHas(event, text);
    const found = await exportLog(
      getClient(),
      { run, kinds, has },
      { signal: control.signal, onLines: setLines },
    );
    abort.current = null;
    setLines(null);
    if (control.signal.aborted) return;
    if (!found.ok) toast.error(found.error, 'The log was not exported.');
    else {
      saveAs(`run-${run}-log.jsonl`, found.parts, 'application/jsonl');
      toast.success(`${counted(found.lines, 'line')} of the log exported`);
    }
  };
  return { lines, start: () => void start(), cancel: () => abort.current?.abort() };
}
