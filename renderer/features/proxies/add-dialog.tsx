import { useRef, useState, type Ref } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { KeepLogin } from './keep-login.tsx';
import { closeAdd, showProject, useProxies } from './proxies-store.ts';
import { useProjects } from './projects.ts';
import { readAgain } from './removal.ts';
import { tiers, withoutLogin, type Tier } from './tiers.ts';
import './proxies.css';

/** Which field an error is about; null: none of them. */
function fieldOf(code: CallError['code']): 'url' | 'secret' | null {
  if (code === 'bad-secret-reference') return 'secret';
  return code === 'bad-proxy' || code === 'credentials-in-url' || code === 'proxy-exists' ? 'url' : null;
}

/** Shows the dialog when a command or a button opens it. Always mounted. */
export function ProxyDialogs() {
  const adding = useProxies((state) => state.adding);
  return adding === null ? null : <AddDialog wanted={adding.project} />;
}

function AddDialog({ wanted }: { wanted: string | null }) {
  const proxies = useCall('proxies.list', {});
  const { names, shown } = useProjects(proxies.value ?? [], wanted);
  const [chosen, setProject] = useState<string | null>(null);
  const project = chosen ?? shown;
  const [tier, setTier] = useState<Tier>('datacenter');
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const secretField = useRef<HTMLInputElement | null>(null);
  const urlField = useRef<HTMLInputElement | null>(null);

  const add = async () => {
    setBusy(true);
    const login = secret.trim();
    const args = { project, tier, url: url.trim(), secret: login === '' ? null : login };
    const answer =
      args.url === ''
        ? { ok: false as const, error: missingUrl }
        : await getClient().call('proxies.add', args);
    setBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      (fieldOf(answer.error.code) === 'secret' ? secretField : urlField).current?.focus();
      return;
    }
    readAgain();
    showProject(project);
    closeAdd();
    toast.success(`The ${answer.value.tier} proxy was added`, { message: answer.value.url });
  };
  const at = error === null ? null : fieldOf(error.code);
  const said = error === null ? '' : [error.message, error.hint].filter((part) => part !== null).join(' ');
  const changeSecret = (next: string) => {
    setSecret(next);
    if (at === 'secret') setError(null);
  };
  return (
    <Dialog
      open
      size="medium"
      title="Add a proxy"
      description="A route to sites that refuse direct requests. All spiders of the project use it from their next run."
      onClose={closeAdd}
      onSubmit={() => void add()}
      footer={
        <>
          <Button onClick={closeAdd}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Add
          </Button>
        </>
      }
    >
      <ProjectChoice names={names} value={project} onChange={setProject} />
      <TierChoice value={tier} onChange={setTier} />
      <Field
        label="URL"
        error={at === 'url' ? said : null}
        help="http://, https:// or socks5://, a host and a port. Without user name and password."
      >
        {(ids) => (
          <Input
            {...ids}
            ref={urlField}
            autoFocus
            mono
            inputMode="url"
            placeholder="http://proxy.example.com:8080"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              if (at === 'url') setError(null);
            }}
          />
        )}
      </Field>
      {error?.code === 'credentials-in-url' && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setUrl(withoutLogin(url));
              setError(null);
              secretField.current?.focus();
            }}
          >
            Remove the login from the URL
          </Button>
        </div>
      )}
      <LoginField
        ref={secretField}
        value={secret}
        onChange={changeSecret}
        error={at === 'secret' ? said : null}
      />
      <KeepLogin
        onKept={(reference) => {
          changeSecret(reference);
          secretField.current?.focus();
        }}
      />
      {error !== null && at === null && (
        <p className="ui-field-error" role="alert">
          {said}
        </p>
      )}
    </Dialog>
  );
}

const missingUrl: CallError = {
  code: 'bad-proxy',
  message: 'A proxy needs a URL.',
  hint: 'For example http://proxy.example.com:8080.',
  action: null,
  details: {},
};

interface ProjectChoiceProps {
  names: readonly string[];
  value: string;
  onChange: (project: string) => void;
}

/** Which project the proxy is for, where there are several. */
function ProjectChoice({ names, value, onChange }: ProjectChoiceProps) {
  if (names.length < 2) return null;
  return (
    <Field label="Project">
      {(ids) => (
        <Select
          {...ids}
          value={value}
          onChange={onChange}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      )}
    </Field>
  );
}

function TierChoice({ value, onChange }: { value: Tier; onChange: (tier: Tier) => void }) {
  return (
    <div className="ui-field">
      <span className="proxies-label" id="proxies-tier">
        Tier
      </span>
      <div className="proxies-tiers" role="radiogroup" aria-labelledby="proxies-tier">
        {tiers.map(({ tier, title, help }) => (
          <label key={tier} className={classes('proxies-tier', tier === value && 'proxies-tier-chosen')}>
            <input
              type="radio"
              name="tier"
              className="visually-hidden"
              checked={tier === value}
              onChange={() => onChange(tier)}
            />
            <span className="strong">{title}</span>
            <span className="muted small">{help}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

interface LoginFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (secret: string) => void;
  error: string | null;
}

const LoginField = ({ ref, value, onChange, error }: LoginFieldProps) => (
  <Field
    label="Login"
    aside="optional"
    error={error}
    help="The name of a secret, never the password: env:NAME (an environment variable) or keychain:NAME (an entry in the keychain of this computer). Its value is user:password."
  >
    {(ids) => (
      <Input
        {...ids}
        ref={ref}
        mono
        placeholder="env:PROXY_LOGIN"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
