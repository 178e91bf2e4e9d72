import { memberOf, membersOf } from './plain.ts';
import type { Spider } from './schema.ts';

/** Whether a spider downloads the files of fields. */
export const downloadsFiles = ({ callbacks }: Pick<Spider, 'callbacks'>): boolean =>
  downloadsAnywhere(callbacks);

/** As `downloadsFiles`, for callbacks that may be of any shape. */
export const downloadsAnywhere = (callbacks: unknown): boolean =>
  membersOf(callbacks).some(([, callback]) => hasDownload(memberOf(callback, 'extract')));

const hasDownload = (fields: unknown): boolean =>
  membersOf(fields).some(
    ([, field]) => memberOf(field, 'download') === true || hasDownload(memberOf(field, 'extract')),
  );
