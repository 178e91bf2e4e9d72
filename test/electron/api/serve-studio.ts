import { onTestFinished } from 'vitest';
import { openApi, type ApiOptions } from '../../../electron/api/server.ts';
import { openHost } from '../host/open-host.ts';

/** An answer of the API. */
interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A host with its API in this process, on a free port of loopback. */
export async function serveStudio(options: Partial<ApiOptions> = {}) {
  const studio = await openHost();
  const api = await openApi({ host: studio.host, address: '127.0.0.1', port: 0, ...options });
  onTestFinished(async () => {
    await api.close();
    await studio.close();
  });
  const send = async (
    method: string,
    path: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${api.origin}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  return { studio, api, send };
}
