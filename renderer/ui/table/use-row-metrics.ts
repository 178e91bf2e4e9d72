import { useLayoutEffect, useState } from 'react';
import { useUiPreference } from '../ui-context.ts';

interface RowMetrics {
  readonly rowHeight: number;
  readonly headerHeight: number;
}

/** Room for a second line in the header, in pixels, as in table.css. */
const detailHeight = 16;

/**
 * How high rows are, as the tokens say for the density that is chosen.
 * @param detailed whether the header has a second line
 */
export function useRowMetrics(detailed: boolean): RowMetrics {
  const density = useUiPreference(({ density: chosen }) => chosen);
  const [rowHeight, setRowHeight] = useState(28);
  useLayoutEffect(() => {
    const read = () => {
      const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
      if (height > 0) setRowHeight(height);
    };
    // The document takes the density over in an effect of the application, after this one.
    const frame = requestAnimationFrame(read);
    read();
    return () => cancelAnimationFrame(frame);
  }, [density]);
  return { rowHeight, headerHeight: rowHeight + (detailed ? detailHeight : 0) };
}
