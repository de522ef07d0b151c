import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ApiCall, CopyButton, Definitions, fact, Loaded, Rows } from "../ui/list.tsx";
import { Amount, Percent, Time } from "../ui/money.tsx";
import { Drawer } from "../ui/overlay.tsx";
import { Card, Empty } from "../ui/surface.tsx";
import { joinSwaps, MovementRow } from "../wallets/movements.tsx";
import { transactionsQuery } from "../wallets/queries.ts";
import { swapQuery } from "./queries.ts";
import { Rate, Route } from "./swap-facts.tsx";

/** The user's swaps, each one row with two sides. */

const PAGE = 20;
const TITLE = text("Your trades", "Vos échanges");

/** Returns the id of the swap that a movement of a wallet belongs to. */
export const swapIdOf = (movementId: string): string => movementId.split("_").slice(0, 2).join("_");

export function OwnTrades() {
  const say = useSay();
  const query = useInfiniteQuery(transactionsQuery({ type: "swap", limit: PAGE }));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Card
      flush
      title={say(TITLE)}
      actions={
        <LinkButton to="/wallets/transactions" search={{ type: "swap" }} kind="quiet" size="sm">
          {say(text("Filter and export", "Filtrer et exporter"))}
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {({ pages }) => {
          const swaps = joinSwaps(pages.flatMap(({ transactions }) => transactions));
          if (swaps.length === 0)
            return (
              <Empty icon={ArrowLeftRight} title={say(text("No trade yet", "Aucun échange"))}>
                {say(
                  text(
                    "Your swaps appear here with their price and fee.",
                    "Vos échanges apparaissent ici avec leur cours et leurs frais.",
                  ),
                )}
              </Empty>
            );
          return (
            <Rows label={say(TITLE)}>
              {swaps.map((movement) => (
                <MovementRow
                  key={movement.id}
                  movement={movement}
                  toDetail={(id) => ({
                    to: "/trade",
                    search: (before: object) => ({ ...before, id: swapIdOf(id) }),
                    resetScroll: false,
                  })}
                />
              ))}
            </Rows>
          );
        }}
      </Loaded>
      {hasNextPage && (
        <div className="px-5 py-3 text-center">
          <Button kind="secondary" size="sm" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {say(text("Load more", "Afficher plus"))}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface SwapDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** A swap in full. */
export function SwapDrawer({ id, onClose }: SwapDrawerProps) {
  const say = useSay();
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={say(text("Swap", "Échange"))}>
      {id !== undefined && (
        <div className="flex flex-col gap-5">
          <SwapFacts id={id} />
          <ApiCall method="GET" path={`/v1/exchange/swaps/${id}`} />
        </div>
      )}
    </Drawer>
  );
}

export function SwapFacts({ id }: { readonly id: string }) {
  const say = useSay();
  const query = useQuery(swapQuery(id));
  return (
    <Loaded query={query}>
      {(swap) => (
        <Definitions
          items={[
            fact(
              say(text("You paid", "Vous avez payé")),
              <Amount value={swap.amount_in} asset={swap.asset_in} />,
            ),
            fact(
              say(text("You received", "Vous avez reçu")),
              <Amount value={swap.amount_out} asset={swap.asset_out} />,
            ),
            fact(
              say(text("Rate", "Taux")),
              <Rate
                amountIn={swap.amount_in}
                assetIn={swap.asset_in}
                amountOut={swap.amount_out}
                assetOut={swap.asset_out}
              />,
            ),
            fact(
              say(text("Fee, included", "Frais, inclus")),
              <Amount value={swap.fee} asset={swap.asset_in} />,
            ),
            fact(
              say(text("Price impact", "Impact sur le cours")),
              <Percent value={Number(swap.price_impact_percent)} />,
            ),
            fact(say(text("Route", "Parcours")), <Route symbols={swap.route} />),
            fact(say(text("Date", "Date")), <Time iso={swap.created_at} />),
            fact(
              say(text("Reference", "Référence")),
              <span className="inline-flex items-center gap-1">
                <span className="font-mono text-xs break-all">{swap.id}</span>
                <CopyButton value={swap.id} label={say(text("Reference", "Référence"))} iconOnly />
              </span>,
            ),
          ]}
        />
      )}
    </Loaded>
  );
}
