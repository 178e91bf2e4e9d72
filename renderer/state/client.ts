import type { Client } from '../client/client.ts';

let current: Client | null = null;

/** Names the client that this window uses; called once, before anything is shown. Tests call it with a fake. */
export function setClient(client: Client | null): void {
  current = client;
}

/** This window's way to the host. */
export function getClient(): Client {
  if (current === null) throw new Error('The window was shown before it had a client.');
  return current;
}
