import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Droplets } from "lucide-react";
import { pricesQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ApiCall, Loaded } from "../ui/list.tsx";
import { Page, Skeleton } from "../ui/surface.tsx";
import { ChartCard } from "./chart-card.tsx";
import { useLivePrices } from "./live.ts";
import { MarketList } from "./market-list.tsx";
import { OwnTrades, SwapDrawer } from "./own-trades.tsx";
import { intervals, pairsQuery, symbolsOf } from "./queries.ts";
import { SwapBox } from "./swap-box.tsx";

/** The markets, a chart, the swap, and the user's trades. */

const route = getRouteApi("/trade");
const DEFAULTS = { from: "EUR", to: "BTC", asset: "BTC", interval: "1h" } as const;

export default function Trade() {
  const say = useSay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const prices = useQuery(pricesQuery);
  const pairs = useQuery(pairsQuery);
  const isLive = useLivePrices(prices.data?.map(({ symbol }) => symbol) ?? []);
  const { step, id, from = DEFAULTS.from } = search;
  const asset = search.asset ?? search.to ?? DEFAULTS.asset;
  const to = search.to ?? (from === DEFAULTS.to ? DEFAULTS.from : DEFAULTS.to);
  const interval = intervals.find((one) => one === search.interval) ?? DEFAULTS.interval;
  return (
    <Page
      waitsFor={[prices, pairs]}
      title={say(text("Trade", "Échanger"))}
      actions={
        <LinkButton to="/trade/liquidity" kind="secondary">
          <Droplets className="size-4" aria-hidden />
          {say(text("Liquidity", "Liquidité"))}
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <Loaded query={prices} skeleton={<Skeleton className="h-120 w-full" />}>
          {(all) => {
            const price = all.find(({ symbol }) => symbol === asset) ?? all[0];
            return (
              price && (
                <ChartCard
                  price={price}
                  isLive={isLive}
                  interval={interval}
                  onInterval={(next) =>
                    navigate({ search: { ...search, interval: next }, replace: true, resetScroll: false })
                  }
                />
              )
            );
          }}
        </Loaded>
        <div className="order-first min-w-0 lg:sticky lg:top-20 lg:order-none lg:row-span-2">
          <Loaded query={pairs} skeleton={<Skeleton className="h-120 w-full" />}>
            {(all) => (
              <SwapBox
                {...{ from, to, step, id }}
                symbols={symbolsOf(all)}
                onPair={(pays, gets) =>
                  navigate({ search: { ...search, from: pays, to: gets }, replace: true, resetScroll: false })
                }
                go={(next, options) =>
                  navigate({
                    search: { ...search, step: next, id: options?.id },
                    replace: options?.replace ?? false,
                  })
                }
              />
            )}
          </Loaded>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <MarketList />
          <OwnTrades />
          <ApiCall method="GET" path="/api/defi/prices" />
        </div>
      </div>
      <SwapDrawer
        id={step === undefined ? id : undefined}
        onClose={() => navigate({ search: { ...search, id: undefined }, resetScroll: false })}
      />
    </Page>
  );
}
