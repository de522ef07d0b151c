import {
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type Time as Moment,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useMemo, useRef } from "react";
import type { Schemas } from "../api/client.ts";
import { text, useLanguage } from "../language.tsx";
import { formatPrice } from "../ui/figures.tsx";
import { formatTime } from "../ui/money.tsx";

/** Candles with their volume. Loaded when a chart is shown; a table behind it has the figures for screen readers. */

export interface CandlesProps {
  readonly label: string;
  readonly candles: readonly Schemas["PriceCandle"][];
  /** The current price, which moves the candle in progress. */
  readonly price: number | undefined;
  readonly seconds: number;
}

const DAY = 86_400;
const ROWS = 24;
/** On a narrow screen only the latest candles are visible; the others are a swipe away. */
const NARROW = 500;
const FEW = 70;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

const look = () => ({
  layout: {
    background: { type: ColorType.Solid, color: "transparent" },
    textColor: token("soft"),
    fontFamily: "Inter, system-ui, sans-serif",
    fontSize: 12,
    // Its logo is an inline style element, which the content security policy forbids. The link is below the chart.
    attributionLogo: false,
  },
  grid: { vertLines: { color: "transparent" }, horzLines: { color: token("line") } },
  crosshair: {
    vertLine: { color: token("edge"), labelBackgroundColor: token("accent-strong") },
    horzLine: { color: token("edge"), labelBackgroundColor: token("accent-strong") },
  },
});

const candleLook = () => ({
  upColor: token("good"),
  wickUpColor: token("good"),
  downColor: token("bad"),
  wickDownColor: token("bad"),
  borderVisible: false,
});

/** Volume stands behind the prices: half as strong. */
const volumeColor = () => `${token("edge")}70`;

const secondsOf = (iso: string) => (Date.parse(iso) / 1000) as UTCTimestamp;

interface Drawn {
  readonly chart: IChartApi;
  readonly bars: ISeriesApi<"Candlestick">;
  readonly volumes: ISeriesApi<"Histogram">;
}

export default function Candles({ label, candles, price, seconds }: CandlesProps) {
  const { say, language } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const locale = language === "fr" ? "fr-FR" : "en-GB";

  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const chart = createChart(parent, {
      ...look(),
      autoSize: true,
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 2 },
      handleScroll: { vertTouchDrag: false },
    });
    const bars = chart.addSeries(CandlestickSeries, candleLook());
    const volumes = chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    drawn.current = { chart, bars, volumes };
    // The theme is an attribute of the root element.
    const themes = new MutationObserver(() => {
      chart.applyOptions(look());
      bars.applyOptions(candleLook());
      volumes.applyOptions({ color: volumeColor() });
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      themes.disconnect();
      drawn.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(() => {
    const last = Number(candles.at(-1)?.close ?? 1);
    const at = (moment: Moment, format: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, format).format((moment as number) * 1000);
    const day = { day: "numeric", month: "short" } as const;
    const minute = { hour: "2-digit", minute: "2-digit" } as const;
    drawn.current?.chart.applyOptions({
      localization: {
        locale,
        priceFormatter: (value: number) => formatPrice(value, language),
        timeFormatter: (moment: Moment) => at(moment, seconds < DAY ? { ...day, ...minute } : day),
      },
      timeScale: {
        // Kinds of marks: year, month, day of month, time.
        tickMarkFormatter: (moment: Moment, kind: number) => at(moment, kind < 3 ? day : minute),
      },
    });
    drawn.current?.bars.applyOptions({
      priceFormat: { type: "price", minMove: last >= 100 ? 0.01 : 0.000001, precision: last >= 100 ? 2 : 6 },
    });
  }, [candles, language, locale, seconds]);

  useEffect(() => {
    if (!drawn.current) return;
    const { chart, bars, volumes } = drawn.current;
    bars.setData(
      candles.map(({ timestamp, open, high, low, close }) => ({
        time: secondsOf(timestamp),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
      })),
    );
    volumes.applyOptions({ color: volumeColor() });
    volumes.setData(
      candles.map(({ timestamp, volume }) => ({ time: secondsOf(timestamp), value: Number(volume) })),
    );
    const isNarrow = (place.current?.clientWidth ?? NARROW) < NARROW;
    if (isNarrow)
      chart.timeScale().setVisibleLogicalRange({ from: candles.length - FEW, to: candles.length + 1 });
    else chart.timeScale().fitContent();
  }, [candles]);

  useLastCandle(drawn, candles, price, seconds);
  const rows = useMemo(() => candles.slice(-ROWS).toReversed(), [candles]);
  return (
    <figure className="relative min-w-0">
      <div ref={place} aria-hidden className="h-64 min-w-0 overflow-hidden sm:h-80" />
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {[text("Begins", "Début"), ...COLUMNS].map((name) => (
                <th key={name.en} scope="col">
                  {say(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ timestamp, open, high, low, close, volume }) => (
              <tr key={timestamp}>
                <th scope="row">{formatTime(timestamp, language)}</th>
                {[open, high, low, close, volume].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                  <td key={at}>{formatPrice(Number(value), language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const COLUMNS = [
  text("Open", "Ouverture"),
  text("High", "Haut"),
  text("Low", "Bas"),
  text("Close", "Clôture"),
  text("Volume", "Volume"),
];

/** Draws the candle in progress, which the history does not have, from the live price. */
function useLastCandle(
  drawn: React.RefObject<Drawn | undefined>,
  candles: CandlesProps["candles"],
  price: number | undefined,
  seconds: number,
): void {
  const current = useRef({ time: 0, open: 0, high: 0, low: 0 });
  useEffect(() => {
    const last = candles.at(-1);
    if (!last || price === undefined) return;
    const began = secondsOf(last.timestamp);
    const time = Math.max(Math.floor(Date.now() / 1000 / seconds) * seconds, began + seconds);
    const before = current.current;
    const isSame = before.time === time && before.open === Number(last.close);
    const open = Number(last.close);
    const next = {
      time,
      open,
      high: Math.max(isSame ? before.high : open, price),
      low: Math.min(isSame ? before.low : open, price),
    };
    current.current = next;
    drawn.current?.bars.update({ ...next, time: time as UTCTimestamp, close: price });
  }, [drawn, candles, price, seconds]);
}
