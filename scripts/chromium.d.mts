export function installedChromium(place?: {
  platform?: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
  exists?: (file: string) => boolean;
}): string | null;
