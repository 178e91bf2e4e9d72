import type { ApiKey, AuditEntry } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { exactly, expiryWord, keyState, projectsWord, usedWord } from './api-words.ts';

/** The columns of the keys. */
export const keyColumns: readonly Column<ApiKey>[] = [
  { name: 'name', title: 'Name', width: 150, cell: ({ name }) => name, text: ({ name }) => name },
  {
    name: 'prefix',
    title: 'Key',
    width: 120,
    cell: ({ prefix }) => <span className="mono">{prefix}…</span>,
    text: ({ prefix }) => prefix,
  },
  {
    name: 'state',
    title: 'State',
    width: 90,
    cell: ({ state }) => <Badge tone={keyState[state].tone}>{keyState[state].word}</Badge>,
    text: ({ state }) => keyState[state].word,
  },
  { name: 'member', title: 'Member', width: 110, cell: ({ member }) => member, text: ({ member }) => member },
  {
    name: 'scopes',
    title: 'May',
    width: 160,
    cell: ({ scopes }) => scopes.join(', '),
    text: ({ scopes }) => scopes.join(', '),
  },
  { name: 'projects', title: 'Projects', width: 110, cell: projectsWord, text: projectsWord },
  {
    name: 'used',
    title: 'Last used',
    width: 100,
    cell: ({ lastUsedAt }) => <span title={exactly(lastUsedAt)}>{usedWord(lastUsedAt)}</span>,
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'expires',
    title: 'Expires',
    width: 100,
    cell: (key) => <span title={exactly(key.expiresAt)}>{expiryWord(key)}</span>,
    text: ({ expiresAt }) => expiresAt ?? '',
  },
];

/** The columns of the audit log. */
export const auditColumns = (nameOfKey: (id: string) => string): readonly Column<AuditEntry>[] => [
  { name: 'at', title: 'When', width: 150, cell: ({ at }) => dateTime(at), text: ({ at }) => at },
  {
    name: 'operation',
    title: 'Request',
    width: 190,
    cell: ({ operation }) => <span className="mono">{operation}</span>,
    text: ({ operation }) => operation,
  },
  {
    name: 'status',
    title: 'Answer',
    width: 170,
    cell: ({ status, code }) => (
      <>
        <Badge tone={status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}>{status}</Badge>{' '}
        {code !== null && <span className="mono subtle">{code}</span>}
      </>
    ),
    text: ({ status, code }) => (code === null ? String(status) : `${status} ${code}`),
  },
  {
    name: 'key',
    title: 'Key',
    width: 130,
    cell: ({ key }) => (key === null ? <span className="subtle">none that is valid</span> : nameOfKey(key)),
    text: ({ key }) => (key === null ? '' : nameOfKey(key)),
  },
  {
    name: 'member',
    title: 'Member',
    width: 100,
    cell: ({ member }) => member ?? <span className="subtle">–</span>,
    text: ({ member }) => member ?? '',
  },
  {
    name: 'project',
    title: 'Project',
    width: 100,
    cell: ({ project }) => project ?? <span className="subtle">–</span>,
    text: ({ project }) => project ?? '',
  },
  { name: 'from', title: 'From', width: 120, cell: ({ from }) => from, text: ({ from }) => from },
];
