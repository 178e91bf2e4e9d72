import { Type } from 'typebox';
import { query, command } from '../define.ts';
import { treePart, treeRows } from './tree.ts';
import {
  Count,
  Id,
  Name,
  Offset,
  OperationId,
  PageKindSchema,
  SpiderRef,
  SpiderText,
  Time,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { ForGood, InTrash } from './trash.ts';
import { maxTextLength } from '../../spider/limits.ts';

/** Schema of `SavedPage`. `bytes` is the size of the content as it was fetched, in `encoding`. */
export const SavedPageSchema = strictObject({
  id: Id,
  title: Type.String({
    description: 'Title of the page, or the last part of its address. Text from the web.',
  }),
  url: nullable(Type.String(), { description: 'Its URL after redirects; null: unknown.' }),
  source: stringEnum(['url', 'file', 'run', 'rendered']),
  run: nullable(Id, { description: 'The run that stored it; null: none.' }),
  bytes: Count,
  encoding: Type.String(),
  kind: PageKindSchema,
  icon: nullable(Type.String(), { description: 'URL of the icon of its site; null: unknown.' }),
  addedAt: Time,
  request: Type.Optional(
    strictObject(
      { url: Type.String(), method: Type.String(), body: nullable(Type.String()) },
      { description: 'The request of a spider that it answers. Left out: a plain GET of its URL.' },
    ),
  ),
});

/** A preview that the host serves. */
export const PreviewSchema = strictObject({
  path: Type.String({
    description:
      'Path of the preview, for the src of an iframe with sandbox="allow-scripts". Its content policy allows no network and no script but the outliner (see docs/contract.md, "The preview").',
  }),
  elements: Type.Integer({ minimum: 0, description: 'Number of elements of the page.' }),
  shown: Type.Integer({
    minimum: 0,
    description: 'Number of elements in the preview; fewer than `elements` for a huge page.',
  }),
  notes: Type.Array(Type.String(), { description: 'What the preview leaves out, in sentences.' }),
  needsBrowser: nullable(Type.String(), {
    description:
      'Why the page seems empty without a browser that runs its scripts; null: it does not seem empty.',
  }),
  styles: strictObject(
    {
      kept: Type.Integer({ minimum: 0, description: 'Style sheets that the preview includes.' }),
      missing: Type.Integer({
        minimum: 0,
        description: 'Style sheets that were not fetched; `pages.fetchFiles` fetches them.',
      }),
      problems: Type.Array(Type.String(), { description: 'Style sheets that could not be loaded, and why.' }),
    },
    { description: 'External style sheets. Selectors never see them.' },
  ),
  pictures: strictObject(
    {
      missing: Type.Integer({
        minimum: 0,
        description: 'Pictures that were not fetched; `pages.fetchFiles` fetches them.',
      }),
      problems: Type.Array(Type.String(), { description: 'Pictures that could not be loaded, and why.' }),
    },
    { description: 'Pictures that the preview lacks.' },
  ),
});

/** Arguments that all calls which fetch a page share. */
const Getting = {
  allowPrivate: Type.Boolean({ description: 'Whether the call may reach loopback and private addresses.' }),
  operation: Type.Optional(OperationId),
};

/** Keeps the fetch of a page on its site. */
export const WithinDomains = Type.Optional(
  Type.Boolean({
    description:
      'Whether the page is fetched only from hosts that the allowed_domains of the spider cover, also where it redirects or its scripts lead on; no other host is asked for it. Default: no.',
  }),
);

/** What a call that fetches the files of a page has fetched. */
const FetchedFilesSchema = strictObject({
  kept: Count,
  failed: Count,
  blocked: Type.Integer({
    minimum: 0,
    description:
      'How many of the failed ones have private addresses, which the call was not allowed to reach.',
  }),
});

const SettingsText = Type.Optional(
  Type.String({
    maxLength: maxTextLength + 1,
    description:
      'The spider text whose settings apply, for example from an editor. Default: the newest version.',
  }),
);

const AddedPageSchema = strictObject({
  page: SavedPageSchema,
  notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
});

/** Calls about saved pages: adding, previewing and deleting them. */
export const pageCalls = {
  'pages.list': query('The saved pages of a spider, newest first.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/pages',
    args: strictObject(SpiderRef),
    result: Type.Array(SavedPageSchema),
    errors: ['unknown-spider'],
  }),
  'pages.listOfDraft': query('The saved pages of the draft of a spider that was never saved, newest first.', {
    executor: 'quick',
    path: '/api/drafts/{draft}/pages',
    args: strictObject({ project: Name, draft: Id }),
    result: Type.Array(SavedPageSchema),
    errors: ['unknown-draft'],
  }),
  'pages.addUrlToDraft': command(
    'Fetches a page as a crawl of the draft would, and saves it to the draft of a spider that was never saved. It goes with the draft, and becomes a page of the spider when that is saved.',
    {
      executor: 'work',
      path: '/api/drafts/{draft}/pages',
      topics: ['progress'],
      args: strictObject({
        project: Name,
        draft: Id,
        ...Getting,
        withinDomains: WithinDomains,
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
        browser: Type.Optional(
          Type.Boolean({
            description: 'Whether a browser renders it. Default: whether the settings render every page.',
          }),
        ),
      }),
      result: AddedPageSchema,
      errors: [
        'bad-url',
        'outside-domains',
        'fetch-failed',
        'not-html',
        'no-browser',
        'no-proxy',
        'unknown-login',
        'login-expired',
        'unknown-draft',
      ],
    },
  ),
  'pages.addUrl': command(
    'Fetches a page as a crawl of the spider would (headers, cookies, proxies, browser, actions), and saves it. Of a list of PAGINATED_LISTINGS its first 10 pages are saved, as one.',
    {
      executor: 'work',
      path: '/api/spiders/{spider}/pages',
      topics: ['progress'],
      args: strictObject({
        ...SpiderRef,
        ...Getting,
        withinDomains: WithinDomains,
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
        browser: Type.Optional(
          Type.Boolean({
            description:
              'Whether a browser renders it. Default: whether the settings render every page ("browser" first in EXTRACTOR_ORDER).',
          }),
        ),
        text: SettingsText,
      }),
      result: AddedPageSchema,
      errors: [
        'bad-url',
        'outside-domains',
        'fetch-failed',
        'not-html',
        'no-browser',
        'no-proxy',
        'unknown-login',
        'login-expired',
        'unknown-spider',
      ],
    },
  ),
  'pages.addRequest': command('Sends a start request of a spider as a crawl would, and saves the answer.', {
    executor: 'work',
    path: '/api/spiders/{spider}/pages/request',
    topics: ['progress'],
    args: strictObject({
      ...SpiderRef,
      ...Getting,
      number: Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Which of `start_requests`, from 1. Arguments have their defaults.',
      }),
      text: Type.Optional(
        Type.String({ ...SpiderText, description: 'The spider as text; left out: its newest version.' }),
      ),
    }),
    result: AddedPageSchema,
    errors: [
      'bad-url',
      'fetch-failed',
      'not-html',
      'no-browser',
      'no-proxy',
      'unknown-request',
      'invalid-spider',
      'bad-run-args',
      'unknown-login',
      'login-expired',
      'unknown-spider',
    ],
  }),
  'pages.addFile': command('Saves a page from an uploaded file.', {
    executor: 'work',
    path: '/api/spiders/{spider}/pages/upload',
    args: strictObject({
      ...SpiderRef,
      upload: Id,
      url: Type.Optional(
        nullable(Type.String({ maxLength: 10_000 }), {
          description: 'The URL it was saved from, the base of its links.',
        }),
      ),
    }),
    result: SavedPageSchema,
    errors: ['unknown-upload', 'not-html', 'bad-url', 'unknown-spider'],
  }),
  'pages.fetchAgain': command('Fetches a saved page again and replaces its content.', {
    executor: 'work',
    path: '/api/pages/{page}/fetch',
    topics: ['progress'],
    args: strictObject({
      page: Id,
      ...Getting,
      browser: Type.Optional(
        Type.Boolean({
          description:
            'Whether a browser renders it. Default: if one did before, or the settings ask for it.',
        }),
      ),
      text: SettingsText,
    }),
    result: AddedPageSchema,
    errors: [
      'unknown-page',
      'bad-url',
      'fetch-failed',
      'not-html',
      'no-browser',
      'no-proxy',
      'unknown-login',
      'login-expired',
    ],
  }),
  'pages.fetchFiles': command(
    'Fetches the style sheets and the pictures of a saved page and keeps them for its preview: at most 20 style sheets of 1 MB and 120 pictures of 2 MB.',
    {
      executor: 'work',
      path: '/api/pages/{page}/files',
      topics: ['progress'],
      args: strictObject({ page: Id, ...Getting }),
      result: FetchedFilesSchema,
      errors: ['unknown-page', 'timed-out'],
    },
  ),
  'pages.fetchRequestFiles': command(
    'Fetches the pictures of the page that a run has stored for a request, and keeps them for its preview.',
    {
      executor: 'work',
      path: '/api/requests/{request}/files',
      topics: ['progress'],
      args: strictObject({ request: Id, ...Getting }),
      result: FetchedFilesSchema,
      errors: ['unknown-request', 'no-stored-page', 'timed-out'],
    },
  ),
  'pages.pictures': query(
    'Pictures by their URLs, as paths that the window can show. The host fetches those that are not kept; no page does.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/projects/{project}/pictures',
      args: strictObject({
        project: Name,
        urls: Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), { maxItems: 60 }),
        from: Type.Optional(
          nullable(Type.String({ maxLength: 10_000 }), {
            description: 'URL of the page that shows them, for sites that ask for it.',
          }),
        ),
        fetch: Type.Boolean({ description: 'Whether those that are not kept are fetched.' }),
        allowPrivate: Getting.allowPrivate,
      }),
      result: Type.Array(
        strictObject({
          url: Type.String(),
          path: nullable(Type.String(), {
            description: 'Path of the picture, for the src of an image; null: there is none.',
          }),
          problem: nullable(Type.String(), {
            description: 'Why it could not be loaded; null: it was, or nobody has tried.',
          }),
        }),
        { description: 'In the order of `urls`.' },
      ),
      errors: ['unknown-project'],
    },
  ),
  'pages.addFromRun': command(
    'Saves the page that a run has stored for a request. A page is not saved twice.',
    {
      executor: 'write',
      path: '/api/requests/{request}/save',
      args: strictObject({ request: Id }),
      result: SavedPageSchema,
      errors: ['unknown-request', 'no-stored-page'],
    },
  ),
  'pages.update': command('Changes the title or the URL of a saved page.', {
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
  'pages.delete': command(
    'Moves a saved page to the trash, with the values that are locked on it. A page of a draft goes for good.',
    {
      executor: 'write',
      verb: 'DELETE',
      path: '/api/pages/{page}',
      args: strictObject({ page: Id, forGood: ForGood }),
      result: strictObject({ deleted: Type.Boolean(), trash: InTrash }),
      errors: ['unknown-page'],
    },
  ),
  'pages.preview': query('Prepares a preview of the page, without scripts and without network.', {
    executor: 'work',
    path: '/api/pages/{page}/preview',
    args: strictObject({ page: Id }),
    result: PreviewSchema,
    errors: ['unknown-page', 'timed-out'],
  }),
  'pages.previewRequest': query('Prepares a preview of the page that a run has stored for a request.', {
    executor: 'work',
    path: '/api/requests/{request}/preview',
    args: strictObject({ request: Id }),
    result: PreviewSchema,
    errors: ['unknown-request', 'no-stored-page', 'timed-out'],
  }),
  'pages.treeOfRequest': query(
    'A part of the JSON or XML page that a run has stored for a request, as rows of a tree.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/requests/{request}/tree',
      args: strictObject({ request: Id, ...treePart }),
      result: strictObject(treeRows),
      errors: ['unknown-request', 'no-stored-page', 'timed-out', 'cancelled'],
    },
  ),
  'pages.source': query('A part of the decoded markup of a page.', {
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

/** Calls that send a file to the host in parts, for clients that may use no paths. */
export const uploadCalls = {
  'uploads.begin': command('Begins an upload. Use `uploadFile` of the client.', {
    executor: 'work',
    path: '/api/uploads',
    args: strictObject({ name: Type.String({ minLength: 1, maxLength: 500 }), bytes: Count }),
    result: strictObject({ upload: Id }),
    errors: ['too-large'],
  }),
  'uploads.append': command('Sends the next part of an upload.', {
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
