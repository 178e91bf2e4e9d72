export function installedChromium(place?: {
  platform?: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
  exists?: (file: string) => boolean;
}): string | null;

/** Chromium without the window around its pages; null: it is not there, or CHROMIUM_PATH names another browser. */
export function headlessShell(place?: {
  env?: Readonly<Record<string, string | undefined>>;
  exists?: (file: string) => boolean;
}): string | null;
