/** The memory of some bytes, to be handed to another thread, where it is theirs alone: then it need not be copied. */
export function transferable(...arrays: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  return arrays.flatMap((array) => {
    const buffer = array?.buffer;
    return buffer instanceof ArrayBuffer && buffer.byteLength - (array?.byteLength ?? 0) <= 1 ? [buffer] : [];
  });
}

/**
 * Ends the use of some bytes: their memory is free at once, and not when garbage is collected the next time. What was
 * handed to another thread is gone already.
 */
export function giveBack(bytes: Uint8Array | undefined): void {
  for (const buffer of transferable(bytes)) if (!buffer.detached) buffer.transfer(0);
}
