export function nodeProblem(version: string): string | null;
export function nodeAdvice(platform?: string, arch?: string): string;
export function broughtNode(platform?: string, arch?: string): URL;
