import type { CallValue } from '../../../shared/contract/index.ts';
import type { ConvertSource } from '../../../shared/spider/convert-sources.ts';
import { convert, NotConvertible } from '../../converters/convert.ts';
import type { SourceFile } from '../../converters/source.ts';
import { HostError } from '../errors.ts';
import { unzipSources } from './unzip-sources.ts';

/** Converts the files of another tool, or those of an archive in Base64. @throws HostError `not-convertible` */
export function convertFiles(
  from: ConvertSource | null,
  files: readonly SourceFile[],
  archive: string | null,
): CallValue<'spiders.convert'> {
  try {
    return convert(from, archive === null ? files : unzipSources(archive));
  } catch (error) {
    if (error instanceof NotConvertible) throw new HostError('not-convertible', error.message, error.hint);
    throw error;
  }
}
