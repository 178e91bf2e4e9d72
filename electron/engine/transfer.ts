/** Returns the buffers that can be transferred to another thread: those that the arrays do not share with others. */
export function transferable(...arrays: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  return arrays.flatMap((array) => {
    const buffer = array?.buffer;
    return buffer instanceof ArrayBuffer && buffer.byteLength - (array?.byteLength ?? 0) <= 1 ? [buffer] : [];
  });
}

/**
 * Frees the memory of `bytes` at once instead of at the next garbage collection. Buffers that were transferred to another
 * thread are skipped.
 */
export function releaseBuffer(bytes: Uint8Array | undefined): void {
  for (const buffer of transferable(bytes)) if (!buffer.detached) buffer.transfer(0);
}
