import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { readAgain } from './logins-store.ts';

/** Removes a login after a confirmation. */
export async function removeLogin(name: string): Promise<void> {
  const agreed = await confirm({
    title: `Remove the login ${name}?`,
    message:
      'Its cookies and local storage are deleted and cannot be restored. Spiders that name it in SESSION fail until there is a login of that name again.',
    confirm: 'Remove',
    danger: true,
  });
  if (!agreed) return;
  const removed = await act('sessions.remove', { name }, { failure: 'The login was not removed.' });
  readAgain();
  if (removed !== null) toast.success('The login was removed', { message: name });
}
