import type { Tone } from "./state-badge.tsx";

type BarTone = Tone | "serious";

export type Series<K extends string> = { key: K; name: string; tone: BarTone };
export type Bar<K extends string> = {
  key: string;
  /** Below the bar. */
  label: string;
  /** In the table, and when one points at the bar. */
  title: string;
  values: Record<K, number>;
};

export type StackedBarsProps<K extends string> = {
  /** What is shown, for screen readers and above the table. */
  label: string;
  /** What a bar stands for: "Week", "Hour". */
  unit: string;
  /** From the bottom up. */
  series: readonly Series<K>[];
  bars: readonly Bar<K>[];
  height?: number;
};
