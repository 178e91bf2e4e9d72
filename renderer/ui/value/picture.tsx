import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

/** Where pictures come from: the application provides it around what may hold some. */
export interface PictureSource {
  readonly subscribe: (changed: () => void) => () => void;
  /** Where the picture of an address is found in this window; null: there is none; undefined: not yet known. */
  readonly pathOf: (address: string) => string | null | undefined;
  readonly ask: (address: string) => void;
}

const noPictures: PictureSource = { subscribe: () => () => {}, pathOf: () => null, ask: () => {} };

/** Without it there are no pictures, and their addresses are shown. */
export const Pictures = createContext<PictureSource>(noPictures);

/** The path of the picture of an address in this window; null while or where there is none. */
export const usePicture = (address: string | null): string | null =>
  usePictureOf(useContext(Pictures), address);

/** As `usePicture`, from a source that is known. */
export function usePictureOf(
  { subscribe, pathOf, ask }: PictureSource,
  address: string | null,
): string | null {
  const path = useSyncExternalStore(subscribe, () => (address === null ? null : pathOf(address)));
  useEffect(() => {
    if (address !== null && path === undefined) ask(address);
  }, [address, path, ask]);
  return path ?? null;
}
