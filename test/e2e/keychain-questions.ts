import type { CallName } from '../../shared/contract/index.ts';

/** Calls that read or change a keychain, with the reason why they are not asked through every door. */
export const keychainCalls: Partial<Record<CallName, string>> = {
  'secrets.list': 'Reads the keychain of whoever runs the tests.',
  'secrets.remove': 'Changes the keychain of whoever runs the tests.',
  'sessions.import': 'Needs a file; see logins.test.ts.',
  'sessions.list': 'Tells when a login was changed; see logins.test.ts.',
  'sessions.canLogIn': 'Tells whether there is a screen; see log-in.test.ts.',
  'sessions.check': 'Uses the network; see logins.test.ts.',
  'sessions.finish': 'Needs an open window of a browser; see log-in.test.ts.',
  'sessions.login': 'Opens a window of a browser; see log-in.test.ts.',
  'sessions.remove': 'Needs a login; see logins.test.ts.',
  'secrets.set': 'Changes the keychain of whoever runs the tests.',
};
