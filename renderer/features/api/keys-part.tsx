import { useMemo, useState } from 'react';
import { Ban, KeyRound, Plus, RefreshCw, ScrollText } from 'lucide-react';
import type { ApiKey } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import { openDialog, showView } from './api-store.ts';
import { revokeKey } from './key-actions.ts';
import { keyColumns } from './key-columns.tsx';
import { SecretBox } from './secret-box.tsx';
import { useVersionOf } from '../../ui/table/use-version-of.ts';

/** The keys of the workspace, with actions to make, rotate and revoke them. */
export function KeysPart() {
  const { value: keys, error, refresh } = useCall('keys.list', {});
  if (error !== null && keys === null)
    return <ErrorState error={error} title="The keys could not be loaded." onRetry={refresh} />;
  if (keys === null) return null;
  if (keys.length === 0)
    return (
      <EmptyState icon={KeyRound} title="No keys yet" actions={<CreateButton />} command="api.create-key">
        A program shows who it is by a key. It says what the program may do, in which projects, and until
        when. Give each program its own, so that one can be revoked alone.
      </EmptyState>
    );
  return <Keys keys={keys} />;
}

const CreateButton = () => (
  <Button variant="primary" icon={Plus} onClick={() => openDialog({ kind: 'key' })}>
    Create a key…
  </Button>
);

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const [withEnded, setWithEnded] = useState(false);
  const [current, setCurrent] = useState<ApiKey | null>(null);
  const ended = keys.filter(({ state }) => state !== 'active').length;
  const shown = useMemo(
    () => (withEnded ? keys : keys.filter(({ state }) => state === 'active')),
    [keys, withEnded],
  );
  const version = useVersionOf(shown);
  const source = useMemo(() => arraySource('keys', shown, version), [shown, version]);
  const chosen = shown.find(({ id }) => id === current?.id) ?? null;
  const works = chosen?.state === 'active';
  const rotate = () => {
    if (chosen !== null) openDialog({ kind: 'rotate', key: chosen });
  };
  const revoke = () => {
    if (chosen !== null) void revokeKey(chosen);
  };
  useCommands([
    { id: 'api.rotate-key', title: 'Rotate the key…', category: 'API', when: () => works, run: rotate },
    {
      id: 'api.revoke-key',
      title: 'Revoke the key…',
      category: 'API',
      keys: ['Delete'],
      when: () => works,
      run: revoke,
    },
  ]);
  return (
    <div className="api-list">
      <SecretBox of="key" />
      <div className="api-bar">
        <p className="subtle small grow">{counted(keys.length - ended, 'key')}</p>
        {ended > 0 && (
          <Checkbox
            label={`Show ${counted(ended, 'ended key')}`}
            checked={withEnded}
            onChange={setWithEnded}
          />
        )}
        <Button icon={RefreshCw} disabled={!works} onClick={rotate}>
          Rotate…
        </Button>
        <Button icon={Ban} disabled={!works} onClick={revoke}>
          Revoke…
        </Button>
        <CreateButton />
      </div>
      <div className="api-table">
        <Table
          label="Keys"
          source={source}
          columns={keyColumns}
          layoutName="api-keys"
          rowId={({ id }) => id}
          onSelect={setCurrent}
          onOpen={({ id }) => showView('audit', { key: id })}
          rowMenu={(key) => [
            {
              label: 'Rotate…',
              icon: RefreshCw,
              disabled: key.state !== 'active',
              run: () => openDialog({ kind: 'rotate', key }),
            },
            { label: 'Show its requests', icon: ScrollText, run: () => showView('audit', { key: key.id }) },
            {
              label: 'Revoke…',
              icon: Ban,
              danger: true,
              disabled: key.state !== 'active',
              run: () => void revokeKey(key),
            },
          ]}
          empty={
            <EmptyState icon={KeyRound} title="No key works any more">
              All have expired or were revoked.
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
