import type { Host } from '../host/serving/host.ts';
import type { Port } from '../mcp/carry-out.ts';
import { createAskAs } from './ask.ts';
import type { Caller } from './caller.ts';
import { usualProject } from './usual-project.ts';

/** The application for a client without a key that a person has started: with the permissions of a caller of the API. */
export function localPort({
  host: { callers, dispatch },
  caller,
  allowPrivate,
  signal,
}: {
  host: Pick<Host, 'callers' | 'dispatch'>;
  caller: Caller;
  allowPrivate: boolean;
  signal: AbortSignal;
}): Port {
  return {
    ask: createAskAs(
      { callerNow: async () => caller, services: { callers, dispatch, allowPrivate }, signal },
      { project: null, changes: false },
    ),
    projectOf: async ({ project, spider }) => project ?? usualProject({ spider }, caller, callers),
    allowPrivate,
    scopes: caller.scopes,
    onTool: () => undefined,
    onFailure: () => undefined,
  };
}
