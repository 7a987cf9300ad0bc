import { context, propagation, trace } from '@opentelemetry/api';
import type { Config } from '../config/config.ts';
import { VERSION } from '../platform/package-root.ts';
import { switchTracing } from '../platform/tracing.ts';

export interface Tracing {
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

/**
 * Starts the SDK where the configuration names an exporter; until then none of it is loaded. Endpoint, headers, sampling
 * and resource come from the standard OTEL_* variables, which the SDK reads itself.
 */
export async function startTracing(config: Config): Promise<Tracing | null> {
  if (config.tracesExporter === 'none') return null;
  const [sdk, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
  ]);
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'fifthwheel', 'service.version': VERSION })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const exporter =
    config.tracesExporter === 'console'
      ? new sdk.ConsoleSpanExporter()
      : new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter();
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  switchTracing(true);
  return {
    async stop() {
      switchTracing(false);
      // A collector that is away must not keep the process.
      await provider.shutdown().catch(() => {});
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}
