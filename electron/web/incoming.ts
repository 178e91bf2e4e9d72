/** Bytes or characters of one frame: the largest text of a spider, with every character escaped. */
export const maxFrameLength = 16 * 1024 * 1024;

/** Reads what a window has sent; undefined: it is no JSON, or too long. */
export function readFrame(text: string): unknown {
  if (text.length > maxFrameLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
