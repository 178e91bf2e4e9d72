import type { ApiKey, ApiServerState, Delivery, Webhook } from '../../../shared/contract/types.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import type { Role, Scope } from '../../../shared/roles.ts';
import type { WebhookEvent } from '../../../shared/webhook-events.ts';
import type { Tone } from '../../ui/badge.tsx';
import { agoInWords, dateTime, shortDate } from '../../ui/format.ts';

/** What each scope allows. */
export const scopeHelp: Readonly<Record<Scope, string>> = {
  read: 'Look at spiders, runs and items',
  run: 'Take pages, start and end crawls, export',
  write: 'Change spiders, saved pages and schedules, delete runs',
  admin: 'Make keys, manage projects, logins, secrets, backups and the storage',
};

/** What each role is for. */
export const roleHelp: Readonly<Record<Role, string>> = {
  viewer: 'looks',
  runner: 'looks and runs crawls',
  editor: 'looks, runs crawls and changes spiders',
  owner: 'may do everything, and makes keys',
};

/** When webhooks tell of a run. */
export const eventHelp: Readonly<Record<WebhookEvent, string>> = {
  'run.started': 'A run starts or goes on',
  'run.completed': 'A run ends with all its pages',
  'run.stopped': 'A person or a limit ends a run',
  'run.failed': 'A run fails',
  'run.paused': 'A run is paused, or pauses itself',
  'run.interrupted': 'A run is cut off, and can be resumed',
  'run.breached': 'The data is not what the spider expects',
};

/** Whether a key works, as a word with its colour. */
export const keyState: Readonly<Record<ApiKey['state'], { word: string; tone: Tone }>> = {
  active: { word: 'Active', tone: 'success' },
  expired: { word: 'Expired', tone: 'neutral' },
  revoked: { word: 'Revoked', tone: 'neutral' },
};

/** Whether a webhook is told, as a word with its colour. */
export function webhookState({ enabled, disabledReason, failed }: Webhook): { word: string; tone: Tone } {
  if (!enabled)
    return disabledReason === null ? { word: 'Off', tone: 'neutral' } : { word: 'Disabled', tone: 'danger' };
  return failed > 0 ? { word: 'Failures', tone: 'warning' } : { word: 'On', tone: 'success' };
}

/** What became of a delivery, as a word with its colour. */
export const deliveryState: Readonly<Record<Delivery['state'], { word: string; tone: Tone }>> = {
  pending: { word: 'Waiting', tone: 'warning' },
  sending: { word: 'Sending', tone: 'info' },
  delivered: { word: 'Delivered', tone: 'success' },
  failed: { word: 'Given up', tone: 'danger' },
};

export const projectsWord = ({ projects }: Pick<ApiKey, 'projects'>): string =>
  projects === null ? 'All' : projects.join(', ');
export const expiryWord = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>): string =>
  expiresAt === null ? 'Never' : shortDate(expiresAt);
export const usedWord = (at: string | null): string => (at === null ? 'Never' : agoInWords(at));
/** The exact time, for a tooltip. */
export const exactly = (at: string | null): string | undefined => (at === null ? undefined : dateTime(at));

/** An error in a sentence or two. */
export const said = ({ message, hint }: Pick<CallError, 'message' | 'hint'>): string =>
  hint === null ? message : `${message} ${hint}`;

/** Who reaches the server. */
export const reachWords = ({ address, names }: ApiServerState['setting']): string =>
  isLoopback(address) ? 'this computer only' : `other computers, as ${names.join(' or ')}`;
