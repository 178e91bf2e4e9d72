export const tinyproxyFiles: readonly string[];
export function missingTools(machine: {
  platform: string;
  hasChromium: boolean;
  exists: (file: string) => boolean;
}): string[];
export function toolAdvice(missing: readonly string[], system: string): string;

export function postgresFolder(exists: (file: string) => boolean): string | null;
