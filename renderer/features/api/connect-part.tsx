import { useState } from 'react';
import { CircleAlert, Copy, Info, KeyRound, Settings2 } from 'lucide-react';
import type { ApiServerState } from '../../../shared/contract/types.ts';
import { copyText } from '../../state/clipboard.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Input, Switch } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';
import { openDialog, readAgain } from './api-store.ts';
import { reachWords } from './api-words.ts';
import { Examples } from './examples.tsx';
import { makeKey } from './key-actions.ts';
import { SecretBox } from './secret-box.tsx';
import { startServer, stopServer } from './server-actions.ts';
import { useApiState } from './use-api-state.ts';

/** The server with its switch, the first key, and programs to copy. */
export function ConnectPart() {
  const { value: state, error, refresh } = useApiState();
  const keys = useCall('keys.list', {}).value;
  if (error !== null && state === null)
    return <ErrorState error={error} title="The state of the server could not be read." onRetry={refresh} />;
  if (state === null || keys === null) return null;
  const hasKey = keys.some((key) => key.state === 'active');
  const origin = state.origin ?? usualOrigin(state);
  return (
    <div className="api-page">
      <SecretBox of="key" />
      {!hasKey && <FirstKey state={state} />}
      <ServerGroup state={state} />
      <Examples origin={origin} />
    </div>
  );
}

/** Where the server will answer once it is on. */
const usualOrigin = ({ setting: { port, names } }: ApiServerState): string =>
  `http://${names[0] ?? '127.0.0.1'}:${port}`;

/** The one step for who has no key: it makes one, and starts the server. */
function FirstKey({ state }: { state: ApiServerState }) {
  const [name, setName] = useState('My program');
  const [busy, setBusy] = useState(false);
  const starts = state.state === 'off' && state.canServe;
  const make = async () => {
    setBusy(true);
    const made = await makeKey({ name: name.trim(), scopes: ['read', 'run'] });
    if (made && starts) await startServer();
    setBusy(false);
    readAgain();
  };
  return (
    <section className="api-first" aria-labelledby="api-first-title">
      <KeyRound size={20} aria-hidden />
      <div className="stack grow">
        <h2 id="api-first-title">Make the first key</h2>
        <p className="muted">
          Your programs and assistants read results and start crawls over HTTP. Each sends a key, so that
          nobody else can. This one may look and run crawls; keys that may more are made under Keys.
        </p>
        <form
          className="api-first-form"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <Input
            aria-label="Name of the key"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
          <Button variant="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
            {starts ? 'Make the key and start the server' : 'Make the key'}
          </Button>
        </form>
      </div>
    </section>
  );
}

function ServerGroup({ state }: { state: ApiServerState }) {
  const { state: now, canServe, problem, process, origin } = state;
  return (
    <>
      {now === 'elsewhere' && (
        <Notice tone="info" icon={Info} title="Another process serves this workspace">
          Process {process}, such as <code>spider-studio serve</code>, answers at {origin}. A second server is
          not needed; end that process to serve it here.
        </Notice>
      )}
      {now === 'off' && problem !== null && (
        <Notice
          tone="danger"
          icon={CircleAlert}
          title={problem.message}
          alert
          actions={
            <Button size="small" onClick={() => openDialog({ kind: 'server' })}>
              Change the port…
            </Button>
          }
        >
          {problem.hint}
        </Notice>
      )}
      <SettingGroup label="Server">
        {now !== 'elsewhere' && (
          <SettingRow label="Answer programs" help={serverHelp(state)}>
            {(id) => <ServerSwitch id={id} isOn={now === 'on'} disabled={!canServe} />}
          </SettingRow>
        )}
        {origin !== null && (
          <SettingRow label="Address" help={<code className="api-origin">{origin}</code>}>
            {() => (
              <IconButton
                label="Copy the address"
                icon={Copy}
                onClick={() => void copyText(origin, 'Address copied')}
              />
            )}
          </SettingRow>
        )}
        {now !== 'elsewhere' && canServe && (
          <SettingRow label="Port, names, private addresses" help={settingHelp(state)}>
            {(id) => (
              <Button id={id} icon={Settings2} onClick={() => openDialog({ kind: 'server' })}>
                Change…
              </Button>
            )}
          </SettingRow>
        )}
      </SettingGroup>
    </>
  );
}

function serverHelp({ state, canServe, setting }: ApiServerState): string {
  if (!canServe) return 'This program cannot serve it. A window can.';
  return state === 'on'
    ? `On for ${reachWords(setting)}, while Spider Studio is open.`
    : 'Off: programs get no answer.';
}

const settingHelp = ({ setting }: ApiServerState): string =>
  [
    setting.port === 0 ? 'Any free port' : `Port ${setting.port}`,
    reachWords(setting),
    setting.allowPrivate ? 'private addresses allowed' : 'no private addresses',
  ].join(', ');

function ServerSwitch({ id, isOn, disabled }: { id: string; isOn: boolean; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const turn = async (on: boolean) => {
    setBusy(true);
    await (on ? startServer() : stopServer());
    setBusy(false);
  };
  return <Switch id={id} checked={isOn} disabled={disabled || busy} onChange={(on) => void turn(on)} />;
}
