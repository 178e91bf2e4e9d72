import { useState } from 'react';
import type { ApiServerState } from '../../../shared/contract/types.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { closeDialog, readAgain } from './api-store.ts';
import { said } from './api-words.ts';

/** Parts of a text that stand between commas or spaces. */
const parts = (text: string): string[] => text.split(/[\s,]+/u).filter((part) => part !== '');

/** Which field an error is about. */
const fields: Readonly<Partial<Record<CallError['code'], 'port' | 'address' | 'names'>>> = {
  'port-in-use': 'port',
  'port-not-allowed': 'port',
  'no-such-address': 'address',
  'name-needed': 'names',
};

/** Changes how the API is served, and starts it so. */
export function ServerDialog({ state: { setting, state } }: { state: ApiServerState }) {
  const [port, setPort] = useState(String(setting.port));
  const [isOpen, setOpen] = useState(!isLoopback(setting.address));
  const [address, setAddress] = useState(isLoopback(setting.address) ? '0.0.0.0' : setting.address);
  const [names, setNames] = useState(setting.names.join(', '));
  const [origins, setOrigins] = useState(setting.origins.join(', '));
  const [allowPrivate, setAllowPrivate] = useState(setting.allowPrivate);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<(Pick<CallError, 'message' | 'hint'> & { at: string | null }) | null>(
    null,
  );
  const at = (field: string): string | null => (error !== null && error.at === field ? said(error) : null);
  const save = async () => {
    if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
      return setError({ at: 'port', message: 'A port is a number from 0 to 65535.', hint: null });
    setBusy(true);
    const answer = await getClient().call('api.start', {
      port: Number(port),
      address: isOpen ? address.trim() : '127.0.0.1',
      names: isOpen ? parts(names) : [],
      origins: parts(origins),
      allowPrivate,
    });
    setBusy(false);
    readAgain();
    if (!answer.ok) {
      const { code, message, hint } = answer.error;
      return setError({ at: fields[code] ?? null, message, hint });
    }
    closeDialog();
    toast.success('The server answers', { message: answer.value.origin ?? '' });
    return undefined;
  };
  return (
    <Dialog
      open
      size="medium"
      title="How the API is served"
      onClose={closeDialog}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {state === 'on' ? 'Save and start again' : 'Save and start'}
          </Button>
        </>
      }
    >
      <Field label="Port" error={at('port')} help="0: any free one.">
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            className="api-port"
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Who can reach it"
        help={
          isOpen
            ? 'It speaks plain HTTP. Put a proxy that adds TLS before it.'
            : 'Programs on this computer, with a key.'
        }
      >
        {(ids) => (
          <Select
            {...ids}
            value={isOpen ? 'others' : 'here'}
            options={[
              { value: 'here', label: 'This computer only' },
              { value: 'others', label: 'Other computers, too' },
            ]}
            onChange={(value) => setOpen(value === 'others')}
          />
        )}
      </Field>
      {isOpen && (
        <OthersFields
          address={address}
          names={names}
          errorAt={at}
          onAddress={setAddress}
          onNames={setNames}
        />
      )}
      <Field label="Web pages that may call it" aside="optional" help="Their origins. Others are refused.">
        {(ids) => (
          <Input
            {...ids}
            mono
            placeholder="https://desk.example"
            value={origins}
            onChange={(event) => setOrigins(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="Let callers reach private addresses"
        help="Loopback and the local network, where a request asks for it."
        checked={allowPrivate}
        onChange={setAllowPrivate}
      />
      {error?.at === null && (
        <p className="ui-field-error" role="alert">
          {said(error)}
        </p>
      )}
    </Dialog>
  );
}

interface OthersFieldsProps {
  address: string;
  names: string;
  errorAt: (field: string) => string | null;
  onAddress: (next: string) => void;
  onNames: (next: string) => void;
}

/** What is asked where other computers reach the server. */
const OthersFields = ({ address, names, errorAt, onAddress, onNames }: OthersFieldsProps) => (
  <>
    <Field label="Network interface" error={errorAt('address')} help="Its address. 0.0.0.0: all of them.">
      {(ids) => <Input {...ids} mono value={address} onChange={(event) => onAddress(event.target.value)} />}
    </Field>
    <Field
      label="Names by which clients call it"
      error={errorAt('names')}
      help="Requests under other names are refused."
    >
      {(ids) => (
        <Input
          {...ids}
          mono
          placeholder="crawl.example, 192.168.1.20"
          value={names}
          onChange={(event) => onNames(event.target.value)}
        />
      )}
    </Field>
  </>
);
