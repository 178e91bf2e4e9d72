import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react';
import type { LiveFrame } from '../../../../shared/live-frames.ts';
import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveInput, LiveSize } from '../../../../shared/live-page.ts';
import { followFrames } from '../../../client/live-frames.ts';
import { getClient } from '../../../state/client.ts';
import { copyText } from '../../../state/clipboard.ts';
import { InputQueue } from './input-queue.ts';
import { LiveChoices } from './live-choices.tsx';
import { modifiersOf, mouseInput, spotIn } from './to-input.ts';
import { useKeys } from './use-keys.ts';

/** Pixels of a line and of a page, for wheels that count these. */
const wheelSteps = [1, 40, 600];

/** The picture of a live page. While it has the focus, mouse and keys go to the page; F6, or Escape twice, leaves it. */
export function LivePicture({
  opened,
  state,
  size,
  scale,
  onLeave,
  onFocus,
}: {
  opened: { live: string; path: string };
  state: LiveState | null;
  size: LiveSize;
  /** How large a pixel of the page is shown. */
  scale: number;
  /** The keyboard leaves the page. */
  onLeave: () => void;
  onFocus: (has: boolean) => void;
}) {
  const { live } = opened;
  const hint = useId();
  const { isShown, canvas, page } = useFrames(opened, size);
  const keys = useRef<HTMLTextAreaElement | null>(null);
  const queue = useMemo(
    () => new InputQueue((input) => getClient().call('live.input', { live, input })),
    [live],
  );
  const put = (input: LiveInput | null) => input !== null && queue.put(input);
  const spot = (event: { clientX: number; clientY: number }) =>
    spotIn(keys.current?.getBoundingClientRect() ?? new DOMRect(), page.current, event);

  useWheel(keys, (event) => {
    const step = wheelSteps[event.deltaMode] ?? 1;
    const { deltaX, deltaY } = event;
    put({
      kind: 'wheel',
      ...spot(event),
      dx: deltaX * step,
      dy: deltaY * step,
      modifiers: modifiersOf(event),
    });
  });

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    void getClient().call('live.resize', { live, size });
  }, [live, size.width, size.height]);

  /** Puts what is selected on the page onto the clipboard of the person, once the page has got what was done before. */
  const copy = async () => {
    await queue.sent();
    const selected = await getClient().call('live.selection', { live });
    if (selected.ok && selected.value.text !== '') await copyText(selected.value.text);
  };
  const onKey = useKeys(put, { onLeave, copy });

  return (
    <div
      className="live-picture"
      data-shown={isShown || undefined}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <canvas ref={canvas} width={size.width} height={size.height} aria-hidden data-testid="live-canvas" />
      <span id={hint} className="visually-hidden">
        Keys and the mouse go to the page. F6, or Escape twice, leaves it.
      </span>
      {/* It has the focus in the place of the page: input methods and the clipboard need a field. */}
      <textarea
        ref={keys}
        className="live-keys"
        aria-label={`Live page ${state?.title ?? ''}`}
        aria-describedby={hint}
        data-records-keys
        data-pane-focus
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={(event) => onKey('down', event)}
        onKeyUp={(event) => onKey('up', event)}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
        onCompositionUpdate={(event) => put({ kind: 'compose', text: event.data })}
        onCompositionEnd={(event) => {
          put(event.data === '' ? { kind: 'compose', text: '' } : { kind: 'text', text: event.data });
          event.currentTarget.value = '';
        }}
        onPaste={(event) => {
          event.preventDefault();
          const text = event.clipboardData.getData('text/plain');
          if (text !== '') put({ kind: 'text', text });
        }}
        onInput={(event) => {
          if (!event.nativeEvent.isComposing) event.currentTarget.value = '';
        }}
        onPointerDown={(event) => {
          if (event.button > 2) return;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onMouseDown={(event) => put(mouseInput('down', event, spot(event)))}
        onMouseUp={(event) => put(mouseInput('up', event, spot(event)))}
        onMouseMove={(event) => put(mouseInput('move', event, spot(event)))}
        onContextMenu={(event) => event.preventDefault()}
        onDragStart={(event) => event.preventDefault()}
      />
      {state !== null && state.choices !== null && (
        <LiveChoices
          choices={state.choices}
          scale={scale}
          onChoose={(index) => {
            put({ kind: 'choose', index });
            keys.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Draws the pictures as they come. @returns where, whether there is one, and the size of its page */
function useFrames({ live, path }: { live: string; path: string }, size: LiveSize) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const page = useRef(size);
  const [isShown, setShown] = useState(false);
  const draw = useEffectEvent(async ({ picture, width, height, number }: LiveFrame) => {
    const bitmap = await createImageBitmap(new Blob([picture], { type: 'image/jpeg' })).catch(() => null);
    const target = canvas.current;
    if (bitmap !== null && target !== null) {
      page.current = { width, height };
      if (target.width !== bitmap.width) target.width = bitmap.width;
      if (target.height !== bitmap.height) target.height = bitmap.height;
      target.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
      setShown(true);
    }
    void getClient().call('live.shown', { live, frame: number });
  });
  useEffect(() => {
    const ending = new AbortController();
    void followFrames(path, (frame) => draw(frame), ending.signal);
    return () => ending.abort();
  }, [path]);
  return { isShown, canvas, page };
}

/** Takes the turns of the wheel. React listens passively, and then the window would scroll too. */
function useWheel(element: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const turned = useEffectEvent(onWheel);
  useEffect(() => {
    const target = element.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      turned(event);
    };
    target?.addEventListener('wheel', wheel, { passive: false });
    return () => target?.removeEventListener('wheel', wheel);
  }, [element]);
}
