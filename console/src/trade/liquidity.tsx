import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Droplets, Minus, Plus, Sprout } from "lucide-react";
import { useSubject } from "../api/review.ts";
import { isPositive } from "../decimal.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Short, Stat, Stats } from "../ui/figures.tsx";
import { ApiCall, Loaded, Rows } from "../ui/list.tsx";
import { Amount, Percent } from "../ui/money.tsx";
import { Card, Empty, Page } from "../ui/surface.tsx";
import { AddLiquidity } from "./add-liquidity.tsx";
import { PairIcon } from "./market-list.tsx";
import { type LiquidityPosition, liquidityQuery, type Pair, pairsQuery } from "./queries.ts";
import { RemoveLiquidity } from "./remove-liquidity.tsx";

/** The pools, and what the user has in them. */

const route = getRouteApi("/trade/liquidity");

export default function Liquidity() {
  const say = useSay();
  const { add, remove } = route.useSearch();
  const navigate = route.useNavigate();
  const pairs = useQuery(pairsQuery);
  const positions = useQuery(liquidityQuery);
  const close = () => navigate({ search: {}, resetScroll: false });
  const added = pairs.data?.find(({ id }) => id === add);
  const removed = useSubject(
    remove,
    positions.data?.find(({ id }) => id === remove),
  );
  const from = pairs.data?.find(({ id }) => id === removed?.pair);
  return (
    <Page
      title={say(text("Liquidity", "Liquidité"))}
      lead={say(
        text(
          "Lend both assets of a pair to its pool, and earn a share of the fee of every swap.",
          "Prêtez les deux actifs d'une paire à son pool et touchez une part des frais de chaque échange.",
        ),
      )}
      actions={
        <LinkButton to="/trade" kind="secondary">
          {say(text("Back to Trade", "Retour aux échanges"))}
        </LinkButton>
      }
    >
      <Card flush title={say(text("Your positions", "Vos positions"))}>
        <Loaded query={positions}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={Droplets} title={say(text("No position yet", "Aucune position"))}>
                {say(text("Choose a pool below to start.", "Choisissez un pool ci-dessous pour commencer."))}
              </Empty>
            ) : (
              <ul className="divide-y" aria-label={say(text("Your positions", "Vos positions"))}>
                {all.map((position) => (
                  <Position key={position.id} {...position} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <Card flush title={say(text("Pools", "Pools"))}>
        <Loaded query={pairs}>
          {(all) => (
            <Rows label={say(text("Pools", "Pools"))}>
              {all
                .toSorted((one, other) => Number(other.apy) - Number(one.apy))
                .map((pair) => (
                  <Pool key={pair.id} {...pair} />
                ))}
            </Rows>
          )}
        </Loaded>
      </Card>
      <ApiCall method="GET" path="/v1/exchange/positions" />
      {added && <AddLiquidity key={added.id} pair={added} onClose={close} />}
      {removed && from && <RemoveLiquidity key={removed.id} position={removed} pair={from} onClose={close} />}
    </Page>
  );
}

function Position(position: LiquidityPosition) {
  const say = useSay();
  const { id, pair, base_asset: base, quote_asset: quote, farmed_shares: farmed } = position;
  return (
    <li className="flex flex-col gap-4 px-5 py-4 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex min-w-0 items-center gap-3 lg:w-64">
        <PairIcon first={base} second={quote} />
        <div className="min-w-0">
          <h3 className="text-sm font-semibold">
            {base} / {quote}
          </h3>
          <p className="text-sm text-soft">
            <Amount value={position.base_amount} asset={base} />
            <br />
            <Amount value={position.quote_amount} asset={quote} />
          </p>
        </div>
      </div>
      <Stats>
        <Stat name={say(text("Worth", "Valeur"))}>
          <Amount value={position.value_usd} asset="USD" />
        </Stat>
        <Stat name={say(text("Fees earned", "Frais perçus"))}>
          <span className="text-good">
            <Amount value={position.fees_earned_usd} asset="USD" />
          </span>
        </Stat>
        {isPositive(farmed) && (
          <Stat name={say(text("Farmed shares", "Parts en ferme"))}>
            <Short value={farmed} />
          </Stat>
        )}
      </Stats>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="." search={{ add: pair }} resetScroll={false} kind="secondary" size="sm">
          <Plus className="size-4" aria-hidden />
          {say(text("Add", "Ajouter"))}
        </LinkButton>
        <LinkButton to="." search={{ remove: id }} resetScroll={false} kind="secondary" size="sm">
          <Minus className="size-4" aria-hidden />
          {say(text("Remove", "Retirer"))}
        </LinkButton>
        <LinkButton to="/earn/farms" kind="quiet" size="sm">
          <Sprout className="size-4" aria-hidden />
          {say(text("Farm", "Farmer"))}
        </LinkButton>
      </div>
    </li>
  );
}

function Pool({ id, token0, token1, tvl, volume24h, apy }: Pair) {
  const say = useSay();
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <PairIcon first={token0.symbol} second={token1.symbol} />
      <div className="min-w-0 grow">
        <p className="text-sm font-medium">
          {token0.symbol} / {token1.symbol}
        </p>
        <p className="text-sm text-soft">
          <Short value={tvl} currency="USD" /> {say(text("in the pool", "dans le pool"))}
          <span className="hidden sm:inline">
            {" · "}
            <Short value={volume24h} currency="USD" /> {say(text("traded in 24 h", "échangés en 24 h"))}
          </span>
        </p>
      </div>
      <div className="text-right text-sm">
        <p className="font-medium">
          <Percent value={Number(apy)} />
        </p>
        <p className="text-soft">{say(text("a year", "par an"))}</p>
      </div>
      <LinkButton
        to="."
        search={{ add: id }}
        resetScroll={false}
        kind="secondary"
        size="sm"
        aria-label={say(
          text(`Add to ${token0.symbol} / ${token1.symbol}`, `Ajouter à ${token0.symbol} / ${token1.symbol}`),
        )}
      >
        {say(text("Add", "Ajouter"))}
      </LinkButton>
    </li>
  );
}
