import type { NoticeChannel, NoticeSettings } from '../../../shared/contract/types.ts';

/** How a kind of channel is called. */
export const kindWords: Readonly<Record<NoticeChannel['kind'], string>> = {
  desktop: 'Notification of the desktop',
  command: 'Command',
  webhook: 'Webhook',
};

/** What a channel of a kind does. */
export const kindHelp: Readonly<Record<NoticeChannel['kind'], string>> = {
  desktop: 'Shown by this computer.',
  command: 'A program is started, and gets the notice as JSON on its standard input.',
  webhook: 'The notice is posted as JSON to an address.',
};

/** The conditions of notices, each with what it means. */
export const conditions: readonly {
  readonly name: keyof NoticeSettings['on'];
  readonly label: string;
  readonly help: string;
}[] = [
  { name: 'failed', label: 'Failed', help: 'A run failed, or was interrupted.' },
  {
    name: 'tooFewItems',
    label: 'Too few items',
    help: 'A full run gave none, or fewer than the spider expects.',
  },
  {
    name: 'drop',
    label: 'Drop',
    help: 'Less than half the median of the items of the seven full runs before.',
  },
  { name: 'blocked', label: 'Blocked', help: 'A run paused itself because the site seems to block it.' },
  { name: 'breached', label: 'Not as expected', help: 'The data is not what the spider expects of it.' },
  { name: 'paused', label: 'Paused itself', help: 'A run paused itself for another reason.' },
  { name: 'dead', label: 'Given up', help: 'An entry of the queue has used all its attempts.' },
  { name: 'skipped', label: 'Skipped', help: 'A schedule was due, and no run began.' },
];

/** Where a channel leads: its address or its command; '' for the desktop. */
export function targetWords({ target }: Pick<NoticeChannel, 'target'>): string {
  return target.url ?? target.command?.map(quoted).join(' ') ?? '';
}

/** A part as it is typed. One with both kinds of quotation marks cannot be. */
function quoted(part: string): string {
  if (part !== '' && !/[\s"']/u.test(part)) return part;
  return part.includes('"') ? `'${part}'` : `"${part}"`;
}

/**
 * The program and its arguments, as a person types them: words, and parts with spaces in quotation marks. No shell reads them.
 * @returns null: a quotation mark is not closed
 */
export function commandOf(text: string): string[] | null {
  const parts: string[] = [];
  let part: string | null = null;
  let quote: string | null = null;
  for (const sign of text) {
    if (quote !== null) {
      if (sign === quote) quote = null;
      else part = (part ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      part ??= '';
    } else if (/\s/u.test(sign)) {
      if (part !== null) parts.push(part);
      part = null;
    } else {
      part = (part ?? '') + sign;
    }
  }
  if (quote !== null) return null;
  return part === null ? parts : [...parts, part];
}
