import { Type } from 'typebox';
import { ActionSchema } from './actions.ts';
import { nullable, record, strictObject, stringEnum } from './shapes.ts';

/**
 * Who can do something about a failure, and the HTTP status that says so: the `caller` asked for something that does not
 * fit, or named something that is `absent`; the `state` of things is in the way and may change; the `environment` (disk,
 * permissions, network) is; or it is a `fault` of the application.
 */
export const errorKinds = { caller: 400, absent: 404, state: 409, environment: 503, fault: 500 } as const;

interface ErrorMeaning {
  /** What went wrong, and what is in `details`. */
  meaning: string;
  kind: keyof typeof errorKinds;
}

const caller = (meaning: string): ErrorMeaning => ({ meaning, kind: 'caller' });
const absent = (meaning: string): ErrorMeaning => ({ meaning, kind: 'absent' });
const state = (meaning: string): ErrorMeaning => ({ meaning, kind: 'state' });
const environment = (meaning: string): ErrorMeaning => ({ meaning, kind: 'environment' });
const fault = (meaning: string): ErrorMeaning => ({ meaning, kind: 'fault' });

/** Every code that a failure may have, through every door. Codes stay the same from version to version. */
export const errorCodes = {
  // The call itself.
  'unknown-call': absent('There is no call of this name.'),
  'bad-arguments': caller(
    'The arguments do not have the shape of the call; the message names the first place.',
  ),
  'not-here': caller('The caller may not do this, for example write to a path from a browser.'),
  cancelled: state('The caller cancelled the call.'),
  'timed-out': state('The work took longer than it may and was given up.'),
  'too-busy': state('Too many calls of this window are under way; try again when some have been answered.'),
  'connection-lost': environment(
    'The connection ended before the answer, and whether the call was carried out is not known. Made by the client.',
  ),
  closing: state('The host is being closed.'),
  internal: fault('Unexpected error; details are in the host log.'),

  // The doors themselves.
  usage: caller('The command line or its options do not fit.'),
  'output-failed': environment('The output of a command could not be written to its end.'),
  'port-in-use': environment('Another program has the port.'),
  'port-not-allowed': environment('The system keeps the port for itself.'),

  // Names and ids.
  'unknown-project': absent('There is no project of this name.'),
  'unknown-spider': absent('The project has no spider of this name.'),
  'unknown-version': absent('The spider has no version of this number.'),
  'unknown-run': absent('There is no run with this id.'),
  'unknown-request': absent('There is no request with this id.'),
  'unknown-item': absent('There is no item with this id.'),
  'unknown-page': absent('There is no saved page with this id.'),
  'unknown-callback': absent('The spider has no callback of this name.'),
  'unknown-proxy': absent('The project has no such proxy.'),
  'unknown-export': absent('There is no export with this id; finished ones are forgotten after a while.'),
  'unknown-upload': absent('There is no upload with this id; unfinished ones are forgotten after a while.'),
  'unknown-element': absent('The page has no element of this number.'),
  'unknown-column': absent('The items have no such column.'),
  'no-run': absent('The spider has no run yet.'),
  'no-item': absent('The run has no item at this place.'),
  'no-stored-page': absent('No page was kept for this request.'),
  'name-taken': state('Another project or spider has the name.'),

  // Spiders.
  'invalid-spider': caller('The text is not a valid spider; `details.problems` lists every problem.'),
  'stale-version': state(
    'The spider has been saved by another window since; `details.newest` is the number of its newest version.',
  ),
  'draft-conflict': state(
    'Another window has changed the edits of the spider to something that this one has not seen; nothing was overwritten.',
  ),
  'name-changed': state(
    'The name inside the text is not the name of the spider; say whether to rename it or to save a copy. `details.name` is the new one.',
  ),
  'invalid-selector': caller('The selector cannot be read.'),
  'bad-url': caller('The text is no http(s) URL.'),

  // Pages, files and exports.
  'not-html': caller('The file or answer is not an HTML page.'),
  'not-text': caller('The file is not text in UTF-8.'),
  'too-large': caller('It is larger than what is taken.'),
  'fetch-failed': environment(
    'The page could not be fetched; the message says why, `details.reason` is its code.',
  ),
  exists: state('The file exists already.'),
  'bad-name': caller('The system does not take the name for a file; the message says which part of it.'),
  'file-in-use': state('Another program has the file open.'),
  'is-a-folder': caller('The path is a folder.'),
  'not-a-folder': caller('Part of the path is not a folder.'),
  'no-permission': environment('The file may not be read or written.'),
  'not-found': absent('What was asked for does not exist (any more).'),
  closed: environment('The reader closed the output before its end.'),
  'out-of-files': environment('The system opens no more files for the program.'),
  'disk-full': environment('The disk is full, or the database has reached its size limit.'),
  'download-failed': environment('Something that the application needs could not be fetched.'),

  // Runs.
  'not-running': state('Nobody carries the run out.'),
  'not-resumable': state('The run has ended or is being carried out.'),
  conflict: state('The present state does not allow it, for example deleting a run that is under way.'),
  'no-proxy': state('The run needs a proxy that is not configured.'),
  'no-browser': environment('A browser is needed, and there is none to use.'),
  'crawl-crashed': fault(
    'The process that carried the crawl out ended unexpectedly; the run can be resumed.',
  ),

  // Proxies and the crawl history.
  'bad-proxy': caller('The tier or the URL of the proxy does not do.'),
  'credentials-in-url': caller('The URL of a proxy must not hold a user name or password.'),
  'bad-secret-reference': caller('A secret is named as env:NAME or keychain:NAME.'),
  'missing-secret': environment('The secret that a proxy names is not there.'),
  'bad-secret': environment('The secret that a proxy names is not of the form user:password.'),
  'bad-secret-name': caller(
    'The name of the secret has other characters than letters, digits, "_", "." and "-".',
  ),
  'unknown-secret': absent('There is no secret of this name in the keychain.'),
  'no-keychain': environment('The keychain of the computer cannot be used.'),
  'proxy-exists': state('The project has this proxy already.'),
  'ambiguous-proxy': caller('Several proxies fit; name the secret of one.'),
  'damaged-proxies': environment('The file of the proxies in the data folder cannot be read.'),
  'not-remembered': absent('No full run has read this page.'),

  // The database.
  invalid: caller('A name or value cannot be stored.'),
  locked: environment('Another process holds the database.'),
  'read-only': environment('The database may not be written.'),
  newer: environment('The database was made by a newer version.'),
  older: environment('The database was made by an older version and may not be changed.'),
  foreign: environment('The file is a database of another program.'),
  empty: environment('The database is a file without tables, such as a copy without its log.'),
  'in-use': state('Another window, crawl or command uses the data folder, so that it cannot be replaced.'),
  'no-backup': caller('The file is not a backup.'),
  'damaged-backup': environment('The backup is not what was written.'),
  damaged: environment('The database, or a row of it, is damaged.'),
  missing: environment('There is no database.'),
  'bad-data-folder': caller('Windows does not take the name of the data folder as it is.'),
  io: environment('The database could not be read or written.'),
  'bad-environment': environment('An environment variable has a value that cannot be used.'),
} as const satisfies Record<string, ErrorMeaning>;

export type ErrorCode = keyof typeof errorCodes;

const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));

export const CallErrorSchema = strictObject(
  {
    code: stringEnum(codes, { description: 'From the table of errors; for programs.' }),
    message: Type.String({ description: 'What happened and where, in one sentence or two.' }),
    hint: nullable(Type.String(), {
      description: 'What to do, where that can be said in words that fit every door.',
    }),
    action: nullable(ActionSchema, { description: 'What to do, as data that each door words.' }),
    details: record(Type.Unknown(), {
      description: 'More for programs, by code: see the table of errors.',
    }),
  },
  { description: 'A failure of a call, fit for people.' },
);

export type CallError = Type.Static<typeof CallErrorSchema>;

/** What every call answers. A call never throws. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: CallError };
