import { Button } from "@mantine/core";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import "./stacked-bars.css";
import { useLate } from "../use-late.ts";
import type { Bar, StackedBarsProps } from "./bars.ts";

/** Loaded on demand, because few readers open the table. */
const loadTable = () => import("../lists/number-table.tsx");

const head_px = 14;
const foot_px = 18;
/** The most labels that fit below the bars of a small screen. */
const labels_max = 8;

/** Numbers over time as stacked bars. The same numbers are offered as a table, above all for screen readers. */
export function StackedBars<K extends string>(props: StackedBarsProps<K>) {
  const { t } = useTranslation();
  const [table, setTable] = useState(false);
  const numbers = useLate(loadTable, table, () => setTable(false));
  return (
    <div>
      {numbers ? <numbers.NumberTable {...props} /> : <Drawing {...props} />}
      <Button
        mt="xs"
        size="compact-xs"
        variant="subtle"
        leftSection={table ? <IconChartBar size={14} /> : <IconTable size={14} />}
        onClick={() => setTable(!table)}
      >
        {t(table ? "chart.as_chart" : "chart.as_table")}
      </Button>
    </div>
  );
}

function Drawing<K extends string>({ label, series, bars, height = 170 }: StackedBarsProps<K>) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const sumOf = ({ values }: Bar<K>) => series.reduce((sum, { key }) => sum + values[key], 0);
  const most = Math.max(1, ...bars.map(sumOf));
  const room = height - head_px - foot_px;
  const step = 100 / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / labels_max);
  return (
    <>
      <ul className="bars-legend">
        {series.map(({ key, name, tone }) => (
          <li key={key}>
            <i data-bar={tone} />
            {name}
          </li>
        ))}
      </ul>
      <svg className="bars" height={height} role="img" aria-label={t("chart.see_table", { label })}>
        <line x1="0" x2="100%" y1={head_px} y2={head_px} strokeDasharray="3 4" />
        <text x="0" y={head_px - 4}>
          {number.format(most)}
        </text>
        <line x1="0" x2="100%" y1={height - foot_px} y2={height - foot_px} />
        {bars.map((bar, index) => {
          let below = height - foot_px;
          return (
            <g key={bar.key}>
              <title>{`${bar.title}: ${series.map(({ key, name }) => `${name} ${number.format(bar.values[key])}`).join(", ")}`}</title>
              <rect x={`${index * step}%`} width={`${step}%`} y={head_px} height={room} style={{ fill: "transparent" }} />
              {series.map(({ key, tone }) => {
                const tall = bar.values[key] === 0 ? 0 : Math.max(2, (bar.values[key] / most) * room);
                below -= tall;
                return (
                  <rect
                    key={key}
                    data-bar={tone}
                    x={`${(index + 0.14) * step}%`}
                    width={`${step * 0.72}%`}
                    y={below}
                    height={tall}
                  />
                );
              })}
              {index % every === 0 ? (
                <text
                  x={`${(index + 0.5) * step}%`}
                  y={height - 4}
                  textAnchor={index === 0 ? "start" : "middle"}
                  dx={index === 0 ? -6 : 0}
                >
                  {bar.label}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </>
  );
}
