// Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. OpenTelemetry's own SDK reads the other OTEL_ variables itself.
import { context, diag, DiagLogLevel, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { within } from "../within.ts";
import { producerOf } from "./otlp-metrics.ts";
import { next_trace } from "./spans.ts";

export type TracingOptions = {
  command: string;
  version: string;
  /** The share of traces that is kept. */
  ratio: number;
  registry: Registry;
  log: Logger;
};

export type Tracing = {
  /** Sends what has been collected; takes at most three seconds. */
  close(): Promise<void>;
};

const close_max_ms = 3_000;
const metrics_interval_ms = 60_000;

/** Sends traces and metrics to the collector that the environment names. */
export function startTracing({ command, version, ratio, registry, log }: TracingOptions): Tracing {
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `OpenTelemetry: ${message}`);
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({ "service.name": `muster-${command}`, "service.namespace": "muster", "service.version": version }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    idGenerator: new ChosenIds(),
  });
  // No propagator is installed: trace headers are neither added to outgoing requests nor accepted from incoming ones
  // automatically.
  trace.setGlobalTracerProvider(traces);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: metrics_interval_ms,
    metricProducers: [producerOf(registry, resource)],
  });
  const metrics = new MeterProvider({ resource, readers: [reader] });
  return {
    async close() {
      const sent = Promise.all([traces.shutdown(), metrics.shutdown()]);
      await within(sent, close_max_ms).catch((error: unknown) => log.warn({ err: error }, "the last traces could not be sent"));
    },
  };
}

/** Gives a trace the id that was set for it (spans.ts), otherwise a random one. */
class ChosenIds extends RandomIdGenerator {
  override generateTraceId(): string {
    const { id } = next_trace;
    next_trace.id = null;
    return id ?? super.generateTraceId();
  }
}
