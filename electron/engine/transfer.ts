/** The memory of some bytes, to be handed to another thread, where it is theirs alone: then it need not be copied. */
export function transferable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
