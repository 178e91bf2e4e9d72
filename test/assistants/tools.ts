/** An answer of a tool; of a failure `value` has its code, message and hint. */
export interface ToolAnswer {
  isError: boolean;
  value: Readonly<Record<string, unknown>>;
}

/** The tools that a scripted assistant has, by their names as `spider-studio mcp` offers them. */
export interface Tools {
  call(tool: string, args: object): Promise<ToolAnswer>;
}

/** Calls a tool that is to succeed. */
export async function ask(tools: Tools, tool: string, args: object): Promise<ToolAnswer['value']> {
  const { isError, value } = await tools.call(tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(value)}`);
  return value;
}
