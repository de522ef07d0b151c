import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api/client.ts";
import { pricesQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Price, Short } from "../ui/figures.tsx";
import { Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, AssetIcon, Percent } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { type Pair, pairsQuery } from "./queries.ts";

/** What can be traded: assets at their market's price, and pairs at their pool's. A row opens its chart. */

const views = ["assets", "pairs"] as const;
const viewNames = { assets: text("Assets", "Actifs"), pairs: text("Pairs", "Paires") };
const TITLE = text("Markets", "Marchés");

export function MarketList() {
  const say = useSay();
  const [view, setView] = useState<(typeof views)[number]>("assets");
  return (
    <Card
      flush
      title={say(TITLE)}
      actions={
        <Segmented
          label={say(TITLE)}
          value={view}
          options={views.map((value) => ({ value, label: say(viewNames[value]) }))}
          onChange={setView}
        />
      }
    >
      {view === "assets" ? <Assets /> : <Pairs />}
    </Card>
  );
}

type Traded = Schemas["AssetPrice"];
const byVolume = (one: Traded, other: Traded) => Number(other.volume24h) - Number(one.volume24h);

function Assets() {
  const say = useSay();
  const prices = useQuery(pricesQuery);
  return (
    <Loaded query={prices}>
      {(all) => (
        <Rows label={say(viewNames.assets)}>
          {all.toSorted(byVolume).map(({ symbol, name, priceUsd, change24h, volume24h }) => (
            <Row
              key={symbol}
              icon={<AssetIcon asset={symbol} />}
              title={name}
              detail={
                <>
                  {symbol}
                  {Number(volume24h) > 0 && (
                    <>
                      {" · "}
                      <Short value={volume24h} currency="USD" /> {say(text("in 24 h", "en 24 h"))}
                    </>
                  )}
                </>
              }
              end={<Price usd={Number(priceUsd)} />}
              endDetail={<Percent value={Number(change24h)} signed />}
              to={{ to: "/trade", search: (before: object) => ({ ...before, asset: symbol }) }}
            />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

function Pairs() {
  const say = useSay();
  const pairs = useQuery(pairsQuery);
  return (
    <Loaded query={pairs}>
      {(all) => (
        <Rows label={say(viewNames.pairs)}>
          {all.map((pair) => (
            <PairRow key={pair.id} {...pair} />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

function PairRow({ token0, token1, price, priceChange24h, tvl, volume24h }: Pair) {
  const say = useSay();
  return (
    <Row
      icon={<PairIcon first={token0.symbol} second={token1.symbol} />}
      title={`${token0.symbol} / ${token1.symbol}`}
      detail={
        <>
          <Short value={tvl} currency="USD" /> {say(text("in the pool", "dans le pool"))} ·{" "}
          <Short value={volume24h} currency="USD" /> {say(text("in 24 h", "en 24 h"))}
        </>
      }
      end={<Amount value={price} asset={token1.symbol} />}
      endDetail={<Percent value={Number(priceChange24h)} signed />}
      to={{
        to: "/trade",
        search: (before: object) => ({
          ...before,
          asset: token0.symbol,
          from: token1.symbol,
          to: token0.symbol,
        }),
      }}
    />
  );
}

/** The discs of a pair's two assets. */
export const PairIcon = ({ first, second }: { readonly first: string; readonly second: string }) => (
  <span aria-hidden className="flex shrink-0 -space-x-3">
    <AssetIcon asset={first} />
    <span className="rounded-full ring-2 ring-surface">
      <AssetIcon asset={second} />
    </span>
  </span>
);
