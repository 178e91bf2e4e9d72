import type { FastifyInstance } from 'fastify';
import { notOffered } from '../../../shared/contract/access.ts';
import { calls, isCallName, type CallName } from '../../../shared/contract/index.ts';
import { HostError } from '../../host/errors.ts';
import { argumentsOf, isObject } from '../arguments.ts';
import { exchanged } from '../exchange.ts';
import type { ApiServices } from '../services.ts';

/** The calls that the API offers, each at its own address. */
export const offeredCalls: readonly CallName[] = Object.keys(calls)
  .filter(isCallName)
  .filter((name) => notOffered(name) === null);

/** Adds a route for each call that the API offers. */
export function addCallRoutes(app: FastifyInstance, services: ApiServices): void {
  for (const name of offeredCalls) {
    const { args: schema, http } = calls[name];
    app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
      method: http.verb,
      url: http.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: exchanged(name, services, async ({ request, ask }) => {
        const { params: path, query, body } = request;
        const args = argumentsOf(schema, { path, query, body });
        if (!isObject(args)) throw new HostError('bad-arguments', 'The body is no object.', null);
        return { body: await ask(name, args) };
      }),
    });
  }
}
