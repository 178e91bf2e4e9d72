import { useApi } from './api-store.ts';
import { KeyDialog } from './key-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { ServerDialog } from './server-dialog.tsx';
import { useApiState } from './use-api-state.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The dialog that is open. */
export function ApiDialogs() {
  const dialog = useApi((state) => state.dialog);
  switch (dialog?.kind) {
    case 'server':
      return <ServerSettings />;
    case 'key':
      return <KeyDialog />;
    case 'rotate':
      return <RotateDialog of={dialog.key} />;
    case 'member':
      return <MemberDialog />;
    case 'webhook':
      return <WebhookDialog webhook={dialog.webhook} key={dialog.webhook?.id ?? 'new'} />;
    case undefined:
      return null;
    default:
      return dialog satisfies never;
  }
}

function ServerSettings() {
  const { value } = useApiState();
  return value === null ? null : <ServerDialog state={value} />;
}
