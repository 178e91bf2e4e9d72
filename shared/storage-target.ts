/** Whether a text names a place in an object storage (`s3://…`, `place:…`), and not a file. */
export const isStorageTarget = (text: string): boolean => /^(?:s3:\/\/|place:)/.test(text);
