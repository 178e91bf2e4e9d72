import { pipeline } from 'node:stream/promises';
import type { ExportFormat } from '../../../shared/export-formats.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { HostError } from '../../host/errors.ts';
import { headersSoFar } from '../reply.ts';
import type { Answer, Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';

type ExportState = CallValue<'exports.start'>;

/** What is exported. */
export interface WantedExport {
  view: Readonly<Record<string, unknown>>;
  format: ExportFormat;
  columns: string[] | null;
}

/**
 * Answers with an export: it is written whole to a file that goes after a while, and the file is sent. So an export that fails is a
 * problem and never half a file. It is cancelled when the client goes away.
 */
export async function sendExport(
  { ask, reply, signal }: Exchange,
  { follow, resource }: Pick<ApiServices, 'follow' | 'resource'>,
  { view, format, columns }: WantedExport,
): Promise<Answer> {
  const begun = await ask('exports.start', { view, format, columns, target: { kind: 'download' } });
  const cancel = (): void => void ask('exports.cancel', { export: begun.id }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const ended = await endOf(begun, follow, signal);
  signal.removeEventListener('abort', cancel);
  if (ended.state !== 'done' || ended.download === null)
    throw new HostError('output-failed', ended.error ?? 'The export was cancelled.', ended.hint);
  const file = resource(ended.download);
  if (file === null) throw new HostError('unknown-export', 'The export is not there any more.', 'Try again.');
  reply.hijack();
  reply.raw.writeHead(200, { ...headersSoFar(reply), ...file.headers });
  if (typeof file.body === 'string') reply.raw.end(file.body);
  else await pipeline(file.body, reply.raw).catch(() => reply.raw.destroy());
  return undefined;
}

function endOf(begun: ExportState, follow: ApiServices['follow'], signal: AbortSignal): Promise<ExportState> {
  return new Promise((resolve, reject) => {
    if (begun.state !== 'running') return resolve(begun);
    const end = follow('exports', {}, (event) => {
      if (event.id !== begun.id || event.state === 'running') return;
      end();
      resolve(event);
    });
    signal.addEventListener('abort', () => {
      end();
      reject(new HostError('cancelled', 'It was cancelled.'));
    });
  });
}
