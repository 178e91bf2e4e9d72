import { useEffect, useState } from 'react';

import type * as Setup from './monaco.ts';

type Loaded = typeof Setup;

let loading: Promise<Loaded> | null = null;
let loaded: Loaded | null = null;

/** Monaco with the settings of its JSON language; the chunk is read with the first call. */
export function loadMonaco(): Promise<Loaded> {
  loading ??= (async () => {
    try {
      loaded = await import('./monaco.ts');
      return loaded;
    } catch (error) {
      // A chunk that failed to load may load the next time.
      loading = null;
      throw error;
    }
  })();
  return loading;
}

/** Whether an editor is there at once, because this window has shown one. */
export const isMonacoLoaded = () => loaded !== null;

/** Monaco once it is loaded, else null. Throws for the error boundary if it cannot be loaded. */
export function useMonaco(): Loaded | null {
  const [state, setState] = useState<{ value: Loaded | null; error: unknown }>({
    value: loaded,
    error: null,
  });
  useEffect(() => {
    let shown = true;
    if (state.value !== null) return undefined;
    void (async () => {
      try {
        const value = await loadMonaco();
        if (shown) setState({ value, error: null });
      } catch (error) {
        if (shown) setState({ value: null, error });
      }
    })();
    return () => {
      shown = false;
    };
  }, [state.value]);
  if (state.error !== null) throw new Error('The editor could not be loaded.', { cause: state.error });
  return state.value;
}
