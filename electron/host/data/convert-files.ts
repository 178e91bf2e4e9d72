import type { CallValue } from '../../../shared/contract/index.ts';
import type { ConvertSource } from '../../../shared/spider/convert-sources.ts';
import { convert, NotConvertible } from '../../converters/convert.ts';
import type { SourceFile } from '../../converters/source.ts';
import { HostError } from '../errors.ts';

/** Converts the files of another tool. @throws HostError `not-convertible` */
export function convertFiles(
  from: ConvertSource | null,
  files: readonly SourceFile[],
): CallValue<'spiders.convert'> {
  try {
    return convert(from, files);
  } catch (error) {
    if (error instanceof NotConvertible) throw new HostError('not-convertible', error.message, error.hint);
    throw error;
  }
}
