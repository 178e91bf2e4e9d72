import type { OperationName, Operations } from './generated/operations.ts';
import type { CallOptions } from './transport.ts';

/** What an operation takes. */
export type ArgsOf<N extends OperationName> = Operations[N]['args'];
/** What an operation returns. */
export type ResultOf<N extends OperationName> = Operations[N]['result'];

/** Arguments may be left out where none is needed. */
export type Given<N extends OperationName> =
  Record<string, never> extends ArgsOf<N>
    ? [args?: ArgsOf<N>, options?: CallOptions]
    : [args: ArgsOf<N>, options?: CallOptions];

/** Which items are read, and how many at once. */
export type ItemOptions = Omit<ArgsOf<'results.read'>, 'spider' | 'cursor' | 'format' | 'columns' | 'limit'> &
  CallOptions & { portion?: number };

/** Which items an export has, and of which form it is. */
export type ExportOptions = Omit<ArgsOf<'results.read'>, 'spider' | 'cursor' | 'limit' | 'format'> &
  CallOptions & { format: Exclude<NonNullable<ArgsOf<'results.read'>['format']>, 'items'> };

/** Which requests of a run are read, and how many at once. */
export type RequestOptions = Omit<ArgsOf<'runs.requests'>, 'run' | 'offset' | 'limit'> &
  CallOptions & { portion?: number };

/** An export as it arrives. */
export interface ExportFile {
  /** Its media type. */
  type: string;
  body: ReadableStream<Uint8Array>;
}

/** Options that stand beside arguments, apart from them. */
export function apart<T extends CallOptions>(
  given: T,
): { calling: CallOptions; args: Omit<T, keyof CallOptions> } {
  const { signal, timeoutMs, idempotencyKey, retries, backoffMs, longestWaitMs, ...args } = given;
  const options = { signal, timeoutMs, idempotencyKey, retries, backoffMs, longestWaitMs };
  const calling: CallOptions = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  return { calling, args };
}
