import type { FastifyInstance } from 'fastify';
import { maxBatchCalls } from '../../../shared/contract/api-routes.ts';
import { isCallName, type CallName } from '../../../shared/contract/index.ts';
import { notOffered } from '../../../shared/contract/access.ts';
import { HostError } from '../../host/errors.ts';
import { toCallError } from '../../host/serving/dispatcher.ts';
import { isObject } from '../arguments.ts';
import { exchanged } from '../exchange.ts';
import { problemOf, statusOf } from '../problem.ts';
import type { Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';

/** Calls of a batch that are carried out at the same time. */
const atOnce = 4;
/** The most characters of the answers of a batch; calls that come after are not made. */
const maxAnswerLength = 32 * 1024 * 1024;

/** One call of a batch, not checked beyond its form. */
interface Entry {
  call: string;
  args: Readonly<Record<string, unknown>>;
}

/**
 * Adds `POST /api/batch`, which makes several calls and answers with what each gave, in their order. Each is checked, counted and noted
 * as a request of its own, and fails by itself.
 */
export function addBatchRoutes(app: FastifyInstance, services: ApiServices): void {
  app.route({
    method: 'POST',
    url: '/api/batch',
    handler: exchanged('calls.batch', services, async (exchange) => {
      const entries = entriesOf(exchange.request.body);
      const results = Array.from<object>({ length: entries.length });
      let length = 0;
      let next = 0;
      const work = async (): Promise<void> => {
        for (let i = next++; i < entries.length; i = next++) {
          const result = await resultOf(entries[i], exchange, length);
          length += JSON.stringify(result).length;
          results[i] = result;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return { body: { results } };
    }),
  });
}

async function resultOf(entry: Entry | undefined, exchange: Exchange, length: number): Promise<object> {
  try {
    if (exchange.signal.aborted) throw new HostError('cancelled', 'The client has gone away.');
    if (length > maxAnswerLength)
      throw new HostError(
        'too-large',
        'The answers before it are larger than 32 MB.',
        'Ask for less at once.',
      );
    const { call, args } = entry ?? { call: '', args: {} };
    return { status: 200, value: await exchange.askEach(offered(call), args) };
  } catch (error) {
    const problem = problemOf(toCallError(error));
    return { status: statusOf(problem.code), problem };
  }
}

function offered(name: string): CallName {
  if (isCallName(name) && notOffered(name) === null) return name;
  const isBatch = name === 'calls.batch';
  throw new HostError(
    'unknown-call',
    isBatch ? 'A batch has no batches in it.' : `The API offers no call "${name.slice(0, 100)}".`,
    isBatch ? 'Add its calls to this one.' : 'See the documentation at /api/docs.',
  );
}

/** @throws HostError `bad-arguments` where a batch has not the form of one; then none of its calls is made */
function entriesOf(body: unknown): Entry[] {
  if (!isObject(body) || !Array.isArray(body['calls']) || Object.keys(body).length !== 1)
    throw new HostError('bad-arguments', 'A batch is an object with "calls", a list.', null);
  const entries: readonly unknown[] = body['calls'];
  if (entries.length === 0 || entries.length > maxBatchCalls)
    throw new HostError('bad-arguments', `A batch has 1 to ${maxBatchCalls} calls.`, null, {
      pointer: '/calls',
    });
  return entries.map(entryOf);
}

function entryOf(entry: unknown, index: number): Entry {
  const { call, args = {}, ...others } = isObject(entry) ? entry : {};
  if (typeof call === 'string' && isObject(args) && Object.keys(others).length === 0) return { call, args };
  throw new HostError(
    'bad-arguments',
    'A call of a batch is an object with "call", its name, and "args", an object.',
    null,
    { pointer: `/calls/${index}` },
  );
}
