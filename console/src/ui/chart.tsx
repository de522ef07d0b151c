import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { text, useLanguage, useSay } from "../language.tsx";
import { formatAmount, formatTime } from "./money.tsx";

/** A small line chart of amounts over time, with a table behind it for screen readers. */

export interface Point {
  /** A day of ISO 8601. */
  readonly day: string;
  readonly value: number;
}

interface LineChartProps {
  readonly label: string;
  readonly points: readonly Point[];
  readonly asset: string;
}

const HEIGHT = 160;
const SECOND_MS = 1000;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const secondsOf = (day: string): number => Date.parse(`${day}T12:00:00Z`) / SECOND_MS;

export default function LineChart({ label, points, asset }: LineChartProps) {
  const say = useSay();
  const { language } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const draw = () => {
      const axis = {
        stroke: token("--color-soft"),
        grid: { show: false },
        ticks: { show: false },
        font: "12px Inter",
      };
      return new uPlot(
        {
          width: parent.clientWidth,
          height: HEIGHT,
          padding: [8, 20, 0, 20],
          legend: { show: false },
          cursor: { y: false, points: { size: 8 } },
          axes: [
            {
              ...axis,
              space: 90,
              size: 28,
              values: (_chart, moments) =>
                moments.map((moment) =>
                  new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
                    day: "numeric",
                    month: "short",
                  }).format(moment * SECOND_MS),
                ),
            },
            { show: false },
          ],
          series: [
            {},
            {
              stroke: token("--color-accent"),
              fill: token("--color-accent-soft"),
              width: 2,
              points: { show: false },
            },
          ],
          scales: { y: { range: (_chart, low, high) => rangeOf(low, high) } },
          hooks: {
            setCursor: [
              ({ cursor: { idx } }) => {
                const point = idx == null ? undefined : points[idx];
                if (tip.current)
                  tip.current.textContent = point
                    ? `${formatTime(`${point.day}T12:00:00Z`, language, "date")} · ${formatAmount(point.value, asset, language)}`
                    : "";
              },
            ],
          },
        },
        [points.map(({ day }) => secondsOf(day)), points.map(({ value }) => value)],
        parent,
      );
    };
    let chart = draw();
    const redraw = () => {
      chart.destroy();
      chart = draw();
    };
    const sizes = new ResizeObserver(() => chart.setSize({ width: parent.clientWidth, height: HEIGHT }));
    sizes.observe(parent);
    // The theme is an attribute of the root element.
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      chart.destroy();
    };
  }, [points, asset, language]);
  return (
    <figure className="min-w-0">
      <div ref={tip} aria-hidden className="figure h-5 text-right text-sm text-soft" />
      <div ref={place} aria-hidden className="h-40 min-w-0 overflow-hidden" />
      <table className="sr-only">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{say(text("Day", "Jour"))}</th>
            <th scope="col">{say(text("Value", "Valeur"))}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{formatTime(`${day}T12:00:00Z`, language, "date")}</th>
              <td>{formatAmount(value, asset, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Leaves some air above and below, and never shows a tiny change as a mountain. */
function rangeOf(low: number, high: number): [number, number] {
  const air = Math.max((high - low) * 0.2, Math.abs(high) * 0.02, 1);
  return [low - air, high + air];
}
