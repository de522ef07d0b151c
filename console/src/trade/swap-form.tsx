import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowDownUp } from "lucide-react";
import type { ReactNode } from "react";
import { decimalOf, isMore, isPositive, unitsOf } from "../decimal.ts";
import { type Text, text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/choice.tsx";
import { AmountInput, Select } from "../ui/field.tsx";
import { Definitions, Failure, fact } from "../ui/list.tsx";
import { Amount, digitsOf, formatAmount, Percent } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { availableOf, exactWalletsQuery } from "./queries.ts";
import { type Quote, quoteQuery, type SwapDraft, useSecondsLeft, useSettled } from "./swap.ts";
import { Rate, Route } from "./swap-facts.tsx";

/** What to swap. Either amount can be entered; the quote fills the other. */

interface SwapFormProps {
  readonly from: string;
  readonly to: string;
  readonly symbols: readonly string[];
  readonly draft: SwapDraft;
  readonly onPair: (from: string, to: string) => void;
  readonly onChange: (change: Partial<SwapDraft>) => void;
  readonly onReview: (quote: Quote) => void;
}

const TITLE = text("Swap", "Échanger");
const ASSET = text("Asset", "Actif");

export function SwapForm({ from, to, symbols, draft, onPair, onChange, onReview }: SwapFormProps) {
  const { say, language } = useLanguage();
  const wallets = useQuery(exactWalletsQuery);
  const { side, tolerance } = draft;
  const amount = useSettled(draft.amount);
  const isWanted = isPositive(amount);
  const query = useQuery({
    ...quoteQuery({ from, to, side, amount, tolerance }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const isOfPair = query.data?.tokenIn === from && query.data.tokenOut === to;
  const quote = isPositive(draft.amount) && isWanted && isOfPair ? query.data : undefined;
  const isFresh = quote !== undefined && !query.isPlaceholderData && amount === draft.amount;
  const paid = side === "in" ? draft.amount : quote ? short(quote.amountIn, from) : "";
  const received = side === "out" ? draft.amount : quote ? short(quote.amountOut, to) : "";
  const available = availableOf(wallets.data, from);
  const isTooMuch = wallets.data !== undefined && isMore(paid, available);
  const options = symbols.map((value) => ({ value, label: value }));
  const choose = (next: { readonly from?: string; readonly to?: string }) => {
    const [pays, gets] = [next.from ?? from, next.to ?? to];
    onPair(pays === gets && next.to ? to : pays, pays === gets && next.from ? from : gets);
  };
  return (
    <Card title={say(TITLE)}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFresh) onReview(quote);
        }}
      >
        <Side
          input={
            <AmountInput
              label={say(text("You pay", "Vous payez"))}
              value={paid}
              asset=""
              onValue={(value) => onChange({ side: "in", amount: value })}
              problem={
                isTooMuch
                  ? say(text("More than your available balance", "Plus que votre solde disponible"))
                  : undefined
              }
            />
          }
          select={
            <Select
              label={say(text("Pay with", "Payer avec"))}
              value={from}
              options={options}
              onChange={({ target }) => choose({ from: target.value })}
              className="h-14 font-medium"
            />
          }
        />
        <div className="flex items-center justify-between gap-2 text-sm text-soft">
          <span>
            {say(text("Available:", "Disponible :"))} <Amount value={available} asset={from} />
          </span>
          <Button
            kind="quiet"
            size="sm"
            disabled={!isPositive(available)}
            onClick={() => onChange({ side: "in", amount: available })}
          >
            {say(text("Use all", "Tout utiliser"))}
          </Button>
        </div>
        <div className="grid place-items-center">
          <Button
            kind="secondary"
            size="icon"
            aria-label={say(text("Swap the other way round", "Échanger dans l'autre sens"))}
            onClick={() => {
              onChange({ side: side === "in" ? "out" : "in" });
              onPair(to, from);
            }}
          >
            <ArrowDownUp className="size-4" aria-hidden />
          </Button>
        </div>
        <Side
          input={
            <AmountInput
              label={say(text("You receive", "Vous recevez"))}
              value={received}
              asset=""
              onValue={(value) => onChange({ side: "out", amount: value })}
            />
          }
          select={
            <Select
              label={say(ASSET)}
              value={to}
              options={options}
              onChange={({ target }) => choose({ to: target.value })}
              className="h-14 font-medium"
            />
          }
        />
        {isWanted && query.error && !query.isFetching && <Failure problem={query.error} />}
        {quote && <QuoteFacts quote={quote} isDim={!isFresh} />}
        <Tolerance value={tolerance} onChange={(value) => onChange({ tolerance: value })} />
        <Button type="submit" disabled={!isFresh || isTooMuch}>
          {quote && isFresh
            ? say(
                text(
                  `Review: receive ${formatAmount(quote.amountOut, to, language)}`,
                  `Vérifier : recevoir ${formatAmount(quote.amountOut, to, language)}`,
                ),
              )
            : say(text("Enter an amount", "Saisissez un montant"))}
        </Button>
      </form>
    </Card>
  );
}

/** The side that the quote fills has the digits that people see of its asset. */
const short = (amount: string, asset: string): string =>
  decimalOf(unitsOf(amount, digitsOf(asset)), digitsOf(asset));

const Side = ({ input, select }: { readonly input: ReactNode; readonly select: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-2">
    {input}
    {select}
  </div>
);

const tolerances = ["0.1", "0.5", "1", "3"] as const;
const TOLERANCE: Text = text("Price tolerance", "Tolérance de prix");

function Tolerance({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { say, language } = useLanguage();
  const percent = (one: string) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(Number(one) / 100);
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 text-soft">
        {say(TOLERANCE)}: {percent(value)}
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <Segmented
          label={say(TOLERANCE)}
          value={value}
          options={tolerances.map((one) => ({ value: one as string, label: percent(one) }))}
          onChange={onChange}
        />
        <p className="text-soft">
          {say(
            text(
              "If the price moves further than this before your swap, nothing is exchanged.",
              "Si le cours varie davantage avant votre échange, rien n'est échangé.",
            ),
          )}
        </p>
      </div>
    </details>
  );
}

const HIGH_IMPACT = 1;

/** The terms of a quote, and how long they hold. */
export function QuoteFacts({ quote, isDim = false }: { readonly quote: Quote; readonly isDim?: boolean }) {
  const say = useSay();
  const { tokenIn, tokenOut, amountIn, amountOut, fee, minimumReceived, maximumAmountIn, route } = quote;
  const impact = Number(quote.priceImpact);
  return (
    <div className={isDim ? "opacity-60" : undefined}>
      <Definitions
        items={[
          fact(
            say(text("Rate", "Taux")),
            <Rate amountIn={amountIn} assetIn={tokenIn} amountOut={amountOut} assetOut={tokenOut} />,
          ),
          fact(
            say(text("Price impact", "Impact sur le cours")),
            <span className={impact >= HIGH_IMPACT ? "text-warn" : undefined}>
              <Percent value={impact} />
            </span>,
          ),
          maximumAmountIn === undefined
            ? fact(
                say(text("Minimum received", "Minimum reçu")),
                <Amount value={minimumReceived} asset={tokenOut} />,
              )
            : fact(
                say(text("Maximum paid", "Maximum payé")),
                <Amount value={maximumAmountIn} asset={tokenIn} />,
              ),
          fact(say(text("Fee, included", "Frais, inclus")), <Amount value={fee} asset={tokenIn} />),
          fact(say(text("Route", "Parcours")), <Route symbols={route} />),
          fact(say(text("Quote valid for", "Offre valable")), <Countdown untilMs={quote.validUntilMs} />),
        ]}
      />
    </div>
  );
}

/** The time that a quote has left. Screen readers read it on request and do not announce each second. */
export function Countdown({ untilMs }: { readonly untilMs: number }) {
  const say = useSay();
  const seconds = useSecondsLeft(untilMs);
  return (
    <span role="timer" className="figure">
      {seconds > 0 ? `${seconds} s` : say(text("Expired", "Expirée"))}
    </span>
  );
}
