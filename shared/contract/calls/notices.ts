import { Type } from 'typebox';
import { troubleKinds } from '../../trouble-kinds.ts';
import { channelKinds, noticeTimings } from '../../notice-kinds.ts';
import { command, query } from '../define.ts';
import { Count, Id, Limit, Name, Time, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';

/** Where a channel sends to. */
export const NoticeTargetSchema = strictObject(
  {
    command: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000 }), {
        minItems: 1,
        maxItems: 64,
        description: 'Of a command: the program and its arguments. No shell reads them.',
      }),
    ),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'Of a webhook: an http(s) address.' }),
    ),
    allowPrivate: Type.Optional(
      Type.Boolean({
        description: 'Of a webhook: whether it may be on this machine or its network. Default: false.',
      }),
    ),
  },
  { description: 'Empty for the desktop.' },
);

const Timing = stringEnum(noticeTimings, {
  description: '`digest`: once a night for everything. `each`: for each trouble, as it happens.',
});

/** Schema of `NoticeChannel`. */
export const NoticeChannelSchema = strictObject({
  id: Id,
  kind: stringEnum(channelKinds),
  target: NoticeTargetSchema,
  timing: Timing,
  enabled: Type.Boolean(),
  createdAt: Time,
  lastSentAt: nullable(Time, { description: 'When something was last sent successfully.' }),
  lastProblem: nullable(Type.String(), {
    description: 'Why the last attempt failed; null: it succeeded, or there was none.',
  }),
});

const switches = {
  failed: Type.Boolean({ description: 'A run failed, was cut off or was interrupted.' }),
  tooFewItems: Type.Boolean({ description: 'A run has no items, or fewer than its spider expects.' }),
  drop: Type.Boolean({
    description: 'A run has less than half the median of the items of the seven full runs before it.',
  }),
  blocked: Type.Boolean({ description: 'A run paused itself because the site seems to block it.' }),
  breached: Type.Boolean({ description: 'The data of a run is not as its spider expects.' }),
  paused: Type.Boolean({ description: 'A run paused itself for another reason.' }),
  dead: Type.Boolean({ description: 'A crawl of the queue has used all its attempts.' }),
  skipped: Type.Boolean({ description: 'A schedule was due and did not begin a crawl.' }),
};

const DigestAt = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'When the digest is made, as hours and minutes on a clock, such as 07:00.',
});

/** Schema of `NoticeSettings`. */
export const NoticeSettingsSchema = strictObject({
  digestAt: DigestAt,
  zone: Type.String({ description: 'The time zone of `digestAt`, such as Europe/Berlin.' }),
  ownZone: Type.Boolean({ description: 'Whether the zone is that of this machine, whatever it is set to.' }),
  on: strictObject(switches, { description: 'What is trouble. All of it is unless it is turned off.' }),
  quietNights: Type.Boolean({
    description: 'Whether a digest is sent, in one line, after a night without trouble.',
  }),
});

const TroubleKindSchema = stringEnum(troubleKinds, {
  description:
    '`dead`: all attempts of a queued crawl failed. `drop`: less than half the median of the items of the seven full runs before. `paused`: a run paused itself. `skipped`: a schedule did not begin a crawl.',
});

/** Schema of `Digest`. */
export const DigestSchema = strictObject({
  from: Time,
  until: Time,
  madeAt: Time,
  counts: strictObject({
    spiders: Type.Integer({ minimum: 0, description: 'Spiders of which something happened.' }),
    runs: Type.Integer({ minimum: 0, description: 'Full runs that ended or paused.' }),
    completed: Count,
    withTrouble: Type.Integer({ minimum: 0, description: 'Spiders with trouble.' }),
    items: Count,
  }),
  troubles: Type.Array(
    strictObject({
      project: Type.String(),
      spider: Type.String(),
      run: nullable(Id, { description: 'The run that shows it; null: there was none.' }),
      what: TroubleKindSchema,
      message: Type.String(),
      others: Type.Array(strictObject({ what: TroubleKindSchema, message: Type.String() }), {
        description: 'What else is wrong with the spider, the worst first.',
      }),
      since: nullable(Time, {
        description: 'When the first run began of those in a row that have trouble.',
      }),
      alsoWaiting: Type.Optional(
        Type.Array(strictObject({ project: Type.String(), spider: Type.String(), run: nullable(Id) }), {
          description: 'Other spiders that wait for the same login and have no other trouble.',
        }),
      ),
    }),
    {
      description:
        'Each spider with trouble once, the worst first. Spiders that wait for the same login are one trouble.',
    },
  ),
  markdown: Type.String(),
});

/** A time as a caller names it. */
const moment = (description: string) =>
  Type.String({ minLength: 1, maxLength: 40, description: `ISO 8601. ${description}` });

const channels = strictObject({ channels: Type.Array(NoticeChannelSchema), settings: NoticeSettingsSchema });

/** Calls about notices: what tells a person that something is wrong. */
export const noticeCalls = {
  'notices.channels': query('The channels that notices are sent through, and what they are about.', {
    executor: 'quick',
    path: '/api/notices/channels',
    args: emptyObject,
    result: channels,
  }),
  'notices.addChannel': command('Adds a channel.', {
    executor: 'write',
    path: '/api/notices/channels',
    args: strictObject({
      kind: stringEnum(channelKinds),
      target: NoticeTargetSchema,
      timing: Timing,
      enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
    }),
    result: NoticeChannelSchema,
    errors: ['bad-channel'],
  }),
  'notices.updateChannel': command('Changes a channel.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/notices/channels/{channel}',
    args: strictObject({
      channel: Id,
      target: Type.Optional(NoticeTargetSchema),
      timing: Type.Optional(Timing),
      enabled: Type.Optional(Type.Boolean()),
    }),
    result: NoticeChannelSchema,
    errors: ['unknown-channel', 'bad-channel'],
  }),
  'notices.removeChannel': command('Removes a channel.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/notices/channels/{channel}',
    args: strictObject({ channel: Id }),
    result: NoticeChannelSchema,
    errors: ['unknown-channel'],
  }),
  'notices.test': command('Sends a test notice through a channel.', {
    executor: 'work',
    path: '/api/notices/channels/{channel}/test',
    args: strictObject({ channel: Id }),
    result: strictObject({
      sent: Type.Boolean(),
      problem: nullable(Type.String(), { description: 'Why it was not sent, in a sentence; null: it was.' }),
    }),
    errors: ['unknown-channel'],
  }),
  'notices.configure': command('Chooses what notices are about, and when the digest is made.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/notices',
    args: strictObject({
      digestAt: Type.Optional(DigestAt),
      zone: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 64 }), {
          description: 'null: that of this machine.',
        }),
      ),
      on: Type.Optional(Type.Partial(Type.Object(switches), { additionalProperties: false })),
      quietNights: Type.Optional(Type.Boolean()),
    }),
    result: NoticeSettingsSchema,
    errors: ['unknown-zone'],
  }),
  'notices.digest': query(
    'What happened in a stretch of time, and which spiders need a look. Sends nothing.',
    {
      executor: 'count',
      path: '/api/notices/digest',
      args: strictObject({
        project: Type.Optional(Name),
        from: Type.Optional(
          moment(
            'Changes are kept for 30 days. Default: the end of the last digest that was made by itself; without one, a day before the end.',
          ),
        ),
        until: Type.Optional(moment('Default: now.')),
      }),
      result: DigestSchema,
      errors: ['unknown-project', 'bad-time'],
    },
  ),
  'notices.digests': query('The digests that were made by themselves, newest first.', {
    executor: 'quick',
    path: '/api/notices/digests',
    args: strictObject({ limit: Type.Optional(Limit) }),
    result: Type.Array(DigestSchema),
  }),
} as const;
