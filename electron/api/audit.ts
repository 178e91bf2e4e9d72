import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { Caller } from './caller.ts';
import type { ApiServices } from './services.ts';

/** What the audit log says of a request, or of a call of a batch. */
export interface Noted {
  /** The name of the call, or of the address. */
  operation: string;
  caller: Caller | null;
  project: string | null;
  /** Whether a call was made that changes something. */
  changes: boolean;
  /** The code of what was refused though the answer is no problem. */
  refusal?: ErrorCode;
}

/** How it ended, and where it came from. */
interface Ended {
  status: number;
  /** The code of the error; null: it succeeded. */
  code: string | null;
  /** The address of the client. */
  from: string;
}

/** Begins the clock of a request, or of a call of a batch. @returns what counts it and notes it once it has ended */
export function createEnding(
  services: Pick<ApiServices, 'callers' | 'strangers' | 'meter'>,
  noted: Noted,
  from: string,
): (status: number, code: string | null) => Promise<void> {
  const begun = performance.now();
  return async (status, code) => {
    services.meter.answered(noted.operation, status, code, (performance.now() - begun) / 1000);
    await note(services, noted, { status, code, from });
  };
}

/**
 * Notes in the audit log what changed something or was refused. Arguments are not checked yet where a request is refused, so only what
 * can be the name of a project is noted as one.
 */
export async function note(
  { callers, strangers }: Pick<ApiServices, 'callers' | 'strangers'>,
  { operation, caller, project, changes }: Noted,
  ended: Ended,
): Promise<void> {
  const { status } = ended;
  const isRefused = status === 401 || status === 403 || status === 429;
  if (!changes && !isRefused) return;
  const { key = null, member = null } = caller ?? {};
  if (caller === null && !strangers.isNoted()) return;
  const known = project !== null && /^[\w-]{1,255}$/.test(project) ? project : null;
  await callers.record({ key, member, operation, project: known, ...ended });
}
