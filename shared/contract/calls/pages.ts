import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Offset,
  OperationId,
  SpiderRef,
  Time,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { maxTextLength } from '../../spider/limits.ts';

export const SavedPageSchema = strictObject({
  id: Id,
  title: Type.String({
    description: 'Title of the page, or the last part of its address. Text from the web.',
  }),
  url: nullable(Type.String(), { description: 'Where it comes from, after redirects; null: not known.' }),
  source: stringEnum(['url', 'file', 'run', 'rendered']),
  run: nullable(Id, { description: 'The run that stored it, where one did.' }),
  bytes: Count,
  encoding: Type.String(),
  addedAt: Time,
});

export const PreviewSchema = strictObject({
  path: Type.String({
    description:
      'Address of the preview, to be the src of an iframe with sandbox="allow-scripts"; it is served with a policy of its own: no network, no script but the outliner’s (see docs/contract.md, "The preview").',
  }),
  elements: Type.Integer({ minimum: 0, description: 'Elements of the page; their numbers go from 0.' }),
  shown: Type.Integer({ minimum: 0, description: 'Elements in the preview; fewer where the page is huge.' }),
  notes: Type.Array(Type.String(), { description: 'What the preview leaves out, in sentences.' }),
  needsBrowser: nullable(Type.String(), {
    description: 'Why the page seems to be empty until a browser has run its scripts; null: it does not.',
  }),
  styles: strictObject(
    {
      kept: Type.Integer({ minimum: 0, description: 'Sheets that the preview has.' }),
      missing: Type.Integer({
        minimum: 0,
        description: 'Sheets that nobody has asked for: `pages.fetchStyles`.',
      }),
      problems: Type.Array(Type.String(), { description: 'Sheets that could not be had, and why.' }),
    },
    { description: 'The style sheets that are files of their own. Selectors never see them.' },
  ),
});

/** What calls that get a page from its address have in common. */
const Getting = {
  allowPrivate: Type.Boolean({ description: 'Let it reach loopback and private addresses.' }),
  operation: Type.Optional(OperationId),
};

const AddedPageSchema = strictObject({
  page: SavedPageSchema,
  notes: Type.Array(Type.String(), { description: 'What went less than well, in sentences.' }),
});

export const pageCalls = {
  'pages.list': query('The saved pages of a spider, newest first.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/pages',
    args: strictObject(SpiderRef),
    result: Type.Array(SavedPageSchema),
    errors: ['unknown-spider'],
  }),
  'pages.addUrl': command(
    'Gets a page as a crawl of the spider would (headers, cookies, proxies, browser), and saves it.',
    {
      executor: 'work',
      path: '/api/spiders/{spider}/pages',
      topics: ['progress'],
      args: strictObject({
        ...SpiderRef,
        ...Getting,
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
        browser: Type.Optional(
          Type.Boolean({
            description:
              'Whether a browser renders it; left out: whether the settings have every page rendered ("browser" first in EXTRACTOR_ORDER).',
          }),
        ),
        text: Type.Optional(
          Type.String({
            maxLength: maxTextLength + 1,
            description:
              'The text whose settings hold, as it stands in an editor; left out: the newest version.',
          }),
        ),
      }),
      result: AddedPageSchema,
      errors: ['bad-url', 'fetch-failed', 'not-html', 'no-browser', 'no-proxy', 'unknown-spider'],
    },
  ),
  'pages.addFile': command('Saves a page from a file that was uploaded.', {
    executor: 'work',
    path: '/api/spiders/{spider}/pages/upload',
    args: strictObject({
      ...SpiderRef,
      upload: Id,
      url: Type.Optional(
        nullable(Type.String({ maxLength: 10_000 }), {
          description: 'The address it was saved from; links are resolved against it.',
        }),
      ),
    }),
    result: SavedPageSchema,
    errors: ['unknown-upload', 'not-html', 'bad-url', 'unknown-spider'],
  }),
  'pages.fetchAgain': command(
    'Fetches a saved page from its address once more, and keeps what comes instead of it.',
    {
      executor: 'work',
      path: '/api/pages/{page}/fetch',
      topics: ['progress'],
      args: strictObject({
        page: Id,
        ...Getting,
        browser: Type.Optional(
          Type.Boolean({ description: 'Whether a browser renders it; left out: as it was before.' }),
        ),
      }),
      result: AddedPageSchema,
      errors: ['unknown-page', 'bad-url', 'fetch-failed', 'not-html', 'no-browser', 'no-proxy'],
    },
  ),
  'pages.fetchStyles': command(
    'Fetches the style sheets of a saved page, and keeps them beside it for its preview. At most 20, 1 MB each, 4 MB and 10 seconds in all.',
    {
      executor: 'work',
      path: '/api/pages/{page}/styles',
      topics: ['progress'],
      args: strictObject({ page: Id, ...Getting }),
      result: strictObject({
        kept: Count,
        failed: Count,
        blocked: Type.Integer({
          minimum: 0,
          description: 'Of those that failed: whose addresses are private, and that was not allowed.',
        }),
      }),
      errors: ['unknown-page', 'timed-out'],
    },
  ),
  'pages.addFromRun': command(
    'Saves the page that a run has stored for a request. One that was saved before is not saved twice.',
    {
      executor: 'write',
      path: '/api/requests/{request}/save',
      args: strictObject({ request: Id }),
      result: SavedPageSchema,
      errors: ['unknown-request', 'no-stored-page'],
    },
  ),
  'pages.update': command('Changes the title of a saved page or its address.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/pages/{page}',
    args: strictObject({
      page: Id,
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      url: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
    }),
    result: SavedPageSchema,
    errors: ['unknown-page', 'bad-url'],
  }),
  'pages.delete': command('Deletes a saved page.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/pages/{page}',
    args: strictObject({ page: Id }),
    result: strictObject({ deleted: Type.Boolean() }),
    errors: ['unknown-page'],
  }),
  'pages.preview': query('Makes the page ready to be looked at: without scripts and without network.', {
    executor: 'work',
    path: '/api/pages/{page}/preview',
    args: strictObject({ page: Id }),
    result: PreviewSchema,
    errors: ['unknown-page', 'timed-out'],
  }),
  'pages.previewRequest': query('The same for the page that a run has stored for a request.', {
    executor: 'work',
    path: '/api/requests/{request}/preview',
    args: strictObject({ request: Id }),
    result: PreviewSchema,
    errors: ['unknown-request', 'no-stored-page', 'timed-out'],
  }),
  'pages.source': query('The markup of a page as it was decoded, in parts.', {
    executor: 'quick',
    path: '/api/pages/{page}/source',
    args: strictObject({
      page: Id,
      offset: Type.Integer({ ...Offset, description: 'In UTF-16 units.' }),
      length: Type.Integer({ minimum: 1, maximum: 2_000_000 }),
    }),
    result: strictObject({ text: Type.String(), total: Count }),
    errors: ['unknown-page'],
  }),
} as const;

export const uploadCalls = {
  'uploads.begin': command('Begins to send the content of a file. Use `uploadFile` of the client.', {
    executor: 'work',
    path: '/api/uploads',
    args: strictObject({ name: Type.String({ minLength: 1, maxLength: 500 }), bytes: Count }),
    result: strictObject({ upload: Id }),
    errors: ['too-large'],
  }),
  'uploads.append': command('Sends the next part of it.', {
    executor: 'work',
    verb: 'PUT',
    path: '/api/uploads/{upload}',
    args: strictObject({
      upload: Id,
      offset: Count,
      data: Type.String({ maxLength: 1_400_000, description: 'Base64; at most 1 MiB of content.' }),
    }),
    result: strictObject({ received: Count }),
    errors: ['unknown-upload', 'too-large'],
  }),
} as const;
