import { create } from 'zustand';
import type { ConnectionState } from '../client/client.ts';
import { getClient } from './client.ts';

interface Connection {
  state: ConnectionState;
  /** Since when it is not open, in milliseconds since 1970; null while it is. */
  lostAt: number | null;
}

/** The state of the connection, and since when it is lost (milliseconds since 1970). */
export const useConnection = create<Connection>(() => ({ state: 'connecting', lostAt: null }));

/** Follows the state of the connection. Returns what ends that. */
export function followConnection(): () => void {
  const take = (state: ConnectionState) => {
    const { lostAt } = useConnection.getState();
    useConnection.setState({ state, lostAt: state === 'open' ? null : (lostAt ?? Date.now()) });
  };
  const client = getClient();
  take(client.state);
  return client.onState(take);
}
