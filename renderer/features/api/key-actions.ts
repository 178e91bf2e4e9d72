import type { CallArgs } from '../../../shared/contract/index.ts';
import type { ApiKey, Member } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { counted } from '../../ui/format.ts';
import { keepSecret, putAway, readAgain } from './api-store.ts';
import { usedWord } from './api-words.ts';

/** Makes a key and shows its secret. @returns whether it was made */
export async function makeKey(args: CallArgs<'keys.create'>): Promise<boolean> {
  const made = await act('keys.create', args, { failure: 'The key was not made.' });
  readAgain();
  if (made === null) return false;
  keepSecret({ of: 'key', id: made.key.id, name: made.key.name, secret: made.secret });
  return true;
}

/** Ends a key after a person agrees. */
export async function revokeKey({ id, name, member, prefix, lastUsedAt: known }: ApiKey): Promise<void> {
  // It may have been used since the keys were read.
  const newest = await getClient().call('keys.list', {});
  const lastUsedAt = newest.ok ? (newest.value.find((key) => key.id === id)?.lastUsedAt ?? known) : known;
  const used =
    lastUsedAt === null
      ? 'It was never used.'
      : `Programs of ${member} that send it are refused within a second. It was last used ${usedWord(lastUsedAt)}.`;
  const agreed = await confirm({
    title: `Revoke the key “${name}”?`,
    message: `${used} The key ${prefix}… cannot be brought back.`,
    confirm: 'Revoke',
    danger: true,
  });
  if (!agreed) return;
  const ended = await act('keys.revoke', { key: id }, { failure: 'The key was not revoked.' });
  readAgain();
  if (ended === null) return;
  putAway('key', id);
  toast.success(`The key “${name}” was revoked`);
}

/** Removes a member with its keys after a person agrees. */
export async function removeMember({ name, keys }: Member): Promise<void> {
  const agreed = await confirm({
    title: `Remove ${name}?`,
    message:
      keys === 0
        ? 'The member has no key that works.'
        : `${counted(keys, 'key')} of this member ${keys === 1 ? 'is' : 'are'} revoked, and programs that use ${keys === 1 ? 'it' : 'them'} are refused.`,
    confirm: 'Remove',
    danger: true,
  });
  if (!agreed) return;
  await act('members.remove', { name }, { failure: `${name} was not removed.` });
  readAgain();
}

/** Gives a member another role; asks where its keys lose something. */
export async function changeRole({ name, keys, role: before }: Member, role: Member['role']): Promise<void> {
  const isLess = rank.indexOf(role) < rank.indexOf(before);
  if (isLess && keys > 0) {
    const agreed = await confirm({
      title: `Make ${name} a ${role}?`,
      message: `${counted(keys, 'key')} of this member lose${keys === 1 ? 's' : ''} what a ${role} may not do.`,
      confirm: 'Change the role',
    });
    if (!agreed) return;
  }
  await act('members.setRole', { name, role }, { failure: `The role of ${name} was not changed.` });
  readAgain();
}

const rank: readonly Member['role'][] = ['viewer', 'runner', 'editor', 'owner'];
