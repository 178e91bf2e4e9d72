import { useEffect, useState } from 'react';
import type { PreviewBox } from '../../../../shared/window/preview.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { fieldPath } from '../../../spider-document/place.ts';
import type { NamedReport } from '../field-paths.ts';
import { NameInput } from './name-input.tsx';

/** Height of the label, in pixels. */
const height = 20;

/** The name of the field in hand, above its element on the page, where it can be changed. */
export function NameLabel({
  spiderKey: key,
  frame,
  box,
  field,
  callback,
}: {
  spiderKey: SpiderKey;
  frame: HTMLIFrameElement;
  /** Where the element stands in the frame. */
  box: PreviewBox;
  field: NamedReport;
  callback: string | null;
}) {
  const size = useSize(frame);
  if (callback === null) return null;
  const isSeen = box.top + box.height > 0 && box.top < size.height && box.left < size.width;
  if (!isSeen) return null;
  const path = fieldPath(callback, field.names);
  const above = box.top >= height ? box.top - height - 2 : box.top + box.height + 2;
  const top = Math.max(0, Math.min(above, size.height - height));
  const left = Math.max(0, Math.min(box.left, size.width - 80));
  return (
    <div className="hand-label" style={{ top: frame.offsetTop + top, left: frame.offsetLeft + left }}>
      <NameInput
        key={pointerOf(path)}
        spiderKey={key}
        path={path}
        label="Name of the field, on the page"
        onDone={() => frame.focus()}
      />
    </div>
  );
}

function useSize(element: HTMLElement): { width: number; height: number } {
  const [size, setSize] = useState({ width: element.clientWidth, height: element.clientHeight });
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
