import { useEffect } from 'react';
import { FileUp, KeyRound, LogIn, Trash2 } from 'lucide-react';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { exactly, loginWords } from './login-words.ts';
import { addressOf, openDialog, type Login } from './logins-store.ts';
import { removeLogin } from './removal.ts';
import './logins.css';

/** The logins of the workspace, with actions to make, check and remove them. */
export function LoginsSection() {
  const { value: logins, error, refresh } = useCall('sessions.list', {});
  useEffect(() => {
    refresh();
    // The command line and runs change them, too.
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
  if (error !== null && logins === null) {
    return <ErrorState error={error} title="The logins could not be loaded." onRetry={refresh} />;
  }
  if (logins === null) return null;
  if (logins.length === 0) return <NoLogins />;
  return (
    <>
      <div className="logins-head">
        <p className="subtle small grow">
          Spiders use them by their setting <code>SESSION</code>. No password is read or kept.
        </p>
        <MakeButtons />
      </div>
      <ul className="settings-group" aria-label="Logins">
        {logins.map((login) => (
          <LoginRow key={login.name} login={login} />
        ))}
      </ul>
    </>
  );
}

const MakeButtons = () => (
  <>
    <Button icon={FileUp} onClick={() => openDialog({ kind: 'import' })}>
      Import a file…
    </Button>
    <Button
      variant="primary"
      icon={LogIn}
      onClick={() => openDialog({ kind: 'log-in', name: '', url: 'https://' })}
    >
      Log in…
    </Button>
  </>
);

/** The empty state: what a login is, and how one gets here. */
const NoLogins = () => (
  <div className="logins-empty">
    <EmptyState icon={KeyRound} title="No logins yet" actions={<MakeButtons />}>
      Some sites show their pages only to people who have logged in. A login is the cookies and local storage
      of a browser in which you have done so once. Spiders use it by their setting <code>SESSION</code>. Your
      password is never read or kept.
    </EmptyState>
  </div>
);

function LoginRow({ login }: { login: Login }) {
  const { name, domains, encrypted } = login;
  return (
    <li className="logins-row">
      <div className="grow">
        <div className="logins-name">
          <span className="strong">{name}</span>
          <span className="muted">{domains.join(', ')}</span>
          {!encrypted && (
            <Badge
              tone="warning"
              title="This computer has no keychain: only the rights of the file protect it. Whoever can read your files can use it."
            >
              Not encrypted
            </Badge>
          )}
        </div>
        <p className="subtle small" title={exactly(login)}>
          {loginWords(login).join(' · ')}
        </p>
      </div>
      <Button size="small" aria-label={`Check ${name}…`} onClick={() => openDialog({ kind: 'check', login })}>
        Check…
      </Button>
      <Button
        size="small"
        aria-label={`Log in again as ${name}…`}
        onClick={() => openDialog({ kind: 'log-in', name, url: addressOf(login) })}
      >
        Log in again…
      </Button>
      <IconButton
        size="small"
        icon={Trash2}
        label={`Remove ${name}`}
        onClick={() => void removeLogin(name)}
      />
    </li>
  );
}
