import { Type } from 'typebox';
import { ActionSchema } from './actions.ts';
import { nullable, record, strictObject, stringEnum } from './shapes.ts';

/**
 * The cause of a failure, with its HTTP status. `caller`: the arguments are wrong. `absent`: they name something that
 * does not exist. `state`: the call conflicts with the present state, which may change. `environment`: the disk, a
 * permission or the network is in the way. `fault`: a bug of the application. `stranger`: the caller of the API is not known.
 * `forbidden`: it is, and may not do this. `throttled`: it has asked for too much.
 */
export const errorKinds = {
  caller: 400,
  stranger: 401,
  forbidden: 403,
  absent: 404,
  state: 409,
  throttled: 429,
  fault: 500,
  environment: 503,
} as const;

interface ErrorMeaning {
  /** What went wrong, and what `details` holds. */
  meaning: string;
  kind: keyof typeof errorKinds;
}

const caller = (meaning: string): ErrorMeaning => ({ meaning, kind: 'caller' });
const stranger = (meaning: string): ErrorMeaning => ({ meaning, kind: 'stranger' });
const forbidden = (meaning: string): ErrorMeaning => ({ meaning, kind: 'forbidden' });
const throttled = (meaning: string): ErrorMeaning => ({ meaning, kind: 'throttled' });
const absent = (meaning: string): ErrorMeaning => ({ meaning, kind: 'absent' });
const state = (meaning: string): ErrorMeaning => ({ meaning, kind: 'state' });
const environment = (meaning: string): ErrorMeaning => ({ meaning, kind: 'environment' });
const fault = (meaning: string): ErrorMeaning => ({ meaning, kind: 'fault' });

/** Every error code. Codes never change between versions. */
export const errorCodes = {
  // The call itself.
  'unknown-call': absent('There is no call of this name.'),
  'bad-arguments': caller(
    'The arguments do not match the schema of the call; the message names the first mismatch.',
  ),
  'not-here': caller('The caller may not do this, for example write to a path from a browser.'),
  cancelled: state('The caller cancelled the call.'),
  'timed-out': state('The call exceeded its time limit and was abandoned.'),
  'too-busy': state('Too many calls of this client are in progress; try again when some have finished.'),
  'connection-lost': environment(
    'The connection ended before the result arrived, so it is unknown whether the call was carried out. Reported by the client.',
  ),
  closing: state('The host is shutting down.'),
  internal: fault('Unexpected error; details are in the host log.'),

  // Before a call and after its answer. Programs read every failure by its code, so these are in the same table.
  usage: caller('The command or its options are not valid.'),
  'output-failed': environment('The output of a command could not be written completely.'),
  'port-in-use': environment('Another program uses the port.'),
  'port-not-allowed': environment('The system reserves the port.'),
  'no-such-address': environment('The computer has no network interface with this address.'),
  'name-needed': caller('At an address that others reach, the server must know by which name they call it.'),
  'api-served': state('Another process serves the API of this workspace; `details.origin` says where.'),

  // Callers of the API.
  'no-key': stranger('The request has no key.'),
  'bad-key': stranger('The key is not known, has expired or was revoked.'),
  'bad-token': stranger('The token is not valid, has expired, or is not for this server.'),
  'unknown-subject': stranger('The token names nobody who is a member here.'),
  'issuer-unreachable': environment('The issuer of tokens cannot be reached, or its answer cannot be used.'),
  'missing-scope': forbidden(
    'The key does not have the scope that the call needs; `details.scope` names it.',
  ),
  'other-project': forbidden('The key is limited to other projects.'),
  'needs-project': forbidden('The key is limited to projects, and the call names none.'),
  'private-target': forbidden('The API reaches no private addresses, unless it was started so.'),
  'foreign-origin': forbidden('The request comes from a page of another site.'),
  'wrong-host': forbidden('The request is for a server of another name.'),
  'wrong-method': caller(
    'The address does not answer this method; `details.allowed` lists those that it does.',
  ),
  'not-json': caller('The body is not JSON.'),
  'bad-request': caller('The request is not valid HTTP, or one of its parts is too long.'),
  'key-in-use': state('A request with this Idempotency-Key is being carried out.'),
  'key-reused': caller('Another request had this Idempotency-Key.'),
  'too-many-requests': throttled('The key has asked too often; `details.retryAfter` is in seconds.'),
  'ambiguous-spider': caller('Several projects have a spider of this name; `details.projects` lists them.'),
  'unknown-webhook': absent('There is no webhook with this id.'),
  'unknown-delivery': absent('There is no delivery with this id; of each webhook the newest are kept.'),
  'unknown-member': absent('There is no member of this name.'),
  'unknown-key': absent('There is no key with this id.'),
  'key-ended': state('The key has expired or was revoked.'),
  'scope-beyond-role': caller('The role of the member does not have one of the scopes.'),

  // Names and ids.
  'unknown-project': absent('There is no project of this name.'),
  'unknown-spider': absent('The project has no spider of this name.'),
  'unknown-version': absent('The spider has no version of this number.'),
  'unknown-run': absent('There is no run with this id.'),
  'unknown-request': absent('There is no request with this id.'),
  'unknown-file': absent('No downloaded file has this content, or it has been deleted with its runs.'),
  'unknown-item': absent('There is no item with this id.'),
  'unknown-page': absent('There is no saved page with this id.'),
  'unknown-live': absent('There is no live page with this id; it has ended.'),
  'unknown-draft': absent('There is no such draft; it was discarded, or saved.'),
  'unknown-callback': absent('The spider has no callback of this name.'),
  'unknown-proof': absent('The spider has no proof with this id; of each version, the newest are kept.'),
  'unknown-proxy': absent('The project has no such proxy.'),
  'unknown-export': absent('There is no export with this id; finished exports are forgotten after a while.'),
  'unknown-upload': absent(
    'There is no upload with this id; unfinished uploads are forgotten after a while.',
  ),
  'unknown-choice': absent('The proposal has no choice of this name.'),
  'unknown-element': absent('The page has no element of this number.'),
  'unknown-column': absent('The items have no such column.'),
  'unknown-entry': absent('There is no queue entry with this id.'),
  'unknown-schedule': absent('There is no schedule with this id.'),
  'unknown-trash': absent('There is nothing with this id in the trash.'),
  'no-fleet': state('The workspace is on one machine, so it has no workers.'),
  'unknown-worker': absent('No worker of this name is at work.'),
  'not-set-aside': state('The host is not set aside, so it needs no revival.'),
  'label-taken': state('Another version of the spider has the label.'),
  'no-run': absent('The spider has no run yet.'),
  'no-tests': state('Nothing is locked on the saved pages of the spider, so there is nothing to test.'),
  'no-item': absent('The run has no item at this place.'),
  'nothing-to-expect': state('The run has no items to propose expectations from.'),
  'no-stored-page': absent('No page was kept for this request.'),
  'name-taken': state('Another project or spider has the name.'),

  // Spiders.
  'invalid-spider': caller('The text is not a valid spider; `details.problems` lists every problem.'),
  'not-convertible': caller('The files are not those of the tool, or of none that is known.'),
  'stale-version': state(
    'Another client has saved the spider in the meantime; `details.newest` is the number of its newest version.',
  ),
  'draft-conflict': state(
    'Another client has changed the draft of the spider, and the caller has not seen that change; nothing was overwritten.',
  ),
  'bad-patch': caller(
    'An operation of the patch cannot be made, so that nothing was changed; `details.operation` is its position, from 0.',
  ),
  'nothing-to-undo': state(
    'No patch of the draft can be taken back: there is none, or it was changed since.',
  ),
  'not-proved': state(
    'There is no proof of exactly this text with the verdict "proved", and it was to be saved only with one.',
  ),
  'name-changed': state(
    'The name in the text differs from the name of the spider; choose between renaming it and saving a copy. `details.name` is the new name.',
  ),
  'invalid-selector': caller('The selector cannot be read.'),
  'bad-url': caller('The text is not an http(s) URL.'),

  'outside-domains': caller('The address is outside the allowed_domains of the spider.'),
  'not-allowed': state('The robots.txt of the site does not allow the address, and the spider obeys it.'),
  'bad-settings': caller(
    'A setting is unknown, cannot be set here, or has a value that it cannot have; `details.problems` lists every problem.',
  ),

  // Pages, files and exports.
  'not-html': caller('The file or response is no page: it is not HTML, XML or JSON, or cannot be read.'),
  'not-text': caller('The file is not text in UTF-8.'),
  'too-large': caller('The file is larger than the limit.'),
  'fetch-failed': environment(
    'The page could not be fetched; the message says why, and `details.reason` is the code of the reason.',
  ),
  exists: state('The file exists already.'),
  'bad-name': caller('The system does not accept the file name; the message says which part is not allowed.'),
  'unknown-recipe': absent('The spider has no saved export of this name.'),
  'recipe-failed': environment('A saved export could not be carried out; the message says why.'),
  'needs-file': caller('The format, or the tables of the export, need a file and not a stream.'),
  'not-appendable': caller('Nothing can be added to a file of this format.'),
  'other-columns': state('The file has other columns than what is to be added to it.'),
  'column-type': state('A value does not fit the table of a database; the message names the column.'),
  'database-unreachable': environment('The server of a database cannot be reached, or is too busy.'),
  'database-refused': environment('A database refuses the login or the change; the message says why.'),
  'too-many-columns': caller('The items have more columns than the format holds.'),
  'export-too-large': state('The file would be larger than its format allows.'),
  'file-in-use': state('Another program has the file open.'),
  'is-a-folder': caller('The path is a folder.'),
  'not-a-folder': caller('Part of the path is not a folder.'),
  'no-permission': environment('The program has no permission to read or write the file.'),
  'not-found': absent('The file or folder does not exist, or no longer exists.'),
  closed: environment('The program that reads the output closed it early.'),
  'on-server': state('The database is on a server, which looks after its own files.'),
  'out-of-files': environment('The program has reached the number of files that the system lets it open.'),
  'disk-full': environment('The disk is full, or the database has reached its size limit.'),
  'download-failed': environment('A component that the application needs could not be downloaded.'),

  // Runs.
  'not-running': state('No process is carrying the run out.'),
  'bad-pattern': caller('The text is empty, or is not a regular expression that can be used.'),
  'not-resumable': state('The run has ended, or is still being carried out.'),
  'not-extractable': state('The run is being carried out, or none of its pages is stored.'),
  conflict: state(
    'The current state does not allow the change, for example deleting a run that is in progress.',
  ),
  'bad-run-args': caller(
    'The spider has no argument of a given name, or one has neither a value nor a default.',
  ),
  'bad-entries': caller(
    'Some of the entries cannot be queued, so none was; `details.problems` has the index, code, message and hint of each.',
  ),
  'not-pending': state('The queue entry is being carried out, or has ended.'),
  'not-ended': state('The queue entry has not ended, or has completed.'),
  'daemon-running': state('A daemon carries the queue of this data folder out already.'),
  'has-ended': state('The queue entry has ended already.'),
  'bad-cron': caller(
    'The cron expression cannot be read, or never happens; the message names the field, the value and what is allowed.',
  ),
  'no-proxy': state('The run needs a proxy that is not configured.'),
  'no-browser': environment('The run needs a browser, and none was found.'),
  'crawl-crashed': fault(
    'The process that carried the crawl out ended unexpectedly; the run can be resumed.',
  ),

  // Proxies and the crawl history.
  'bad-proxy': caller('The tier or the URL of the proxy is not valid.'),
  'credentials-in-url': caller(
    'The URL of a proxy must not contain a user name or password, that of a registry no password.',
  ),
  'bad-secret-reference': caller('The reference to a secret must have the form env:NAME or keychain:NAME.'),
  'missing-secret': environment('The secret that a proxy or a place refers to does not exist.'),
  'bad-secret': environment(
    'The secret that a proxy or a place refers to does not have the form user:password.',
  ),
  'bad-secret-name': caller(
    'The name of the secret contains characters other than letters, digits, "_", "." and "-".',
  ),
  'unknown-secret': absent('There is no secret of this name in the keychain.'),
  'no-keychain': environment('The keychain of the computer is not available.'),
  'proxy-exists': state('The project has this proxy already.'),
  'ambiguous-proxy': caller('Several proxies match; name the secret of one.'),
  'damaged-proxies': environment('The proxy file in the data folder cannot be read.'),
  'bad-login': caller(
    'The name of the login is not valid, or the file holds no cookies and no local storage.',
  ),
  'unknown-login': absent('There is no login of this name.'),
  'login-expired': state('The site asks for a login, though the settings name one: it has expired.'),
  'no-login-window': absent('No window is open in which a person logs in under this name.'),
  'no-display': environment('There is no screen on which a window of a browser could be shown.'),
  'damaged-logins': environment('The logins in the data folder cannot be read.'),
  'not-remembered': absent('No full run has read this page.'),

  // Places in S3-compatible services.
  'unknown-place': absent('There is no place of this name.'),
  'place-exists': state('There is a place of this name already.'),
  'bad-place': caller(
    'The endpoint, the region or the bucket is not valid or does not exist; `details.reason` is the code of the reason.',
  ),
  'damaged-places': environment('The file of places in the data folder cannot be read.'),
  'storage-refused': environment(
    'The service refuses the key, the time or the operation; `details.reason` is the code of the reason.',
  ),
  'storage-unreachable': environment('The service cannot be reached, or stays busy.'),
  'storage-full': environment('The service has no room left.'),
  'storage-failed': environment('The service did something unexpected; the message says what.'),

  // Notices.
  'unknown-channel': absent('There is no channel of notices with this id.'),
  'bad-channel': caller('The channel has no program or no http(s) URL, or one that cannot be used.'),
  'bad-time': caller('The text is no time in ISO 8601, or the stretch of time ends before it begins.'),
  'unknown-zone': caller('There is no time zone of this name.'),

  // The database.
  invalid: caller('A name or value cannot be stored.'),
  locked: environment('Another process has locked the database.'),
  'read-only': environment('The program has no permission to write the database.'),
  newer: environment('The database was created by a newer version.'),
  older: environment('The database was created by an older version, and this command must not upgrade it.'),
  foreign: environment('The file is the database of another program.'),
  empty: environment('The database is a file without tables, such as a copy without its log.'),
  'in-use': state('Another process uses the data folder, so it cannot be replaced.'),
  'no-backup': caller('The file is not a backup.'),
  'bad-pages': caller('The pages that a spider is to be proved by cannot be used.'),
  'bad-pack': caller(
    'The file is no spider pack, or one that must not be opened; `details.reason` is the code of the reason.',
  ),
  'unknown-registry': absent('There is no registry of this name.'),
  'registry-exists': state('There is a registry of this name already.'),
  'bad-registry': caller(
    'The registry holds what must not be used; `details.reason` is the code of the reason.',
  ),
  'registry-unreachable': environment(
    'The registry cannot be read or written now; `details.reason` is the code of the reason.',
  ),
  'damaged-registries': environment('The list of registries in the data folder cannot be read.'),
  'not-publishable': state('Nothing can be published to the registry.'),
  'not-in-library': absent('No registry has an entry, or a version of it, of this name.'),
  'ambiguous-name': caller('Several registries have an entry of this name; `details.registries` lists them.'),
  'not-imported': state('The spider was not imported from a registry.'),
  'nothing-before': state('The spider has no version before the one that was imported.'),
  'changed-here': state(
    'The spider was changed here and in the registry; `details.changes` lists the places of its document.',
  ),
  'failing-fixtures': state(
    'The newer version does not take from the saved pages what it should; `details.failed` lists the cells.',
  ),
  'no-git': environment('The registry is a Git repository, and there is no git on this computer.'),
  'bad-certificate': caller('The file is not a certificate.'),
  'damaged-backup': environment('The backup is incomplete or was changed after it was written.'),
  damaged: environment('The database, or a row of it, is damaged.'),
  missing: environment('There is no database.'),
  'bad-data-folder': caller('Windows does not accept the name of the data folder.'),
  io: environment('The database could not be read or written.'),
  'bad-environment': environment('An environment variable has a value that cannot be used.'),
} as const satisfies Record<string, ErrorMeaning>;

/** An error code: a key of `errorCodes`. */
export type ErrorCode = keyof typeof errorCodes;

const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));

/** Schema of `CallError`. */
export const CallErrorSchema = strictObject(
  {
    code: stringEnum(codes, { description: 'A code from the table of errors, for programs.' }),
    message: Type.String({ description: 'What happened and where, in one or two sentences.' }),
    hint: nullable(Type.String(), {
      description: 'What to do, in words that fit every client.',
    }),
    action: nullable(ActionSchema, { description: 'What to do, as data that each client words.' }),
    details: record(Type.Unknown(), {
      description: 'Additional data for programs; the table of errors lists it by code.',
    }),
  },
  { description: 'A failure of a call, with a message for people.' },
);

/** The error of a failed call. Every client receives it unchanged. */
export type CallError = Type.Static<typeof CallErrorSchema>;

/** The result of every call. A call never throws. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: CallError };
