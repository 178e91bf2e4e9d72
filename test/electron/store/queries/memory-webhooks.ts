import type {
  DeliveryRow,
  NewDelivery,
  TakenDelivery,
  WebhookQueries,
  WebhookRow,
} from '../../../../electron/store/webhooks/webhook-queries.ts';
import { isoTime, type Tables } from './memory-tables.ts';

type Hook = Omit<WebhookRow, 'pending' | 'failed' | 'lastDeliveredAt'> & {
  secret: string;
  old: { secret: string; until: number } | null;
};
type Delivery = Omit<DeliveryRow, 'retryAt'> & { place: string; dueAt: number };

const mostKept = 1000;

export function webhooksOf(tables: Tables): WebhookQueries {
  const hooks: Hook[] = [];
  let deliveries: Delivery[] = [];
  const counts = { hooks: 0, deliveries: 0 };

  const isOpen = ({ state }: Delivery): boolean => state === 'pending' || state === 'sending';
  const toHook = ({ secret: _secret, old: _old, ...hook }: Hook): WebhookRow => {
    const own = deliveries.filter(({ webhook }) => webhook === hook.id);
    const arrived = own.flatMap(({ state, endedAt }) =>
      state === 'delivered' && endedAt !== null ? [endedAt] : [],
    );
    return {
      ...hook,
      pending: own.filter(isOpen).length,
      failed: own.filter(({ state }) => state === 'failed').length,
      lastDeliveredAt: arrived.toSorted().at(-1) ?? null,
    };
  };
  const toRow = ({ place: _place, dueAt, ...row }: Delivery): DeliveryRow => ({
    ...row,
    retryAt: row.state === 'pending' && row.attempts > 0 ? isoTime(dueAt) : null,
  });
  const hookOf = (id: string): Hook | undefined => hooks.find((hook) => hook.id === id);
  const shown = (hook: Hook | undefined): WebhookRow | null => (hook === undefined ? null : toHook(hook));
  const deliveryOf = (id: string): Delivery | undefined => deliveries.find((one) => one.id === id);

  function noteOne({ webhook, place, ...delivery }: NewDelivery): void {
    if (hookOf(webhook) === undefined) return;
    if (deliveries.some((one) => one.webhook === webhook && one.place === place)) return;
    counts.deliveries += 1;
    deliveries.push({
      ...delivery,
      webhook,
      place,
      id: String(counts.deliveries),
      createdAt: isoTime(tables.now),
      state: 'pending',
      attempts: 0,
      status: null,
      problem: null,
      endedAt: null,
      dueAt: tables.now,
    });
    const own = deliveries.filter((one) => one.webhook === webhook);
    const old = own.toReversed().slice(mostKept);
    deliveries = deliveries.filter((one) => !old.includes(one) || isOpen(one));
  }

  function takeOne(delivery: Delivery, until: number): TakenDelivery[] {
    const hook = hookOf(delivery.webhook);
    if (hook === undefined) return [];
    Object.assign(delivery, { state: 'sending', attempts: delivery.attempts + 1, dueAt: until });
    const { url, allowPrivate, secret, old } = hook;
    const secrets = [secret, ...(old !== null && old.until > tables.now ? [old.secret] : [])];
    return [{ delivery: toRow(delivery), url, allowPrivate, secrets }];
  }

  return {
    list: async () => hooks.map(toHook),
    get: async (id) => shown(hookOf(id)),
    async add({ secret, ...hook }) {
      counts.hooks += 1;
      const added: Hook = {
        ...hook,
        id: String(counts.hooks),
        enabled: true,
        disabledReason: null,
        createdAt: isoTime(tables.now),
        secret,
        old: null,
      };
      hooks.push(added);
      return toHook(added);
    },
    async update(id, change) {
      const hook = hookOf(id);
      if (hook === undefined) return null;
      Object.assign(hook, change, change.enabled === true ? { disabledReason: null } : {});
      return toHook(hook);
    },
    async rotate(id, secret, until) {
      const hook = hookOf(id);
      if (hook === undefined) return null;
      Object.assign(hook, { secret, old: { secret: hook.secret, until } });
      return toHook(hook);
    },
    async remove(id) {
      const before = shown(hookOf(id));
      hooks.splice(0, hooks.length, ...hooks.filter((hook) => hook.id !== id));
      deliveries = deliveries.filter(({ webhook }) => webhook !== id);
      return before;
    },
    deliveries: async ({ webhook, before, limit }) =>
      deliveries
        .filter((one) => one.webhook === webhook && (before === null || Number(one.id) < Number(before)))
        .toReversed()
        .slice(0, limit)
        .map(toRow),
    async delivery(id) {
      const found = deliveryOf(id);
      return found === undefined ? null : toRow(found);
    },
    async note(all) {
      for (const delivery of all) noteOne(delivery);
    },
    async again(id) {
      const found = deliveryOf(id);
      if (found === undefined) return null;
      if (found.state !== 'sending')
        Object.assign(found, { state: 'pending', attempts: 0, dueAt: tables.now, endedAt: null });
      return toRow(found);
    },
    take: async (until, limit, of) =>
      deliveries
        .filter(isOpen)
        .filter((one) =>
          of === undefined ? one.dueAt <= tables.now && hookOf(one.webhook)?.enabled === true : one.id === of,
        )
        .toSorted((a, b) => a.dueAt - b.dueAt || Number(a.id) - Number(b.id))
        .slice(0, limit)
        .flatMap((one) => takeOne(one, until)),
    async end({ id, attempts }, { status, problem, retryAt, disable }) {
      const found = deliveryOf(id);
      if (found?.state === 'sending' && found.attempts === attempts)
        Object.assign(found, {
          state: problem === null ? 'delivered' : retryAt === null ? 'failed' : 'pending',
          dueAt: retryAt ?? tables.now,
          status,
          problem,
          endedAt: problem === null || retryAt === null ? isoTime(tables.now) : null,
        });
      const hook = hookOf(found?.webhook ?? '');
      if (disable !== null && hook !== undefined)
        Object.assign(hook, { enabled: false, disabledReason: disable });
    },
    async nextDue() {
      const due = deliveries
        .filter((one) => isOpen(one) && hookOf(one.webhook)?.enabled === true)
        .map(({ dueAt }) => dueAt);
      return due.length === 0 ? null : Math.min(...due);
    },
  };
}
