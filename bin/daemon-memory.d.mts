export function daemonMemory(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Record<string, string> | null;
export function startAgainWith(more: Record<string, string>): void;
