import { Type } from 'typebox';
import {
  choice,
  Count,
  Name,
  nothing,
  nullable,
  Offset,
  reads,
  shape,
  SpiderRef,
  Time,
  writes,
} from '../define.ts';

export const ProxySchema = shape({
  project: Type.String(),
  tier: choice(['datacenter', 'residential']),
  url: Type.String(),
  secret: nullable(Type.String(), { description: '`env:NAME` or `keychain:NAME`; null: it needs none.' }),
});

const SystemProxySchema = shape({
  used: Type.Boolean({ description: 'Where no proxy of a project is used.' }),
  variables: Type.Array(Type.String(), {
    description: 'Names of the variables that name a proxy where the host runs, or except hosts from it.',
  }),
});

const NamedProxy = {
  project: Name,
  tier: choice(['datacenter', 'residential']),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  secret: nullable(Type.String({ maxLength: 500 })),
};

export const proxyCalls = {
  'proxies.list': reads('The proxies of a project, or of all.', {
    args: shape({ project: Type.Optional(Name) }),
    answer: Type.Array(ProxySchema),
    errors: ['damaged-proxies'],
  }),
  'proxies.add': writes('Gives a project a proxy. Passwords are named, never written.', {
    args: shape(NamedProxy),
    answer: ProxySchema,
    errors: ['bad-proxy', 'credentials-in-url', 'bad-secret-reference', 'proxy-exists', 'unknown-project'],
  }),
  'proxies.remove': writes('Takes a proxy away.', {
    args: shape(NamedProxy),
    answer: ProxySchema,
    errors: ['unknown-proxy', 'ambiguous-proxy'],
  }),
  'proxies.system': reads('Whether sites are reached as the system has it.', {
    args: nothing,
    answer: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.useSystem': writes('Has sites reached as the system has it, or straight.', {
    args: shape({ used: Type.Boolean() }),
    answer: SystemProxySchema,
    errors: ['damaged-proxies'],
  }),
  'proxies.test': reads('Fetches a page through each proxy of a project, or through one.', {
    args: shape({
      project: Name,
      url: Type.Optional(nullable(Type.String({ maxLength: 2000 }), { description: 'Only this proxy.' })),
      target: Type.String({ minLength: 1, maxLength: 10_000, description: 'The page to fetch.' }),
      allowPrivate: Type.Boolean(),
    }),
    answer: Type.Array(
      shape({
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

export const secretCalls = {
  'secrets.set': writes(
    'Keeps a secret in the keychain of the computer that the host runs on; it is never given back.',
    {
      args: shape({
        name: Type.String({ maxLength: 200 }),
        value: Type.String({ maxLength: 10_000, description: 'For a proxy: user:password.' }),
      }),
      answer: shape({
        name: Type.String(),
        reference: Type.String({ description: 'As a proxy names it: `keychain:NAME`.' }),
      }),
      errors: ['bad-secret-name', 'bad-secret', 'no-keychain'],
    },
  ),
} as const;

export const memoryCalls = {
  'memory.show': reads('What full runs of a spider have left for the runs after them.', {
    args: shape({
      ...SpiderRef,
      url: Type.Optional(nullable(Type.String({ maxLength: 10_000 }), { description: 'Only this page.' })),
      text: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Only pages that have this in their URL.' }),
      ),
      offset: Type.Optional(Type.Integer({ ...Offset, description: 'Leave out so many; default 0.' })),
      limit: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    answer: shape({
      count: Type.Integer({ minimum: 0, description: 'Pages that were read.' }),
      extracted: Count,
      since: nullable(Time, {
        description: 'When the page was read that was not read for the longest time; null: there is none.',
      }),
      matching: Type.Integer({ minimum: 0, description: 'Pages that fit what was asked for.' }),
      cache: shape({ answers: Count, bytes: Count }),
      pages: Type.Array(
        shape({
          url: Type.String(),
          finalUrl: Type.String(),
          contentType: nullable(Type.String()),
          fetchedRun: Type.String(),
          fetchedAt: Time,
          extractedRun: nullable(Type.String()),
          extractedAt: nullable(Time),
        }),
      ),
    }),
    errors: ['unknown-spider', 'not-remembered'],
  }),
  'memory.reset': writes(
    'Forgets all pages of a spider, or one, and their cached answers. Runs and items stay.',
    {
      args: shape({ ...SpiderRef, url: nullable(Type.String({ maxLength: 10_000 })) }),
      answer: shape({ pages: Count, answers: Count }),
      errors: ['unknown-spider'],
    },
  ),
} as const;
