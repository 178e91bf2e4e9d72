/** The most bytes or characters of a frame: the largest text of a spider, with every character escaped. */
export const maxFrameLength = 16 * 1024 * 1024;

/** Parses a frame from a window; undefined if it is not JSON, or too long. */
export function readFrame(text: string): unknown {
  if (text.length > maxFrameLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
