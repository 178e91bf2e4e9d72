/** The memory of some bytes, to be handed to another thread, where it is theirs alone: then it need not be copied. */
export function transferable(...arrays: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  return arrays.flatMap((array) => {
    const buffer = array?.buffer;
    return buffer instanceof ArrayBuffer && buffer.byteLength - (array?.byteLength ?? 0) <= 1 ? [buffer] : [];
  });
}
