export const duckdbFolder: string;
export function installDuckdb(): boolean;
