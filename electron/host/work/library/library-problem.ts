import { LibraryError, type LibraryReason } from '../../../library/errors.ts';
import { HostError } from '../../errors.ts';

/** Reasons that are about the way to a registry, and not about what it holds. */
const onTheWay: ReadonlySet<LibraryReason> = new Set(['unreachable', 'refused', 'git-failed', 'busy']);

const hints: Partial<Record<LibraryReason, string>> = {
  'no-index': 'A registry has an index.json. A new one is made where it is added with a title.',
  newer: 'Update Spider Studio, then read it again.',
  'bad-hash': 'Nothing was stored. Tell whoever keeps the registry.',
  busy: 'Try again when it has ended.',
  unreachable: 'Check the location and the network, then read it again.',
  refused: 'Add it with private addresses allowed, if it is yours.',
  'git-failed': 'Check that git can read it without a question, for example with "git ls-remote".',
  'read-only': 'Ask whoever keeps the registry for the right to write.',
};

/** What is wrong with a registry, for people. Other errors stay as they are. */
export function libraryProblem(error: unknown, registry: string): unknown {
  if (!(error instanceof LibraryError)) return error;
  const { reason, message } = error;
  const hint = hints[reason] ?? null;
  if (reason === 'cancelled') return new HostError('cancelled', 'It was cancelled.');
  if (reason === 'no-git')
    return new HostError(
      'no-git',
      `The registry "${registry}" is a Git repository, and there is no git on this computer.`,
      'Install git. A repository that a web server shows as files can be added by its URL instead.',
    );
  if (reason === 'read-only')
    return new HostError('not-publishable', `Nothing can be published to "${registry}". ${message}`, hint, {
      reason,
    });
  const isOnTheWay = onTheWay.has(reason);
  return new HostError(
    isOnTheWay ? 'registry-unreachable' : 'bad-registry',
    `The registry "${registry}" cannot be ${isOnTheWay ? 'reached' : 'used'}. ${message}`,
    hint,
    { reason },
  );
}
