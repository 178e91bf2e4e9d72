import type { Socket } from 'node:net';

/** The other side closed the connection before the expected data. */
export class ClosedEarlyError extends Error {
  override readonly name = 'ClosedEarlyError';
}

/** The data exceeds its limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Reads exactly `length` bytes of a proxy's handshake; the rest stays in the socket. Rejects with the socket's error or
 * `ClosedEarlyError`.
 */
export async function readExactly(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const piece: unknown = socket.read(length);
    if (piece instanceof Buffer && piece.length === length) return piece;
    if (piece !== null) throw new ClosedEarlyError('The connection was closed.');
    await moreToRead(socket);
  }
}

/** Reads up to and including an empty line, as Latin-1. @throws TooLongError beyond `most` bytes */
export async function readHead(socket: Socket, most: number): Promise<string> {
  let head = Buffer.alloc(0);
  for (;;) {
    const piece: unknown = socket.read();
    if (piece instanceof Buffer) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end >= 0) {
        const rest = head.subarray(end + 4);
        if (rest.length > 0) socket.unshift(rest);
        return head.subarray(0, end + 4).toString('latin1');
      }
      if (head.length > most) throw new TooLongError('Too much was said.');
    } else await moreToRead(socket);
  }
}

function moreToRead(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null): void => {
      socket.off('readable', onReadable).off('error', settle).off('end', onEnd).off('close', onEnd);
      if (error === null) resolve();
      else reject(error);
    };
    const onReadable = (): void => settle(null);
    const onEnd = (): void => settle(socket.errored ?? new ClosedEarlyError('The connection was closed.'));
    socket.on('readable', onReadable).on('error', settle).on('end', onEnd).on('close', onEnd);
    if (socket.destroyed || socket.readableEnded) onEnd();
  });
}
