import { Type, type Static } from 'typebox';
import { scopeOf } from '../../shared/contract/access.ts';
import { calls, type CallArgs, type CallName, type CallValue } from '../../shared/contract/index.ts';
import { scopes, type Scope } from '../../shared/roles.ts';
import { strictObject } from '../../shared/contract/shapes.ts';
import { tokens, type Answer } from './answers/answer.ts';
import type { Cursor } from './answers/cursor.ts';

/** Makes a call of the application in the name of the client, who must be allowed to. @throws HostError */
export type Ask = <N extends CallName>(
  name: N,
  args: Partial<CallArgs<N>> | Readonly<Record<string, unknown>>,
  options?: { signal?: AbortSignal },
) => Promise<CallValue<N>>;

/** What a tool works with. */
export interface ToolContext {
  readonly ask: Ask;
  /** The project that is meant where a request names none. */
  readonly projectOf: (named: { project?: string | undefined; spider: string }) => Promise<string>;
  /** Whether the server was started so that private addresses may be reached. */
  readonly allowPrivate: boolean;
  /** The name of the client program, as it says; null: it does not. */
  readonly client: string | null;
  readonly signal: AbortSignal;
  /** Where the portion that is asked for begins. */
  readonly cursor: Cursor;
}

/** A tool that assistants call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The calls of the contract that it makes. The scopes that it needs come from them. */
  readonly calls: readonly CallName[];
  readonly args: Type.TSchema;
  /** What its structured content holds; left out: it answers with text only. */
  readonly result?: Type.TSchema | undefined;
  /** Whether it changes nothing. */
  readonly readsOnly: boolean;
  /** Carries it out with arguments that were checked. @throws HostError */
  run(args: never, context: ToolContext): Promise<Answer>;
}

interface Definition<P extends Type.TProperties> extends Omit<Tool, 'args' | 'run' | 'readsOnly'> {
  readonly args: P;
  run(args: Static<Type.TObject<P>>, context: ToolContext): Promise<Answer>;
}

/** Arguments that every tool has. */
const common = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: '`next` of the answer before.',
    }),
  ),
  maxTokens: Type.Optional(
    Type.Integer({
      minimum: tokens.least,
      maximum: tokens.most,
      description: `Default: ${tokens.usual}.`,
    }),
  ),
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Only these keys of entries.',
    }),
  ),
};

/** Defines a tool. */
export function tool<P extends Type.TProperties>(definition: Definition<P>): Tool {
  return {
    ...definition,
    args: strictObject({ ...definition.args, ...common }),
    readsOnly: definition.calls.every((name) => calls[name].effect === 'read'),
  };
}

/** The scopes that a tool needs, from the least to the most. */
export function scopesOf({ calls: names }: Pick<Tool, 'calls'>): readonly Scope[] {
  const needed = new Set(names.map((name) => scopeOf(name, calls[name])));
  return scopes.filter((scope) => needed.has(scope));
}
