import type { Tone } from "./state-badge.tsx";

type BarTone = Tone | "serious";

export type Series<K extends string> = { key: K; name: string; tone: BarTone };
export type Bar<K extends string> = {
  key: string;
  /** The text below the bar. */
  label: string;
  /** The bar's text in the table, and when it is pointed at. */
  title: string;
  values: Record<K, number>;
};

export type StackedBarsProps<K extends string> = {
  /** The chart's name, for screen readers and above the table. */
  label: string;
  /** What a bar stands for: "Week", "Hour". */
  unit: string;
  /** In the order from the bottom to the top of a bar. */
  series: readonly Series<K>[];
  bars: readonly Bar<K>[];
  height?: number;
};
