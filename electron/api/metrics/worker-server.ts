import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { RunningWorker } from '../../host/serving/worker.ts';
import { HostError } from '../../host/errors.ts';
import { createProcessGauge } from './process-metrics.ts';
import { workerMetrics } from './worker-metrics.ts';
import { metricFormat, metricTypes, writeMetrics } from './write-metrics.ts';

/** The server by which a worker is watched. */
export interface WorkerServer {
  /** For example `http://127.0.0.1:9464`. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Answers `GET /health` (200, or 503 where the database has not answered lately or the worker ends) and `GET /metrics`.
 * @param isEnding whether the worker takes nothing more
 * @throws HostError `port-in-use`, `port-not-allowed`
 */
export async function openWorkerServer(
  fleet: Pick<RunningWorker, 'slots' | 'metrics' | 'isWell' | 'name'>,
  { address, port, isEnding }: { address: string; port: number; isEnding: () => boolean },
): Promise<WorkerServer> {
  const gauge = createProcessGauge();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://worker');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname === '/health') {
      const state = isEnding() ? 'ending' : fleet.isWell() ? 'well' : 'database-unreachable';
      response.writeHead(state === 'well' ? 200 : 503, { 'content-type': 'application/json' });
      return void response.end(`${JSON.stringify({ worker: fleet.name, state })}\n`);
    }
    if (pathname !== '/metrics') return void response.writeHead(404).end();
    const format = metricFormat(request.headers.accept);
    const text = writeMetrics([...gauge.metrics(), ...(await workerMetrics(fleet))], format);
    response.writeHead(200, { 'content-type': metricTypes[format] }).end(text);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(503).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toldOf(error, port)));
    server.listen(port, address, resolve);
  });
  return {
    origin: `http://${address.includes(':') ? `[${address}]` : address}:${portOf(server, port)}`,
    async close() {
      gauge.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The port that was given, where 0 was asked for. */
function portOf(server: Server, asked: number): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? asked : address.port;
}

function toldOf(error: Error, port: number): Error {
  return 'code' in error && error.code === 'EADDRINUSE'
    ? new HostError('port-in-use', `Another program uses port ${port}.`, 'Give another one with --metrics.')
    : error;
}
