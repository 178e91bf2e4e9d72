/** Whether an evaluation failed because the page navigated to another document. */
export function isLostContext(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /context was destroyed|Cannot find (?:execution )?context|Inspected target navigated|uniqueContextId not found|Promise was collected/i.test(
    text,
  );
}
