import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CallError, Result } from '../../shared/contract/errors.ts';
import { calls, type CallName } from '../../shared/contract/index.ts';
import { startProgram } from './program.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

/** An answer of the API. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The text as JSON; the text itself where it is none. */
  body: unknown;
  text: string;
}

/** The real `serve` in a process of its own. */
export interface ApiServer {
  origin: string;
  /** Sends a request. @param key null: without one */
  send(
    method: string,
    path: string,
    options?: { key?: string | null; body?: unknown; headers?: Record<string, string> },
  ): Promise<ApiAnswer>;
  /** Makes a call of the contract at its own address. */
  ask(name: CallName, args: object): Promise<Result<unknown>>;
  /** Ends the process as Ctrl+C does. @returns its exit code */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Starts `serve` on a free port of loopback. @param key what requests are sent with unless they say otherwise */
export async function startApi(data: string, key: string, args: readonly string[] = []): Promise<ApiServer> {
  const child = startProgram([entry, 'serve', '--port', '0', '--data-dir', data, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /answers at (http:\/\/\S+)\/api /.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
  const exit = once(child, 'exit');
  const send: ApiServer['send'] = async (method, path, { key: given = key, body, headers = {} } = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(given === null ? {} : { authorization: `Bearer ${given}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text), text };
  };
  return {
    origin,
    send,
    async ask(name, args) {
      const { verb, path } = calls[name].http;
      const rest = new Map(Object.entries(args));
      const place = path.replaceAll(/\{(\w+)\}/g, (_, argument: string) => {
        const value: unknown = rest.get(argument);
        rest.delete(argument);
        return encodeURIComponent(String(value));
      });
      const query = verb === 'GET' || verb === 'DELETE' ? `?${queryOf(rest).toString()}` : '';
      const body = query === '' ? Object.fromEntries(rest) : undefined;
      const answer = await send(verb, `${place}${query}`, { body });
      if (answer.status < 400) return { ok: true, value: answer.body };
      const { code, detail: message, hint, details } = answer.body as CallError & { detail: string };
      return { ok: false, error: { code, message, hint, action: null, details } };
    },
    async stop() {
      child.kill('SIGINT');
      const [code] = (await exit) as [number | null];
      return code;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Arguments as they stand in a query: null as nothing, what is no text as JSON. */
function queryOf(args: ReadonlyMap<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    [...args].map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
