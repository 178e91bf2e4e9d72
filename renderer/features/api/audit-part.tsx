import { useMemo } from 'react';
import { ScrollText } from 'lucide-react';
import type { AuditEntry } from '../../../shared/contract/types.ts';
import { useLocation } from '../../navigation/router.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table/table.tsx';
import type { RowSource } from '../../ui/table/types.ts';
import { showView } from './api-store.ts';
import { auditColumns } from './key-columns.tsx';

/** How many entries are asked for at once. */
const portion = 200;

/** Requests that changed something or were refused, newest first. */
export function AuditPart() {
  const { value: keys } = useCall('keys.list', {});
  const { value: newest, error, refresh } = useCall('audit.list', { limit: 1 });
  const wanted = useLocation().query.get('key');
  const key = keys?.some(({ id }) => id === wanted) === true ? wanted : null;
  const newestId = newest?.[0]?.id ?? null;
  const source = useMemo(() => auditSource(key, newestId), [key, newestId]);
  const columns = useMemo(
    () => auditColumns((id) => keys?.find((one) => one.id === id)?.name ?? `Key ${id}`),
    [keys],
  );
  if (error !== null && newest === null)
    return <ErrorState error={error} title="The audit log could not be loaded." onRetry={refresh} />;
  if (newest === null || keys === null) return null;
  if (newest.length === 0)
    return (
      <EmptyState icon={ScrollText} title="Nothing was changed or refused yet">
        Every request to the API that changes something, and every one that is refused, is noted here: when,
        with which key, from where, and how it was answered.
      </EmptyState>
    );
  return (
    <div className="api-list">
      <div className="api-bar">
        <p className="subtle small grow">What was changed by the API, and what was refused</p>
        <Select
          small
          aria-label="Key"
          value={key ?? ''}
          options={[
            { value: '', label: 'All requests' },
            ...keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
          ]}
          onChange={(id) => showView('audit', id === '' ? {} : { key: id })}
        />
      </div>
      <div className="api-table">
        <Table
          label="Audit log"
          source={source}
          columns={columns}
          layoutName="api-audit"
          rowId={({ id }) => id}
          empty={<EmptyState icon={ScrollText} title="Nothing was changed or refused with this key" />}
        />
      </div>
    </div>
  );
}

/** The log from its newest entry on. It is read in portions, as far as a person scrolls. */
function auditSource(key: string | null, newestId: string | null): RowSource<AuditEntry> {
  const entries: AuditEntry[] = [];
  let isWhole = false;
  let last: Promise<unknown> = Promise.resolve();
  const readUpTo = async (end: number) => {
    while (!isWhole && entries.length < end) {
      const before = entries.at(-1)?.id;
      const answer = await getClient().call('audit.list', {
        limit: portion,
        ...(key === null ? {} : { key }),
        ...(before === undefined ? {} : { before }),
      });
      if (!answer.ok) return answer;
      entries.push(...answer.value);
      isWhole = answer.value.length < portion;
    }
    return null;
  };
  return {
    key: `audit ${key ?? ''} ${newestId ?? ''}`,
    count: null,
    async load(offset, limit) {
      const turn = last.then(() => readUpTo(offset + limit));
      last = turn;
      const failure = await turn;
      if (failure !== null) return failure;
      // There is more to scroll to until the end was read.
      return {
        ok: true,
        rows: entries.slice(offset, offset + limit),
        count: entries.length + (isWhole ? 0 : 1),
      };
    },
  };
}
