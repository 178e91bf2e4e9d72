import { useId } from 'react';
import { Copy, KeyRound } from 'lucide-react';
import { copyText } from '../../state/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { putAway, useApi, type FreshSecret } from './api-store.ts';
import './api.css';

/** Shows a secret once: what it is, how to copy it, and what to do with it. */
export function SecretBox({ of, id }: Pick<FreshSecret, 'of'> & { id?: string }) {
  const fresh = useApi((state) => state.fresh);
  const label = useId();
  if (fresh === null || fresh.of !== of || (id !== undefined && fresh.id !== id)) return null;
  const { name, secret } = fresh;
  return (
    <Notice
      tone="warning"
      icon={KeyRound}
      title={of === 'key' ? `The key “${name}”` : `The secret of ${name}`}
      actions={
        <>
          <Button
            variant="primary"
            size="small"
            icon={Copy}
            onClick={() => void copyText(secret, 'Copied to the clipboard')}
          >
            Copy
          </Button>
          <Button size="small" onClick={() => putAway(of, fresh.id)}>
            Hide
          </Button>
        </>
      }
    >
      <p id={label}>{of === 'key' ? keyWarning : webhookWarning}</p>
      <input
        className="api-secret mono"
        readOnly
        aria-labelledby={label}
        value={secret}
        onFocus={(event) => event.target.select()}
      />
    </Notice>
  );
}

const keyWarning =
  'It is shown only now, and cannot be looked up later. Whoever has it can do all that it may: keep it where only your program reads it.';
const webhookWarning =
  'It is shown only now. The receiver checks with it that requests are yours: keep it where only the receiver reads it.';
