import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Name,
  Offset,
  SpiderRef,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';

/** Schema of `Proxy`. The URL never holds credentials. */
export const ProxySchema = strictObject({
  project: Type.String(),
  tier: stringEnum(['datacenter', 'residential']),
  url: Type.String(),
  secret: nullable(Type.String(), {
    description: '`env:NAME` or `keychain:NAME`; null: the proxy needs no credentials.',
  }),
});

const SystemProxySchema = strictObject({
  used: Type.Boolean({
    description: 'Whether sites are reached through the system proxy where no proxy of a project is used.',
  }),
  variables: Type.Array(Type.String(), {
    description: 'Names of the environment variables of the host that set a proxy or exclude hosts from it.',
  }),
});

const NamedProxy = {
  project: Name,
  tier: stringEnum(['datacenter', 'residential']),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  secret: nullable(Type.String({ maxLength: 500 })),
};

/** Calls about the proxies of projects and of the system. */
export const proxyCalls = {
  'proxies.list': query('The proxies of one project or of all projects.', {
    executor: 'quick',
    path: '/api/proxies',
    args: strictObject({ project: Type.Optional(Name) }),
    result: Type.Array(ProxySchema),
    errors: ['damaged-proxies'],
  }),
  'proxies.add': command('Adds a proxy to a project. Credentials are referred to by the name of a secret.', {
    executor: 'write',
    path: '/api/proxies',
    args: strictObject({
      ...NamedProxy,
      early: Type.Optional(Type.Boolean({ description: 'Whether the project may be created later.' })),
    }),
    result: ProxySchema,
    errors: ['bad-proxy', 'credentials-in-url', 'bad-secret-reference', 'proxy-exists', 'unknown-project'],
  }),
  'proxies.remove': command('Removes a proxy.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/proxies',
    args: strictObject(NamedProxy),
    result: ProxySchema,
    errors: ['unknown-proxy', 'ambiguous-proxy', 'bad-proxy', 'bad-secret-reference'],
  }),
  'proxies.system': query('Whether the proxy settings of the system are used.', {
    executor: 'quick',
    path: '/api/proxies/system',
    args: emptyObject,
    result: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.useSystem': command('Turns the use of the system proxy settings on or off.', {
    executor: 'write',
    verb: 'PUT',
    path: '/api/proxies/system',
    args: strictObject({ used: Type.Boolean() }),
    result: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.test': query('Fetches a page through each proxy of a project, or through one of them.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/proxies/test',
    args: strictObject({
      project: Name,
      url: Type.Optional(
        nullable(Type.String({ maxLength: 2000 }), { description: 'Test only the proxy with this URL.' }),
      ),
      target: Type.String({ minLength: 1, maxLength: 10_000, description: 'The page to fetch.' }),
      allowPrivate: Type.Boolean(),
    }),
    result: Type.Array(
      strictObject({
        ...ProxySchema.properties,
        works: Type.Boolean(),
        status: nullable(Type.Integer()),
        durationMs: nullable(Type.Number()),
        problem: nullable(Type.String()),
      }),
    ),
    errors: ['unknown-proxy', 'bad-proxy', 'bad-url'],
  }),
} as const;

const SecretSchema = strictObject({
  name: Type.String(),
  reference: Type.String({ description: 'How a proxy refers to it: `keychain:NAME`.' }),
});

/** Calls about the secrets in the keychain. No call returns the value of a secret. */
export const secretCalls = {
  'secrets.list': query('The names of the secrets in the keychain, never the secrets.', {
    executor: 'work',
    path: '/api/secrets',
    args: emptyObject,
    result: Type.Array(SecretSchema),
    errors: ['no-keychain'],
  }),
  'secrets.remove': command('Removes a secret from the keychain.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/secrets/{name}',
    args: strictObject({ name: Type.String({ maxLength: 200 }) }),
    result: SecretSchema,
    errors: ['bad-secret-name', 'unknown-secret', 'no-keychain'],
  }),
  'secrets.set': command(
    'Stores a secret in the keychain of the computer that the host runs on. No call returns it.',
    {
      executor: 'work',
      verb: 'PUT',
      path: '/api/secrets/{name}',
      args: strictObject({
        name: Type.String({ maxLength: 200 }),
        value: Type.String({ maxLength: 10_000, description: 'For a proxy: user:password.' }),
      }),
      result: SecretSchema,
      errors: ['bad-secret-name', 'bad-secret', 'no-keychain'],
    },
  ),
} as const;

/** Schema of `CrawlHistory`. `pages` is the requested part of the `matching` pages. */
export const CrawlHistorySchema = strictObject({
  count: Type.Integer({ minimum: 0, description: 'Pages that were read.' }),
  extracted: Count,
  since: nullable(Time, {
    description: 'When the page that has gone unread the longest was read; null: no page was read.',
  }),
  matching: Type.Integer({ minimum: 0, description: 'Pages that match the arguments.' }),
  cache: strictObject({ answers: Count, bytes: Count }),
  pages: Type.Array(
    strictObject({
      url: Type.String(),
      finalUrl: Type.String(),
      contentType: nullable(Type.String()),
      fetchedRun: Type.String(),
      fetchedAt: Time,
      extractedRun: nullable(Type.String()),
      extractedAt: nullable(Time),
      etag: nullable(Type.String()),
      lastModified: nullable(Type.String()),
      contentHash: nullable(Type.String(), { description: 'SHA-256 of the content.' }),
    }),
  ),
});

/** Calls that show and clear the crawl history of a spider. */
export const historyCalls = {
  'history.show': query('The crawl history of a spider: the pages that full runs have read and extracted.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/history',
    args: strictObject({
      ...SpiderRef,
      url: Type.Optional(nullable(Type.String({ maxLength: 10_000 }), { description: 'Only this page.' })),
      text: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Only pages whose URL contains this.' }),
      ),
      offset: Type.Optional(Type.Integer({ ...Offset, description: 'Pages to skip; default 0.' })),
      limit: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    result: CrawlHistorySchema,
    errors: ['unknown-spider', 'not-remembered'],
  }),
  'history.clear': command(
    'Clears the crawl history of a spider, or removes one page, with the cached responses. Runs and items stay.',
    {
      executor: 'write',
      verb: 'DELETE',
      path: '/api/spiders/{spider}/history',
      args: strictObject({ ...SpiderRef, url: nullable(Type.String({ maxLength: 10_000 })) }),
      result: strictObject({ pages: Count, answers: Count }),
      errors: ['unknown-spider'],
    },
  ),
} as const;
