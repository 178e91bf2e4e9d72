import type { CallName } from '../../shared/contract/index.ts';

/** Calls about storage that are not asked, although they change nothing or a command asks them. */
export const upkeepLeftOut: Partial<Record<CallName, string>> = {
  'storage.check': 'Reads the file beside the doors that write it; see repair-database.test.ts.',
  'storage.repair': 'Replaces the database under the other doors; see repair-database.test.ts.',
  'storage.report': 'Tells when it was measured; see storage.test.ts.',
};

/** Calls about storage, retention and defaults that commands ask on the way. */
export const upkeepCommands: Partial<Record<CallName, string>> = {
  'app.setDefaults': 'Changes the defaults; see workspace-defaults.test.ts.',
  'retention.apply': 'Removes runs; see retention.test.ts.',
  'retention.configure': 'Changes what is done at night; see retention.test.ts.',
  'retention.set': 'Changes the rules; see retention.test.ts.',
  'storage.clearCache': 'Deletes what is stored; see storage.test.ts.',
  'storage.compact': 'Changes the size of the file; see storage.test.ts.',
};
