import type { FastifyInstance } from 'fastify';
import { exchanged } from '../exchange.ts';
import { fleetMetrics } from '../metrics/fleet-metrics.ts';
import { createProcessGauge } from '../metrics/process-metrics.ts';
import { storedMetrics } from '../metrics/stored-metrics.ts';
import { metricFormat, metricTypes, writeMetrics } from '../metrics/write-metrics.ts';
import { requirePermission } from '../permission.ts';
import type { ApiServices } from '../services.ts';

/** Adds `GET /api/metrics`: the metrics of the workspace and of this process, as Prometheus reads them. */
export function addMetricRoutes(app: FastifyInstance, services: ApiServices): void {
  const gauge = createProcessGauge();
  app.addHook('onClose', (_, done) => {
    gauge.close();
    done();
  });
  app.route({
    method: 'GET',
    url: '/api/metrics',
    handler: exchanged('metrics.read', services, async ({ caller, request }) => {
      // They concern all projects.
      await requirePermission(caller, 'projects.list', {}, services.callers);
      const { callers } = services;
      const [totals, fleet] = await Promise.all([callers.totals(), callers.fleet()]);
      const format = metricFormat(request.headers.accept);
      const metrics = [
        ...storedMetrics(totals),
        ...fleetMetrics(fleet),
        ...services.meter.metrics(),
        ...gauge.metrics(),
      ];
      return { body: writeMetrics(metrics, format), type: metricTypes[format] };
    }),
  });
}
