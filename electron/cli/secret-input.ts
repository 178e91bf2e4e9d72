import { HostError } from '../host/errors.ts';
import { UsageError, type Input } from './output.ts';

const maxBytes = 64 * 1024;

/**
 * Reads a secret: one line from a terminal, without showing it; else the whole of standard input, without the final line
 * break.
 * @param prompt the text before the line in a terminal
 * @throws UsageError if the user cancels; HostError if the input is too long
 */
export async function readSecretInput(
  prompt: string,
  input: Input,
  output: Pick<NodeJS.WriteStream, 'write'>,
): Promise<string> {
  if (input.isTTY === true) return typed(prompt, input, output);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    pieces.push(Buffer.from(piece));
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new HostError('bad-secret', 'The input is too long for a secret: at most 64 KB.');
  }
  // PowerShell pipes text with a byte order mark.
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
}

function typed(prompt: string, input: Input, output: Pick<NodeJS.WriteStream, 'write'>): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = '';
    const decoder = new TextDecoder();
    const end = (): void => {
      input.off('data', hear);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
    };
    const hear = (piece: Buffer | string): void => {
      const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
      for (const character of text) {
        switch (character) {
          case '\r':
          case '\n':
            end();
            return resolve(line);
          case '\u0003':
          case '\u0004':
            end();
            return reject(new UsageError('Cancelled. Nothing was stored.'));
          case '\u007f':
          case '\b':
            line = line.replace(/.$/su, '');
            break;
          case '\u0015':
            line = '';
            break;
          default:
            line += character;
        }
      }
    };
    output.write(prompt);
    input.setRawMode?.(true);
    input.on('data', hear);
    input.resume();
  });
}
