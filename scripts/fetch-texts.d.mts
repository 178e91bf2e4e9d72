export function progressText(progress: { transferred: number; total: number | null }, step?: number): string;
export function failureText(error: unknown): string;
