import { ValueType, type Attributes } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";

type Time = [seconds: number, nanoseconds: number];
type Value = MetricValue<string> & { metricName?: string };
type Span = { startTime: Time; endTime: Time };

/** Exports the metrics of /metrics, under the same names, through OpenTelemetry: measured once, available in both ways. */
export function producerOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = timeOf(Date.now());
  return {
    async collect() {
      const span = { startTime, endTime: timeOf(Date.now()) };
      const measured = (await registry.getMetricsAsJSON()) as MetricObjectWithValues<Value>[];
      const metrics = measured.flatMap((one) => dataOf(one, span));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "muster" }, metrics }] }, errors: [] };
    },
  };
}

function dataOf({ name, help, type, values }: MetricObjectWithValues<Value>, span: Span): MetricData[] {
  const kind = String(type);
  const common = { aggregationTemporality: AggregationTemporality.CUMULATIVE } as const;
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
  if (kind === "histogram") {
    const dataPoints = histogramsOf(values).map((one) => ({ ...span, ...one }));
    return [{ ...common, descriptor, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
  }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...span, attributes: labels as Attributes, value }));
  if (kind === "counter")
    return [
      {
        ...common,
        descriptor,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints,
      },
    ];
  return [{ ...common, descriptor, dataPointType: DataPointType.GAUGE, dataPoints }];
}

type HistogramPoint = {
  attributes: Attributes;
  value: { buckets: { boundaries: number[]; counts: number[] }; sum: number; count: number };
};

/**
 * prom-client lists a histogram's buckets, sum and count separately, with cumulative buckets. OpenTelemetry counts each bucket
 * alone.
 */
function histogramsOf(values: readonly Value[]): HistogramPoint[] {
  const points = new Map<string, HistogramPoint & { below: [bound: number, count: number][] }>();
  for (const { labels, value, metricName = "" } of values) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const point = points.get(key) ?? {
      attributes,
      value: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
      below: [],
    };
    points.set(key, point);
    if (metricName.endsWith("_sum")) point.value.sum = value;
    else if (metricName.endsWith("_count")) point.value.count = value;
    else if (le !== undefined && le !== "+Inf") point.below.push([Number(le), value]);
  }
  return [...points.values()].map(({ below, attributes, value }) => {
    const sorted = below.toSorted(([one], [other]) => one - other);
    const counts = [...sorted.map(([, count]) => count), value.count];
    const buckets = {
      boundaries: sorted.map(([bound]) => bound),
      counts: counts.map((count, place) => count - (counts[place - 1] ?? 0)),
    };
    return { attributes, value: { ...value, buckets } };
  });
}

function unitOf(name: string): string {
  if (/_seconds(_|$)/.test(name)) return "s";
  return /_bytes(_|$)/.test(name) ? "By" : "1";
}

function timeOf(ms: number): Time {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
