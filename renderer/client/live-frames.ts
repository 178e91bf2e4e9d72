import { FrameReader, type LiveFrame } from '../../shared/live-frames.ts';

/**
 * Follows the pictures of a live page (`path` from `live.open`), until the signal is aborted: then the host ends the page.
 * @param onFrame shows a picture; the next is read when it has
 * @returns when there is none any more
 */
export async function followFrames(
  path: string,
  onFrame: (frame: LiveFrame) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const reader = new FrameReader();
  try {
    const answer = await fetch(path, { signal, cache: 'no-store' });
    const stream = answer.ok ? answer.body?.getReader() : undefined;
    if (stream === undefined) return;
    for (;;) {
      const { value, done } = await stream.read();
      if (done) return;
      for (const frame of reader.read(value)) await onFrame(frame);
    }
  } catch {
    // The page has ended, or the window leaves it.
  }
}
