export function addressSpaceMb(limits?: string): number;
export function addressSpaceProblem(leastMb: number, megabytes?: number): string | null;
