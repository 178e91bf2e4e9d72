import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { PostgresAddress } from '../../postgres/address.ts';

/** What a connection's thread is started with. */
export interface ConnectionStart {
  address: PostgresAddress;
  /** How many answers there were, whether the thread listens, and whether it has ended. */
  answered: SharedArrayBuffer;
  port: MessagePort;
}

/** A statement to carry out. */
export interface AskedStatement {
  text: string;
  /** Under which the server keeps it; null: it is not kept, and may be several statements. */
  name: string | null;
  values: readonly unknown[];
  /** Whether integers are returned as bigint. */
  bigints: boolean;
  /** Whether it is carried out again whenever the connection is made anew. */
  keeps: boolean;
  /** Whether it belongs to a transaction, which does not outlast its connection. */
  within: boolean;
}

/** What the server has answered. */
export type StatementAnswer =
  | { fields: readonly string[]; rows: unknown[][]; count: number }
  /** A body that is kept outside of the database cannot be read. */
  | { refusal: { code: ErrorCode; message: string; hint: string | null } }
  | { error: { code: string | null; message: string; detail: string | null; constraint: string | null } };
