import type { Client } from '../client/client.ts';

let current: Client | null = null;

/** Sets the client of this window; called once, before anything is shown. Tests pass a fake. */
export function setClient(client: Client | null): void {
  current = client;
}

/** The client of this window. */
export function getClient(): Client {
  if (current === null) throw new Error('The window was shown before it had a client.');
  return current;
}
