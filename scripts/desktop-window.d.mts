export function runDesktopWindow(
  electron: string,
  args: readonly string[],
): Promise<{ reason: string | null; code: number }>;
