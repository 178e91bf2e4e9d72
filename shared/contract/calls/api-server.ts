import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';

const HostName = Type.String({
  maxLength: 253,
  pattern: '^(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])$',
});
const Origin = Type.String({ maxLength: 300, pattern: '^https?://[^\\s/]+$' });

/** Schema of `ApiSetting`: how a process with windows serves the API. */
export const ApiSettingSchema = strictObject({
  port: Type.Integer({ minimum: 0, maximum: 65_535, description: '0: any free one.' }),
  address: Type.String({
    maxLength: 100,
    pattern: '^[0-9A-Za-z.:%-]+$',
    description: 'The address of a network interface; `127.0.0.1`: this computer only.',
  }),
  names: Type.Array(HostName, {
    maxItems: 20,
    description: 'Names by which clients call it, beside localhost. Needed at an address that others reach.',
  }),
  origins: Type.Array(Origin, { maxItems: 20, description: 'Origins whose pages may call.' }),
  allowPrivate: Type.Boolean({
    description: 'Whether callers may reach loopback and private addresses where they ask for it.',
  }),
});

/** Schema of `ApiServerState`: whether the API of this workspace is served, where, and by whom. */
export const ApiServerStateSchema = strictObject({
  state: stringEnum(['off', 'on', 'elsewhere'] as const, {
    description: '`on`: this process serves it; `elsewhere`: another one does.',
  }),
  canServe: Type.Boolean({ description: 'Whether this process can serve it.' }),
  origin: nullable(Type.String(), { description: 'Such as `http://127.0.0.1:8321`.' }),
  process: nullable(Type.Integer(), { description: 'Id of the other process that serves it.' }),
  startsAgain: Type.Boolean({ description: 'Whether it starts by itself with the next window.' }),
  problem: nullable(
    strictObject({ code: Type.String(), message: Type.String(), hint: nullable(Type.String()) }),
    { description: 'Why it did not start the last time.' },
  ),
  setting: ApiSettingSchema,
});

const { port, address, names, origins, allowPrivate } = ApiSettingSchema.properties;

/** Calls about the server of the API in a process with windows. */
export const apiServerCalls = {
  'api.state': query('Whether the API is served, where, and by whom.', {
    executor: 'work',
    path: '/api/server',
    args: emptyObject,
    result: ApiServerStateSchema,
    topics: ['api'],
  }),
  'api.start': command(
    'Serves the API from this process, now and with each later window. What is left out stays as it was the last time.',
    {
      executor: 'work',
      path: '/api/server/start',
      args: strictObject({
        port: Type.Optional(port),
        address: Type.Optional(address),
        names: Type.Optional(names),
        origins: Type.Optional(origins),
        allowPrivate: Type.Optional(allowPrivate),
      }),
      result: ApiServerStateSchema,
      errors: ['api-served', 'port-in-use', 'port-not-allowed', 'no-such-address', 'name-needed', 'not-here'],
      topics: ['api'],
    },
  ),
  'api.stop': command('Serves the API no longer. Requests under way are cut off.', {
    executor: 'work',
    path: '/api/server/stop',
    args: emptyObject,
    result: ApiServerStateSchema,
    topics: ['api'],
  }),
};
