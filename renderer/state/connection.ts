import { create } from 'zustand';
import type { ConnectionState } from '../client/client.ts';
import { getClient } from './client.ts';

interface Connection {
  state: ConnectionState;
  /** When the connection was lost, in milliseconds since 1970; null while it is open. */
  lostAt: number | null;
}

/** The state of the connection, and since when it is lost (milliseconds since 1970). */
export const useConnection = create<Connection>(() => ({ state: 'connecting', lostAt: null }));

/** Follows the state of the connection. @returns ends that */
export function followConnection(): () => void {
  const take = (state: ConnectionState) => {
    const { lostAt } = useConnection.getState();
    useConnection.setState({ state, lostAt: state === 'open' ? null : (lostAt ?? Date.now()) });
  };
  const client = getClient();
  take(client.state);
  return client.onState(take);
}
