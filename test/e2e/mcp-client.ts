import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { countTokens } from '../../electron/mcp/answers/tokens.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

/** The revisions of the protocol that clients speak. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];

/** An answer of a tool. */
export interface ToolAnswer {
  isError: boolean;
  /** The text as JSON; of an answer in lines, what stands above them. */
  value: Record<string, unknown>;
  text: string;
}

/** An assistant that calls tools. */
export interface Assistant {
  client: Client;
  call(tool: string, args?: object): Promise<ToolAnswer>;
  /** Calls a tool that is to succeed. */
  ask(tool: string, args?: object): Promise<Record<string, unknown>>;
  tools(): Promise<string[]>;
}

function assistantOf(client: Client): Assistant {
  const call: Assistant['call'] = async (name, args = {}) => {
    const {
      content,
      structuredContent,
      isError = false,
    } = await client.callTool({ name, arguments: { ...args } });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    const tokens =
      countTokens(text) +
      (structuredContent === undefined ? 0 : countTokens(JSON.stringify(structuredContent)));
    if (tokens > 8000) throw new Error(`${name} answers with ${tokens} tokens.`);
    return { isError, text, value: JSON.parse(text.split('\n', 1)[0] ?? '') as Record<string, unknown> };
  };
  return {
    client,
    call,
    async ask(tool, args) {
      const { isError, text, value } = await call(tool, args);
      if (isError) throw new Error(`${tool}: ${text}`);
      return value;
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}

const clientOf = (revision: Revision): Client =>
  new Client(
    { name: 'assistant-of-tests', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? 'auto' : 'legacy' } },
  );

/** Starts the real `mcp` for a client. */
export async function startAssistant(
  data: string,
  args: readonly string[] = [],
  revision: Revision = '2026-07-28',
): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry, 'mcp', '--data-dir', data, ...args],
    stderr: 'ignore',
  });
  const client = clientOf(revision);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return assistantOf(client);
}

/** Connects a client to `/mcp` of a running server. */
export async function connectAssistant(
  origin: string,
  key: string,
  revision: Revision = '2026-07-28',
): Promise<Assistant> {
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } });
  const client = clientOf(revision);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return assistantOf(client);
}
