import { useQuery } from "@tanstack/react-query";
import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { isMore, isPositive, scaled } from "../decimal.ts";
import { text, useLanguage } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { AmountInput } from "../ui/field.tsx";
import { Shares } from "../ui/figures.tsx";
import { fact } from "../ui/list.tsx";
import { Amount, formatAmount, Percent } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { availableOf, exactWalletsQuery, type Pair } from "./queries.ts";

/** Adds both assets of a pair to its pool. One amount determines the other, by the pool's price. */

type Body = paths["/v1/exchange/positions"]["post"]["requestBody"]["content"]["application/json"];

interface AddLiquidityProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

interface Entered {
  /** The side that the user has entered. */
  readonly side: "base" | "quote";
  readonly amount: string;
}

const TOLERANCE = "0.5";

export function AddLiquidity({ pair, onClose }: AddLiquidityProps) {
  const { say, language } = useLanguage();
  const { id, token0, token1, reserve0, reserve1, apy } = pair;
  const [{ side, amount }, setEntered, clear] = useDraft<Entered>(`add.${id}`, { side: "base", amount: "" });
  const wallets = useQuery(exactWalletsQuery);
  const isEmpty = !isPositive(reserve0);
  const base = side === "base" ? amount : scaled(amount, reserve0, reserve1, token0.decimals);
  const quote = side === "quote" ? amount : scaled(amount, reserve1, reserve0, token1.decimals);
  const [shownBase, shownQuote] = isPositive(amount) ? [base, quote] : ["", ""];
  const flow = useReview({
    flow: `add-liquidity.${id}`,
    run: (body: Body, headers) => dataOf(client.POST("/v1/exchange/positions", { headers, body })),
    changes: [["money"], ["pairs"]],
    onDone: clear,
  });
  const sides = [
    { key: "base", token: token0, value: side === "base" ? amount : shownBase },
    { key: "quote", token: token1, value: side === "quote" ? amount : shownQuote },
  ] as const;
  const isShort = sides.some(({ token, value }) => isMore(value, availableOf(wallets.data, token.symbol)));
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(
        text(`Add to ${token0.symbol} / ${token1.symbol}`, `Ajouter à ${token0.symbol} / ${token1.symbol}`),
      )}
      lead={
        <>
          {say(text("Earned in the last 24 hours, over a year:", "Gagné ces dernières 24 h, sur un an :"))}{" "}
          <Percent value={Number(apy)} />
        </>
      }
      form={
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            flow.review({ pair: id, base_amount: base, quote_amount: quote, slippage: TOLERANCE });
          }}
        >
          {sides.map(({ key, token, value }) => {
            const available = availableOf(wallets.data, token.symbol);
            return (
              <AmountInput
                key={key}
                label={token.name ?? token.symbol}
                value={value}
                asset={token.symbol}
                autoFocus={key === "base"}
                onValue={(next) => setEntered({ side: key, amount: next })}
                hint={
                  <>
                    {say(text("Available:", "Disponible :"))}{" "}
                    <Amount value={available} asset={token.symbol} />
                  </>
                }
                problem={
                  wallets.data && isMore(value, available)
                    ? say(text("More than your available balance", "Plus que votre solde disponible"))
                    : undefined
                }
                aside={
                  <Button
                    kind="quiet"
                    size="sm"
                    aria-label={say(text(`Use all ${token.symbol}`, `Utiliser tous vos ${token.symbol}`))}
                    disabled={!isPositive(available)}
                    onClick={() => setEntered({ side: key, amount: available })}
                  >
                    {say(text("Use all", "Tout utiliser"))}
                  </Button>
                }
              />
            );
          })}
          <Button type="submit" disabled={!isPositive(amount) || isShort || isEmpty}>
            {say(text("Review", "Vérifier"))}
          </Button>
        </form>
      }
      review={({ base_amount, quote_amount }) => ({
        facts: [
          fact(token0.name, <Amount value={base_amount} asset={token0.symbol} />),
          fact(token1.name, <Amount value={quote_amount} asset={token1.symbol} />),
          fact(
            say(text("Price in the pool", "Cours dans le pool")),
            `1 ${token0.symbol} = ${formatAmount(pair.price, token1.symbol, language)}`,
          ),
          fact(
            say(text("Price tolerance", "Tolérance de prix")),
            <Percent key="tolerance" value={Number(TOLERANCE)} />,
          ),
        ],
        note: (
          <p className="text-sm text-soft">
            {say(
              text(
                "You can remove them at any time. If the two prices move apart, you get back more of the cheaper asset, which may be worth less than holding both.",
                "Vous pouvez les retirer à tout moment. Si les cours s'écartent, vous récupérez davantage de l'actif le moins cher, ce qui peut valoir moins que de garder les deux.",
              ),
            )}
          </p>
        ),
      })}
      action={() => say(text("Add to the pool", "Ajouter au pool"))}
      call={(body) => ({ method: "POST", path: "/v1/exchange/positions", body })}
      receipt={(position) => ({
        title: say(text("Added to the pool", "Ajouté au pool")),
        facts: [
          fact(say(text("New shares", "Nouvelles parts")), <Shares value={position.shares_received} />),
          fact(
            say(text("Your part of the pool", "Votre part du pool")),
            <Percent value={Number(position.pool_share_percent)} />,
          ),
          fact(
            say(text("Worth of your position", "Valeur de votre position")),
            <Amount value={position.value_usd} asset="USD" />,
          ),
        ],
        actions: (
          <LinkButton to="/earn/farms">
            {say(text("Farm the shares", "Placer les parts en ferme"))}
          </LinkButton>
        ),
      })}
    />
  );
}
