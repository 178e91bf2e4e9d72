/** The size of a row of `files`: of its body, and of the chunks before it. Reads no more of a body than its head. */
export const fileBytesSql =
  '(length(files.body) + coalesce((SELECT bytes FROM long_files WHERE file_id = files.id), 0))';
