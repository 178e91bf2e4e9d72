import type { Delivery } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { clockTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { deliveryState, exactly } from './api-words.ts';

const none = <span className="subtle">–</span>;

/** The columns of deliveries. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    name: 'event',
    title: 'Event',
    width: 130,
    cell: ({ event }) => <span className="mono">{event}</span>,
    text: ({ event }) => event,
  },
  {
    name: 'state',
    title: 'State',
    width: 95,
    cell: ({ state }) => <Badge tone={deliveryState[state].tone}>{deliveryState[state].word}</Badge>,
    text: ({ state }) => deliveryState[state].word,
  },
  {
    name: 'status',
    title: 'Answer',
    width: 70,
    align: 'right',
    cell: ({ status }) => status ?? none,
    text: ({ status }) => String(status ?? ''),
  },
  {
    name: 'attempts',
    title: 'Attempts',
    width: 75,
    align: 'right',
    cell: ({ attempts }) => attempts,
    text: ({ attempts }) => String(attempts),
  },
  {
    name: 'created',
    title: 'When',
    width: 110,
    cell: ({ createdAt }) => <span title={exactly(createdAt)}>{clockTime(createdAt)}</span>,
    text: ({ createdAt }) => createdAt,
  },
  {
    name: 'retry',
    title: 'Next try',
    width: 110,
    cell: ({ retryAt }) =>
      retryAt === null ? none : <span title={exactly(retryAt)}>{clockTime(retryAt)}</span>,
    text: ({ retryAt }) => retryAt ?? '',
  },
];
