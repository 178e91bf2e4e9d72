import { CheckDialog } from './check-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LogInDialog } from './log-in-dialog.tsx';
import { useLogins } from './logins-store.ts';

/** Shows the dialog that a command or a button opens. Always mounted. */
export function LoginDialogs() {
  const { dialog } = useLogins();
  if (dialog === null) return null;
  if (dialog.kind === 'import') return <ImportDialog wanted={dialog.wanted} />;
  if (dialog.kind === 'check') return <CheckDialog login={dialog.login} />;
  return <LogInDialog name={dialog.name} url={dialog.url} wanted={dialog.wanted} />;
}
