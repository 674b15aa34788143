import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * `url`: where a collector takes spans by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces. `share`: of requests and pages, 0 to
 * 1.
 */
export type TraceExport = { url: string; share: number; process: string };

/**
 * From now on this process's spans are sent to a collector, in batches; what a slow one does not take is dropped. Loaded only where
 * traces are wanted. `stop` sends the rest, for five seconds at most.
 */
export function exportTraces({ url, share, process }: TraceExport): { stop: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'crossdock', 'service.instance.id': process }),
    // What goes on with a trace that was chosen is kept whole.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      trace.disable();
      context.disable();
      // A collector that is away must not make the end of a process a failure.
      await provider.shutdown().catch(() => undefined);
    },
  };
}
