import { context, propagation, trace } from '@opentelemetry/api';
import type { Config } from '../config/config.ts';
import { VERSION } from '../platform/package-root.ts';
import { switchTracing } from '../platform/tracing.ts';

export interface Tracing {
  /** Flushes the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Starts the OpenTelemetry SDK if the configuration names an exporter; otherwise none of it is loaded. The SDK itself
 * reads endpoint, headers, sampling and resource from the standard OTEL_* variables.
 */
export async function startTracing(config: Config): Promise<Tracing | null> {
  if (config.tracesExporter === 'none') return null;
  const sdk = await import('./tracing-sdk.bundled.ts');
  const resource = sdk
    .resourceFromAttributes({ 'service.name': 'fifthwheel', 'service.version': VERSION })
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  const exporter =
    config.tracesExporter === 'console' ? new sdk.ConsoleSpanExporter() : new sdk.OTLPTraceExporter();
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  switchTracing(true);
  return {
    async stop() {
      switchTracing(false);
      // An unreachable collector must not delay the exit.
      await provider.shutdown().catch(() => {});
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}
