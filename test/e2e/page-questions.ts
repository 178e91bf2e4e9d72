import type { CallName } from '../../shared/contract/index.ts';

/** Calls about saved pages and what is locked on them that commands make as a part of what they do. */
export const pageParts: Partial<Record<CallName, string>> = {
  'pages.addUrl': 'Uses the network; see listings.test.ts.',
  'pages.fetchAgain': 'Uses the network; see listings.test.ts.',
  'tester.empty': 'Is part of what "test" tells; see listings.test.ts.',
  'pages.addRequest': 'Uses the network; see saved-requests.test.ts.',
  'tests.drift': 'Reads what a command has fetched; see test-command.test.ts.',
  'tests.fetchAgain': 'Uses the network; see test-command.test.ts.',
  'tests.keep': 'Keeps what a command has fetched; see test-command.test.ts.',
  'tests.lock': 'Locks what a command then tests; see test-command.test.ts.',
  'tests.run': 'Is printed by page and field; see test-command.test.ts.',
  'tests.sample': 'Saves what a command then tests; see test-command.test.ts.',
};
