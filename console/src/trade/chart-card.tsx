import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { lazy, Suspense } from "react";
import type { Schemas } from "../api/client.ts";
import { text, useSay } from "../language.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Price, Short } from "../ui/figures.tsx";
import { Loaded } from "../ui/list.tsx";
import { AssetIcon, Percent } from "../ui/money.tsx";
import { Card, Skeleton } from "../ui/surface.tsx";
import { candlesQuery, type Interval, intervals, SECONDS } from "./queries.ts";

/** An asset's price: now, in the last day, and as candles. */

const Candles = lazy(() => import("./candles.tsx"));

interface ChartCardProps {
  readonly price: Schemas["AssetPrice"];
  readonly isLive: boolean;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
}

const chartSkeleton = <Skeleton className="h-64 w-full sm:h-80" />;

export function ChartCard({ price, isLive, interval, onInterval }: ChartCardProps) {
  const say = useSay();
  const { symbol, name, priceUsd, change24h, high24h, low24h, volume24h } = price;
  const candles = useQuery(candlesQuery(symbol, interval));
  const facts = [
    [text("High, 24 h", "Haut, 24 h"), <Price key="high" usd={Number(high24h)} />],
    [text("Low, 24 h", "Bas, 24 h"), <Price key="low" usd={Number(low24h)} />],
    [text("Volume, 24 h", "Volume, 24 h"), <Short key="volume" value={volume24h} currency="USD" />],
  ] as const;
  return (
    <section aria-label={name} className="min-w-0">
      <Card>
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div className="flex items-center gap-3">
            <AssetIcon asset={symbol} />
            <div>
              <h2 className="text-sm text-soft">
                {name} · {symbol}
              </h2>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="text-lg font-semibold tracking-tight">
                  <Price usd={Number(priceUsd)} />
                </span>
                <span className="text-sm">
                  <Percent value={Number(change24h)} signed />
                </span>
                <LiveMark isLive={isLive} />
              </p>
            </div>
          </div>
          <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {facts.map(([label, value]) => (
              <div key={label.en}>
                <dt className="text-xs text-soft">{say(label)}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="mt-4">
          <Loaded query={candles} skeleton={chartSkeleton}>
            {(data) => (
              <Suspense fallback={chartSkeleton}>
                <Candles
                  label={say(text(`Latest prices of ${name}`, `Derniers cours : ${name}`))}
                  candles={data}
                  price={Number(priceUsd)}
                  seconds={SECONDS[interval]}
                />
              </Suspense>
            )}
          </Loaded>
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <Segmented
            label={say(text("Duration of a candle", "Durée d'une bougie"))}
            value={interval}
            options={intervals.map((value) => ({ value, label: value }))}
            onChange={onInterval}
          />
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noreferrer"
            className="text-xs text-soft underline underline-offset-2 hover:text-ink"
          >
            {say(text("Charts by TradingView", "Graphiques par TradingView"))}
          </a>
        </div>
      </Card>
    </section>
  );
}

function LiveMark({ isLive }: { readonly isLive: boolean }) {
  const say = useSay();
  return (
    <span className="flex items-center gap-1.5 text-xs text-soft">
      <span aria-hidden className={clsx("size-2 rounded-full", isLive ? "bg-good" : "bg-edge")} />
      {say(isLive ? text("Live", "En direct") : text("Connecting", "Connexion"))}
    </span>
  );
}
