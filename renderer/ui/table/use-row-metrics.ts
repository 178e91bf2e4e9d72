import { useLayoutEffect, useState } from 'react';
import { useUiPreference } from '../ui-context.ts';

interface RowMetrics {
  readonly rowHeight: number;
  readonly headerHeight: number;
}

/** How high rows are, as the tokens say for the density that is chosen. */
export function useRowMetrics(): RowMetrics {
  const density = useUiPreference(({ density: chosen }) => chosen);
  const [metrics, setMetrics] = useState<RowMetrics>({ rowHeight: 28, headerHeight: 28 });
  useLayoutEffect(() => {
    const read = () => {
      const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
      if (height > 0) setMetrics({ rowHeight: height, headerHeight: height });
    };
    // The document takes the density over in an effect of the application, after this one.
    const frame = requestAnimationFrame(read);
    read();
    return () => cancelAnimationFrame(frame);
  }, [density]);
  return metrics;
}
