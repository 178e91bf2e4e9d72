import { isEventOf, webhookEvents } from '../../../shared/webhook-events.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';
import { renderTable, terminalWidth } from '../table.ts';

type Delivery = CallValue<'webhooks.redeliver'>;

/** The commands below `webhooks`. */
export const webhookCommands: readonly CommandSpec[] = [
  {
    usage: 'add <url>',
    summary: 'send events of runs to a program',
    description:
      'Sends events of runs to a program by POST, signed as Standard Webhooks describes. The secret that signatures are checked with is printed once. What does not arrive is sent again for three days. Events are sent while a daemon, "serve" or a window is open.',
    options: [
      {
        flags: '--event <event>',
        description: 'which events; may be repeated (default: run.completed, run.failed and run.breached)',
        choices: webhookEvents,
        repeatable: true,
      },
      { flags: '--project <name>', description: 'only events of this project (default: all)' },
      { flags: '--allow-private', description: 'allow a loopback or private address' },
    ],
    examples: [
      ['webhooks add https://desk.example/crawls', 'tells of ends, failures and breaches'],
      ['webhooks add https://desk.example/crawls --event run.failed', 'only of failures'],
    ],
    async run({ ask, options, output }, [url = '']) {
      const events = options.list('event').filter(isEventOf);
      const project = options.text('project');
      const added = await ask('webhooks.add', {
        url,
        ...(events.length === 0 ? {} : { events }),
        ...(project === null ? {} : { project }),
        allowPrivate: options.flag('allowPrivate'),
      });
      output.result(added, () => secretLines(added));
    },
  },
  {
    usage: 'list',
    summary: 'list the webhooks',
    examples: [['webhooks list', 'where events go, and what has not arrived']],
    async run({ ask, output, streams }) {
      const hooks = await ask('webhooks.list', {});
      output.result(hooks, () => hookTable(hooks, terminalWidth(streams.stdout)));
    },
  },
  {
    usage: 'enable <id>',
    summary: 'send events to a webhook again',
    examples: [['webhooks enable 1', 'after its receiver was mended']],
    async run({ ask, output }, [webhook = '']) {
      const changed = await ask('webhooks.update', { webhook, enabled: true });
      output.result(changed, () => printable(`Events are sent to ${changed.url}.`));
    },
  },
  {
    usage: 'disable <id>',
    summary: 'send nothing to a webhook for now',
    examples: [['webhooks disable 1', 'until it is enabled']],
    async run({ ask, output }, [webhook = '']) {
      const changed = await ask('webhooks.update', { webhook, enabled: false });
      output.result(changed, () => printable(`Nothing is sent to ${changed.url} any more.`));
    },
  },
  {
    usage: 'rotate <id>',
    summary: 'give a webhook a new secret',
    description:
      'Gives a webhook a new secret. For a day requests are signed with both, so that the receiver can change over.',
    examples: [['webhooks rotate 1', 'prints the new secret once']],
    async run({ ask, output }, [webhook = '']) {
      const rotated = await ask('webhooks.rotate', { webhook });
      output.result(rotated, () => secretLines(rotated));
    },
  },
  {
    usage: 'remove <id>',
    summary: 'remove a webhook with its deliveries',
    examples: [['webhooks remove 1', 'nothing is sent there any more']],
    async run({ ask, output }, [webhook = '']) {
      const removed = await ask('webhooks.remove', { webhook });
      output.result(removed, () => printable(`Removed the webhook to ${removed.url}.`));
    },
  },
  {
    usage: 'test <id>',
    summary: 'send an event of the kind "test" at once',
    examples: [['webhooks test 1', 'exit code 1 where it does not arrive']],
    async run({ ask, output }, [webhook = '']) {
      const delivery = await ask('webhooks.test', { webhook });
      output.result(delivery, () =>
        delivery.state === 'delivered'
          ? printable(`The test arrived: the receiver answered ${delivery.status ?? ''}.`)
          : printable(`The test did not arrive. ${delivery.problem ?? ''}`),
      );
      return delivery.state === 'delivered' ? 0 : 1;
    },
  },
  {
    usage: 'deliveries <id>',
    summary: 'list what was sent to a webhook, and how that went',
    options: [{ flags: '--limit <n>', description: 'how many, newest first, up to 200 (default: 50)' }],
    examples: [['webhooks deliveries 1', 'each with its state, attempts and the last answer']],
    async run({ ask, options, output, streams }, [webhook = '']) {
      const limit = options.count('limit') ?? 50;
      const deliveries = await ask('webhooks.deliveries', { webhook, limit });
      output.result(deliveries, () => deliveryTable(deliveries, terminalWidth(streams.stdout)));
    },
  },
  {
    usage: 'redeliver <id>',
    summary: 'send a delivery again, with the same message id',
    examples: [['webhooks redeliver 12', 'as soon as a daemon, "serve" or a window is open']],
    async run({ ask, output }, [delivery = '']) {
      const again = await ask('webhooks.redeliver', { delivery });
      output.result(again, () => printable(`Delivery ${again.id} (${again.event}) is sent again.`));
    },
  },
];

function secretLines({ webhook, secret }: CallValue<'webhooks.add'>): string {
  const { id, url, events, project } = webhook;
  return printable(
    `${secret}\n\nThis is the secret of the webhook ${id}; it is not shown again.\nIt sends ${events.join(', ')} of ${project ?? 'all projects'} to ${url}.`,
  );
}

function hookTable(hooks: CallValue<'webhooks.list'>, width: number | null): string {
  if (hooks.length === 0) return 'There are no webhooks. Add one with "webhooks add URL".';
  return renderTable(
    ['ID', 'URL', 'EVENTS', 'PROJECT', 'STATE', 'WAITING', 'FAILED', 'LAST DELIVERED'],
    hooks.map(({ id, url, events, project, enabled, disabledReason, pending, failed, lastDeliveredAt }) => [
      id,
      url,
      events.join(','),
      project ?? 'all',
      enabled ? 'enabled' : (disabledReason ?? 'disabled'),
      String(pending),
      String(failed),
      lastDeliveredAt ?? 'never',
    ]),
    width,
  );
}

function deliveryTable(deliveries: readonly Delivery[], width: number | null): string {
  if (deliveries.length === 0) return 'Nothing was sent to this webhook yet.';
  return renderTable(
    ['ID', 'AT', 'EVENT', 'RUN', 'STATE', 'ATTEMPTS', 'STATUS', 'NEXT', 'PROBLEM'],
    deliveries.map(({ id, createdAt, event, run, state, attempts, status, retryAt, problem }) => [
      id,
      createdAt,
      event,
      run ?? '',
      state,
      String(attempts),
      status === null ? '' : String(status),
      retryAt ?? '',
      problem ?? '',
    ]),
    width,
  );
}
