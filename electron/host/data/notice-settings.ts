import type { CallArgs } from '../../../shared/contract/index.ts';
import { NoticeSettingsSchema } from '../../../shared/contract/calls/notices.ts';
import type { NoticeSettings } from '../../../shared/contract/types.ts';
import { openZone, ownZone, ZoneError } from '../../../shared/schedules/zone.ts';
import { isObject } from '../../../shared/spider/plain.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The settings as they are stored. `zone` null: that of the machine, which may change. */
type Stored = Omit<NoticeSettings, 'zone' | 'ownZone'> & { zone: string | null };

const usual: Stored = {
  // Before people begin to work, and after crawls of the night have ended.
  digestAt: '07:00',
  zone: null,
  on: {
    failed: true,
    tooFewItems: true,
    drop: true,
    blocked: true,
    breached: true,
    paused: true,
    dead: true,
    skipped: true,
  },
  // One line each morning: silence could also mean that nothing runs.
  quietNights: true,
};

/** Key of the row that holds them. */
const row = 'notices';

const isComplete = ownCheck(NoticeSettingsSchema, { ownProperties: true });

/** What notices are about, and when the digest is made. */
export async function readNoticeSettings({ queries }: Pick<Workspace, 'queries'>): Promise<NoticeSettings> {
  return shown(complete(await queries.preferences.get(row)));
}

/** Changes what is given, in one transaction. @throws HostError `unknown-zone` */
export async function changeNoticeSettings(
  { queries }: Pick<Workspace, 'queries'>,
  { digestAt, zone, on = {}, quietNights }: CallArgs<'notices.configure'>,
): Promise<NoticeSettings> {
  const chosen = typeof zone === 'string' ? properZone(zone) : zone;
  const change = (before: string | null): string => {
    const old = complete(before);
    const next: Stored = {
      digestAt: digestAt ?? old.digestAt,
      zone: chosen === undefined ? old.zone : chosen,
      on: { ...old.on, ...on },
      quietNights: quietNights ?? old.quietNights,
    };
    return JSON.stringify(next);
  };
  return shown(complete(await queries.preferences.update(row, change)));
}

function shown({ zone, ...settings }: Stored): NoticeSettings {
  return { ...settings, zone: zone ?? ownZone(), ownZone: zone === null };
}

/** The name of a zone as the system writes it. @throws HostError `unknown-zone` */
function properZone(zone: string): string {
  try {
    return openZone(zone).name;
  } catch (error) {
    if (!(error instanceof ZoneError)) throw error;
    throw new HostError('unknown-zone', error.message, error.hint);
  }
}

/** Replaces each usual value by the stored one where that is valid. */
function complete(text: string | null): Stored {
  const stored = parse(text);
  let settings = usual;
  for (const [name, value] of Object.entries(isObject(stored) ? stored : {})) {
    const candidate = { ...settings, [name]: value };
    if (isComplete({ ...candidate, zone: candidate.zone ?? '', ownZone: true })) settings = candidate;
  }
  return settings;
}

function parse(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return value;
  } catch {
    return {};
  }
}
