import type { HostOptions } from '../host/serving/host.ts';

/** Serves the API where a person at a window asks for that. Its modules are loaded then. */
export const openApiServer: NonNullable<HostOptions['openApi']> = async (asked) =>
  (await import('../api/server.ts')).openApi(asked);
