import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallError } from '../../shared/contract/errors.ts';
import type { Scope } from '../../shared/roles.ts';
import { HostError, toHostError } from '../host/errors.ts';
import { compiledOnce } from '../schemas/checker.ts';
import { firstMismatch } from '../schemas/first-mismatch.ts';
import { fitted, textOf, tokens, type Answer } from './answers/answer.ts';
import { clipped } from './answers/clip.ts';
import { readCursor } from './answers/cursor.ts';
import { countTokens } from './answers/tokens.ts';
import { scopesOf, type Tool, type ToolContext } from './tool.ts';

/** The application as one client of the server reaches it. */
export interface Port extends Pick<ToolContext, 'ask' | 'projectOf' | 'allowPrivate'> {
  /** What the client may do. */
  readonly scopes: readonly Scope[];
  /** Called with the name of each tool that is called. */
  readonly onTool: (name: string) => void;
  /** Called with each failure of a tool; those that are bugs have the code `internal`. */
  readonly onFailure: (error: HostError) => void;
}

/** Who calls, and until when. */
export interface Call extends Pick<ToolContext, 'client' | 'signal'> {
  args: Readonly<Record<string, unknown>>;
}

/** Carries a tool out. Never rejects: a failure is an answer, so that the model can do something about it. */
export async function carryOut(
  tool: Tool,
  { args: given, client, signal }: Call,
  port: Port,
): Promise<CallToolResult> {
  port.onTool(tool.name);
  try {
    requireScopes(tool, port.scopes);
    const args = checked(tool, given);
    const { cursor: text, maxTokens = tokens.usual, fields } = commonOf(args);
    const asked = { tool: tool.name, args };
    const cursor = readCursor(text ?? null, asked);
    const { ask, projectOf, allowPrivate } = port;
    const context: ToolContext = {
      // The scopes of a tool are those of the calls that it names, so it makes no others.
      ask: (name, wanted, options) =>
        tool.calls.includes(name)
          ? ask(name, wanted, { signal, ...options })
          : Promise.reject(new Error(`${tool.name} does not say that it calls ${name}.`)),
      projectOf,
      allowPrivate,
      client,
      signal,
      cursor,
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arguments were checked against the schema of the tool
    const answer = await tool.run(args as never, context);
    const copies = tool.result === undefined ? 1 : 2;
    const share = Math.floor(maxTokens / copies);
    return resultOf(
      tool,
      answer,
      fitted(answer, { asked, cursor, maxTokens: share, fields: fields ?? null }),
    );
  } catch (error) {
    const known = toHostError(error);
    port.onFailure(known);
    return failure(known);
  }
}

function resultOf(tool: Tool, answer: Answer, value: Record<string, unknown>): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: textOf(answer, value) }];
  return tool.result === undefined ? { content } : { content, structuredContent: value };
}

/** The most tokens of a failure. */
const longestFailure = 2000;

/** A failure as an answer: what, why, and what to do. */
export function failure(error: CallError): CallToolResult {
  const { code, message, hint, details } = error;
  const told = {
    code,
    message,
    ...(hint === null ? {} : { hint }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
  const shown = clipped(told, (value) => countTokens(JSON.stringify(value)) <= longestFailure)?.value ?? {
    code,
  };
  return { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
}

/** @throws HostError `missing-scope` before anything is done, also where a call would be made later only */
function requireScopes(tool: Tool, held: readonly Scope[]): void {
  const missing = scopesOf(tool).find((scope) => !held.includes(scope));
  if (missing !== undefined)
    throw new HostError(
      'missing-scope',
      `${tool.name} needs the scope "${missing}", and this client has ${held.join(', ') || 'none'}.`,
      'Ask the person who set the server up for that scope, or do without.',
      { scope: missing },
    );
}

const compiled = compiledOnce({ strictTypes: false, ownProperties: true });

/** @throws HostError `bad-arguments` with the place, what is wrong with it, and what there is */
function checked(tool: Tool, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const validate = compiled(tool.args);
  const { properties = {} }: { properties?: Readonly<Record<string, { type?: unknown }>> } = tool.args;
  const args = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, asText(value, properties[name]?.type)]),
  );
  if (validate(args)) return args;
  const { pointer, sentence } = firstMismatch(validate.errors ?? []);
  throw new HostError(
    'bad-arguments',
    `The arguments of ${tool.name} do not fit: ${sentence}`,
    `Its arguments are ${Object.keys(properties).join(', ')}.`,
    { pointer },
  );
}

/** Ids are texts, and models write them as numbers. */
const asText = (value: unknown, type: unknown): unknown =>
  type === 'string' && typeof value === 'number' ? String(value) : value;

function commonOf({ cursor, maxTokens, fields }: Readonly<Record<string, unknown>>) {
  return {
    cursor: typeof cursor === 'string' ? cursor : undefined,
    maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : undefined,
  };
}
