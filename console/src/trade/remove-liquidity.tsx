import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { differenceOf, isPositive, leastOf, percentOf, scaled } from "../decimal.ts";
import { text, useLanguage } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Shares } from "../ui/figures.tsx";
import { Definitions, fact } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { Alert } from "../ui/surface.tsx";
import type { LiquidityPosition, Pair } from "./queries.ts";

/** Exchanges shares of a pool for their part of it. */

type Body = paths["/v1/exchange/positions/{id}/remove"]["post"]["requestBody"]["content"]["application/json"];

interface RemoveLiquidityProps {
  readonly position: LiquidityPosition;
  readonly pair: Pair;
  readonly onClose: () => void;
}

const TOLERANCE = "0.5";
const parts = ["25", "50", "75", "100"] as const;

export function RemoveLiquidity({ position, pair, onClose }: RemoveLiquidityProps) {
  const { say } = useLanguage();
  const { id, base_asset: base, quote_asset: quote, shares, farmed_shares: farmed } = position;
  const [part, setPart] = useDraft<(typeof parts)[number]>(`remove.${id}`, "100");
  const path = "/v1/exchange/positions/{id}/remove" as const;
  const flow = useReview({
    flow: `remove-liquidity.${id}`,
    run: (body: Body, headers) => dataOf(client.POST(path, { params: { path: { id } }, headers, body })),
    changes: [["money"], ["pairs"]],
  });
  const free = differenceOf(shares, farmed);
  const removed = part === "100" ? free : percentOf(free, part, shareDigits(shares));
  const [digits0, digits1] = [pair.token0.decimals, pair.token1.decimals];
  const amount0 = scaled(position.base_amount, removed, shares, digits0);
  const amount1 = scaled(position.quote_amount, removed, shares, digits1);
  const facts = (baseAmount: string, quoteAmount: string) => [
    fact(base, <Amount value={baseAmount} asset={base} />),
    fact(quote, <Amount value={quoteAmount} asset={quote} />),
  ];
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text(`Remove from ${base} / ${quote}`, `Retirer de ${base} / ${quote}`))}
      form={
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            flow.review({
              shares: removed,
              min_base_amount: leastOf(amount0, TOLERANCE, digits0),
              min_quote_amount: leastOf(amount1, TOLERANCE, digits1),
            });
          }}
        >
          {isPositive(farmed) && (
            <Alert
              action={
                <LinkButton to="/earn/farms" kind="secondary" size="sm">
                  {say(text("Farms", "Fermes"))}
                </LinkButton>
              }
            >
              {say(
                text(
                  "Shares in a farm must be withdrawn from it first.",
                  "Les parts placées en ferme doivent d'abord en être retirées.",
                ),
              )}
            </Alert>
          )}
          <Segmented
            label={say(text("Part to remove", "Part à retirer"))}
            value={part}
            options={parts.map((value) => ({ value, label: `${value} %` }))}
            onChange={setPart}
          />
          <Definitions items={facts(amount0, amount1)} />
          <Button type="submit" disabled={!isPositive(removed)}>
            {say(text("Review", "Vérifier"))}
          </Button>
        </form>
      }
      review={(body) => ({
        facts: [
          fact(say(text("Shares", "Parts")), <Shares value={body.shares} />),
          fact(
            say(text(`At least, ${base}`, `Au moins, ${base}`)),
            <Amount value={body.min_base_amount} asset={base} />,
          ),
          fact(
            say(text(`At least, ${quote}`, `Au moins, ${quote}`)),
            <Amount value={body.min_quote_amount} asset={quote} />,
          ),
          fact(say(text("Fee", "Frais")), say(text("Free", "Gratuit"))),
        ],
      })}
      action={() => say(text("Remove from the pool", "Retirer du pool"))}
      call={(body) => ({ method: "POST", path: path.replace("{id}", id), body })}
      receipt={({ base_amount, quote_amount }) => ({
        title: say(text("In your wallets", "Dans vos portefeuilles")),
        facts: facts(base_amount, quote_amount),
      })}
    />
  );
}

/** Returns the digits of a part of shares: at most as many as the API has shown. */
const shareDigits = (shares: string): number => Math.max(shares.split(".")[1]?.length ?? 0, 2);
