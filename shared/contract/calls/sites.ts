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

export const ProxySchema = strictObject({
  project: Type.String(),
  tier: stringEnum(['datacenter', 'residential']),
  url: Type.String(),
  secret: nullable(Type.String(), { description: '`env:NAME` or `keychain:NAME`; null: it needs none.' }),
});

const SystemProxySchema = strictObject({
  used: Type.Boolean({ description: 'Where no proxy of a project is used.' }),
  variables: Type.Array(Type.String(), {
    description: 'Names of the variables that name a proxy where the host runs, or except hosts from it.',
  }),
});

const NamedProxy = {
  project: Name,
  tier: stringEnum(['datacenter', 'residential']),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  secret: nullable(Type.String({ maxLength: 500 })),
};

export const proxyCalls = {
  'proxies.list': query('The proxies of a project, or of all.', {
    executor: 'quick',
    path: '/api/proxies',
    args: strictObject({ project: Type.Optional(Name) }),
    result: Type.Array(ProxySchema),
    errors: ['damaged-proxies'],
  }),
  'proxies.add': command('Gives a project a proxy. Passwords are named, never written.', {
    executor: 'write',
    path: '/api/proxies',
    args: strictObject({
      ...NamedProxy,
      early: Type.Optional(Type.Boolean({ description: 'Whether the project may come later.' })),
    }),
    result: ProxySchema,
    errors: ['bad-proxy', 'credentials-in-url', 'bad-secret-reference', 'proxy-exists', 'unknown-project'],
  }),
  'proxies.remove': command('Takes a proxy away.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/proxies',
    args: strictObject(NamedProxy),
    result: ProxySchema,
    errors: ['unknown-proxy', 'ambiguous-proxy'],
  }),
  'proxies.system': query('Whether sites are reached as the system has it.', {
    executor: 'quick',
    path: '/api/proxies/system',
    args: emptyObject,
    result: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.useSystem': command('Has sites reached as the system has it, or straight.', {
    executor: 'write',
    verb: 'PUT',
    path: '/api/proxies/system',
    args: strictObject({ used: Type.Boolean() }),
    result: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.test': query('Fetches a page through each proxy of a project, or through one.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/proxies/test',
    args: strictObject({
      project: Name,
      url: Type.Optional(nullable(Type.String({ maxLength: 2000 }), { description: 'Only this proxy.' })),
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
    errors: ['unknown-proxy'],
  }),
} as const;

const SecretSchema = strictObject({
  name: Type.String(),
  reference: Type.String({ description: 'As a proxy names it: `keychain:NAME`.' }),
});

export const secretCalls = {
  'secrets.list': query('The names of the secrets in the keychain, never the secrets.', {
    executor: 'work',
    path: '/api/secrets',
    args: emptyObject,
    result: Type.Array(SecretSchema),
    errors: ['no-keychain'],
  }),
  'secrets.remove': command('Takes a secret out of the keychain.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/secrets/{name}',
    args: strictObject({ name: Type.String({ maxLength: 200 }) }),
    result: SecretSchema,
    errors: ['bad-secret-name', 'unknown-secret', 'no-keychain'],
  }),
  'secrets.set': command(
    'Keeps a secret in the keychain of the computer that the host runs on; it is never given back.',
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

export const CrawlHistorySchema = strictObject({
  count: Type.Integer({ minimum: 0, description: 'Pages that were read.' }),
  extracted: Count,
  since: nullable(Time, {
    description: 'When the page was read that was not read for the longest time; null: no page was read.',
  }),
  matching: Type.Integer({ minimum: 0, description: 'Pages that fit what was asked for.' }),
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

export const historyCalls = {
  'history.show': query('The crawl history of a spider: the pages that full runs have read and extracted.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/history',
    args: strictObject({
      ...SpiderRef,
      url: Type.Optional(nullable(Type.String({ maxLength: 10_000 }), { description: 'Only this page.' })),
      text: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Only pages that have this in their URL.' }),
      ),
      offset: Type.Optional(Type.Integer({ ...Offset, description: 'Leave out so many; default 0.' })),
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
