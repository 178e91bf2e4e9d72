import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import { importLogin, listLogins, removeLogin } from '../work/logins/logins.ts';

type SessionHandlers = { readonly [N in Extract<WorkCallName, `sessions.${string}`>]: Handler<N> };

/** Handlers of the calls about logins. */
export function createSessionHandlers(dataDir: string): SessionHandlers {
  return {
    'sessions.list': () => Promise.resolve(listLogins(dataDir)),
    'sessions.import': (login) => importLogin(dataDir, login),
    'sessions.remove': ({ name }) => removeLogin(dataDir, name),
  };
}
