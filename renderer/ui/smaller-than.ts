import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Whether an element is smaller than a limit in pixels; followed while it is shown. An element that has no size is not: it is not
 * shown. With the limit left out, it never is.
 */
export function useSmallerThan(
  element: RefObject<HTMLElement | null>,
  limit: number | undefined,
  along: 'width' | 'height' = 'width',
): boolean {
  const [smaller, setSmaller] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || limit === undefined) return undefined;
    const measure = () => {
      const size = along === 'width' ? box.clientWidth : box.clientHeight;
      if (size > 0) setSmaller(size < limit);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, limit, along]);
  return limit !== undefined && smaller;
}
