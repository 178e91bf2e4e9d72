/**
 * What a person can do about a failure, as data. A message never names a command, an option or a button: each door words
 * the action in its own way, the command line as a command and the window as what stands on the screen.
 */
export type Action =
  /** Goes on with a run that was paused or interrupted. */
  | { readonly action: 'resume-run'; readonly run: string }
  | { readonly action: 'start-run'; readonly spider: string }
  | { readonly action: 'list-runs' }
  /** Asks for the items of another run. */
  | { readonly action: 'choose-run'; readonly run: string }
  /** Stores a spider; the project is created where needed. */
  | { readonly action: 'import-spider' }
  | { readonly action: 'choose-project'; readonly project: string }
  | { readonly action: 'validate-spider' }
  /** Lists the pages that full runs of the spider have read. */
  | { readonly action: 'list-history'; readonly spider: string }
  | { readonly action: 'add-proxy'; readonly project: string; readonly tier: string | null }
  | { readonly action: 'list-proxies'; readonly project: string }
  /** Names the secret that tells one proxy from another. */
  | { readonly action: 'name-secret' }
  /** Keeps a secret in the keychain. */
  | { readonly action: 'store-secret'; readonly name: string }
  | { readonly action: 'list-secrets' }
  | { readonly action: 'install-browser' }
  | { readonly action: 'allow-private' }
  | { readonly action: 'replace-file' }
  /** Puts a backup in the place of a workspace. */
  | { readonly action: 'replace-workspace' }
  | { readonly action: 'create-backup' }
  | { readonly action: 'restore-backup' }
  | { readonly action: 'choose-data-folder' };

/** What to do about a failure: a plain sentence that fits every door, or null, and an action that a door words. */
export interface Advice {
  readonly hint: string | null;
  readonly action: Action | null;
}

/** A hint alone is advice without an action. */
export function adviceOf(advice: Advice | string | null): Advice {
  return typeof advice === 'string' || advice === null ? { hint: advice, action: null } : advice;
}
