import { Type } from 'typebox';
import { livePhases, type LiveInput } from '../../live-page.ts';
import type { GivenAction } from '../../spider/actions-schema.ts';
import { maxTextLength } from '../../spider/limits.ts';
import { command, query } from '../define.ts';
import { Count, Id, SpiderRef, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';
import { SavedPageSchema } from './pages.ts';
import { LoginName, LoginSchema } from './sessions.ts';

const Live = Id;
const Side = Type.Integer({ minimum: 100, maximum: 4000, description: 'In CSS pixels.' });
const Url = Type.String({ minLength: 1, maxLength: 10_000 });
const Place = Type.Number({ minimum: -100_000, maximum: 100_000 });
const Modifiers = Type.Integer({ minimum: 0, maximum: 15 });
const KeyName = Type.String({ maxLength: 50 });

const SizeSchema = strictObject({ width: Side, height: Side });

const inputSchema = Type.Union([
  strictObject({
    kind: Type.Literal('mouse'),
    type: stringEnum(['move', 'down', 'up']),
    x: Place,
    y: Place,
    button: stringEnum(['none', 'left', 'middle', 'right']),
    buttons: Type.Integer({ minimum: 0, maximum: 31 }),
    clicks: Type.Integer({ minimum: 0, maximum: 3 }),
    modifiers: Modifiers,
  }),
  strictObject({
    kind: Type.Literal('wheel'),
    x: Place,
    y: Place,
    dx: Place,
    dy: Place,
    modifiers: Modifiers,
  }),
  strictObject({
    kind: Type.Literal('key'),
    type: stringEnum(['down', 'up']),
    key: KeyName,
    code: KeyName,
    text: nullable(Type.String({ maxLength: 10 }), { description: 'What the key writes; null: nothing.' }),
    modifiers: Modifiers,
    repeat: Type.Boolean(),
  }),
  strictObject({ kind: Type.Literal('text'), text: Type.String({ maxLength: 1_000_000 }) }),
  strictObject({ kind: Type.Literal('compose'), text: Type.String({ maxLength: 10_000 }) }),
  strictObject({
    kind: Type.Literal('choose'),
    index: nullable(Count, { description: 'null: the list is closed.' }),
  }),
]);

/** Schema of `LiveState`. */
export const LiveStateSchema = strictObject({
  phase: stringEnum(livePhases, {
    description: '`crashed`: it can be loaded again. `ended`: it cannot.',
  }),
  url: Type.String(),
  title: Type.String(),
  canGoBack: Type.Boolean(),
  canGoForward: Type.Boolean(),
  windows: Type.Integer({
    minimum: 0,
    description: 'Windows that pages have opened, beside the first one. The newest is shown.',
  }),
  choices: nullable(
    strictObject({
      x: Type.Number(),
      y: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
      options: Type.Array(strictObject({ label: Type.String(), disabled: Type.Boolean() })),
      chosen: nullable(Count),
    }),
    { description: 'A list of choices that is open: no picture has it, so the window shows it.' },
  ),
  actions: Type.Array(strictObject({ id: Count, action: Type.Unsafe<GivenAction>({ type: 'object' }) }), {
    description: 'What was done, as entries of BROWSER_ACTIONS.',
  }),
  hasSecret: Type.Boolean({ description: 'Whether a secret was typed, which no action holds.' }),
  notes: Type.Array(Type.String(), { description: 'What is to be told, in sentences, the newest last.' }),
});

const openErrors = ['bad-url', 'fetch-failed', 'no-browser', 'no-proxy', 'unknown-login'] as const;

/** Calls about live pages: a site that a person uses in the window. */
export const liveCalls = {
  'live.open': command(
    'Opens a page in a browser whose picture is streamed. It ends when nobody follows its pictures any more.',
    {
      executor: 'work',
      path: '/api/spiders/{spider}/live',
      topics: ['live'],
      args: strictObject({
        ...SpiderRef,
        url: Url,
        size: SizeSchema,
        allowPrivate: Type.Boolean({
          description: 'Whether the page may reach loopback and private addresses.',
        }),
        text: Type.Optional(
          Type.String({
            maxLength: maxTextLength + 1,
            description:
              'The spider text whose settings apply, for example from an editor. Default: the newest version.',
          }),
        ),
      }),
      result: strictObject({
        live: Live,
        path: Type.String({
          description: 'Path of its pictures, a stream that lasts (see docs/contract.md, "The live page").',
        }),
      }),
      errors: [...openErrors, 'unknown-spider', 'too-busy'],
    },
  ),
  'live.state': query('A live page as it is now. The topic `live` reports each change.', {
    executor: 'work',
    path: '/api/live/{live}',
    args: strictObject({ live: Live }),
    result: LiveStateSchema,
    errors: ['unknown-live'],
  }),
  'live.input': command('Hands what a person does to a live page, in order.', {
    executor: 'work',
    path: '/api/live/{live}/input',
    args: strictObject({
      live: Live,
      input: Type.Unsafe<LiveInput[]>({ type: 'array', items: inputSchema, maxItems: 200 }),
    }),
    result: emptyObject,
    errors: ['unknown-live'],
  }),
  'live.shown': command('Tells that the window shows a picture. Two are under way at most.', {
    executor: 'work',
    path: '/api/live/{live}/shown',
    args: strictObject({ live: Live, frame: Count }),
    result: emptyObject,
    errors: ['unknown-live'],
  }),
  'live.selection': query(
    'The text that is selected on a live page; never what is in a field for a password.',
    {
      executor: 'work',
      path: '/api/live/{live}/selection',
      args: strictObject({ live: Live }),
      result: strictObject({ text: Type.String({ description: 'Empty: nothing is selected.' }) }),
      errors: ['unknown-live'],
    },
  ),
  'live.resize': command('Fits the picture of a live page to a size.', {
    executor: 'work',
    path: '/api/live/{live}/size',
    args: strictObject({ live: Live, size: SizeSchema }),
    result: emptyObject,
    errors: ['unknown-live'],
  }),
  'live.navigate': command('Goes to an address, or a step in the history of the page.', {
    executor: 'work',
    path: '/api/live/{live}/navigate',
    args: strictObject({
      live: Live,
      url: Type.Optional(Url),
      step: Type.Optional(
        stringEnum(['back', 'forward', 'reload', 'stop'], {
          description: 'Where no address is given; default: reload.',
        }),
      ),
    }),
    result: emptyObject,
    errors: ['unknown-live', 'bad-url', 'fetch-failed'],
  }),
  'live.forgetActions': command('Leaves actions out of what was done.', {
    executor: 'work',
    path: '/api/live/{live}/actions/forget',
    args: strictObject({ live: Live, actions: Type.Array(Count, { maxItems: 1000 }) }),
    result: emptyObject,
    errors: ['unknown-live'],
  }),
  'live.keepLogin': command(
    'Keeps the cookies and the local storage of the sites that were shown as a login, replacing one of its name.',
    {
      executor: 'work',
      path: '/api/live/{live}/login',
      args: strictObject({ live: Live, name: LoginName }),
      result: LoginSchema,
      errors: ['unknown-live', 'bad-login', 'damaged-logins'],
    },
  ),
  'live.takePage': command('Saves the page as it stands, with its style sheets and pictures.', {
    executor: 'work',
    path: '/api/live/{live}/take',
    args: strictObject({ live: Live }),
    result: strictObject({
      page: SavedPageSchema,
      sources: Type.Integer({
        minimum: 0,
        description: 'Answers of JSON that carry what the page shows; `pages.propose` has them.',
      }),
      notes: Type.Array(Type.String(), { description: 'Remarks, in sentences.' }),
    }),
    errors: ['unknown-live', 'fetch-failed', 'not-html', 'unknown-spider'],
  }),
  'live.close': command('Ends a live page and its browser.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/live/{live}',
    args: strictObject({ live: Live }),
    result: emptyObject,
  }),
} as const;
