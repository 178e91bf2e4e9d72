import { createContext, useContext } from 'react';

/** A login that a person is asked for. */
export interface WantedLogin {
  readonly name: string;
  /** Where to log in. */
  readonly url: string;
  /** Called once there is a login of this name. */
  readonly onKept: () => void;
}

/** Asks a person to log in. The workbench provides what a feature adds; null: no feature does. */
export const LogIn = createContext<((wanted: WantedLogin) => void) | null>(null);

/** What asks a person to log in. */
export const useLogIn = (): ((wanted: WantedLogin) => void) | null => useContext(LogIn);
