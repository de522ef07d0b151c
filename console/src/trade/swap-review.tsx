import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Text, text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { ApiCall, Failure } from "../ui/list.tsx";
import { Amount, AssetIcon } from "../ui/money.tsx";
import { Alert, Card } from "../ui/surface.tsx";
import { quoteQuery, type SwapDraft, swapBody, useSecondsLeft, useSwap } from "./swap.ts";
import { QuoteFacts } from "./swap-form.tsx";

/** The swap before it is executed. What was sent without an answer is repeated as it was. */

interface SwapReviewProps {
  readonly draft: SwapDraft;
  readonly onChange: (change: Partial<SwapDraft>) => void;
  readonly onBack: () => void;
  readonly onDone: (swapId: string) => void;
}

const HIGH_IMPACT = 5;

const UNKNOWN: readonly [title: Text, detail: Text] = [
  text("We have not heard back about this swap", "Nous n'avons pas encore de réponse pour cet échange"),
  text(
    "It may have gone through. Check it now: it is never executed twice.",
    "Il a peut-être été exécuté. Vérifiez maintenant : il n'est jamais exécuté deux fois.",
  ),
];

export function SwapReview({ draft, onChange, onBack, onDone }: SwapReviewProps) {
  const say = useSay();
  const queries = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  const swap = useSwap({ onDone, onRefused: () => onChange({ sent: undefined }) });
  const { quote, sent, side, amount, tolerance } = draft;
  const seconds = useSecondsLeft(quote?.validUntilMs ?? 0);
  if (!quote) return null;
  const { tokenIn: from, tokenOut: to, amountIn, amountOut } = quote;
  const body = sent ?? swapBody(side, quote);
  const isUnknown = sent !== undefined && !swap.isPending;
  const isExpired = seconds === 0 && sent === undefined && !swap.isPending;
  const send = () => {
    if (swap.isPending) return;
    onChange({ sent: body });
    swap.mutate(body);
  };
  const refresh = async () => {
    swap.reset();
    const request = quoteQuery({ from, to, side, amount, tolerance });
    onChange({ quote: await queries.fetchQuery({ ...request, staleTime: 0 }), sent: undefined });
  };
  return (
    <Card title={say(text("Check your swap", "Vérifiez votre échange"))}>
      <div ref={top} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <div className="flex flex-col gap-2">
          <SideLine label={text("You pay", "Vous payez")} value={amountIn} asset={from} />
          <ArrowDown className="ml-2.5 size-5 text-soft" aria-hidden />
          <SideLine label={text("You receive", "Vous recevez")} value={amountOut} asset={to} />
        </div>
        {Number(quote.priceImpact) >= HIGH_IMPACT && (
          <Alert tone="warn">
            {say(
              text(
                "This swap is large for its pools, so you get a clearly worse price. Smaller amounts lose less.",
                "Cet échange est important pour ses pools : le prix est nettement moins bon. De plus petits montants perdent moins.",
              ),
            )}
          </Alert>
        )}
        <QuoteFacts quote={quote} />
        {isUnknown ? (
          <Alert tone="warn" title={say(UNKNOWN[0])}>
            {say(UNKNOWN[1])}
          </Alert>
        ) : (
          <Failure problem={swap.error} />
        )}
        <div className="flex flex-col gap-2">
          {isExpired ? (
            <Button onClick={refresh}>{say(text("Get a new quote", "Obtenir une nouvelle offre"))}</Button>
          ) : (
            <Button busy={swap.isPending} onClick={send}>
              {isUnknown
                ? say(text("Check this swap", "Vérifier cet échange"))
                : say(text("Confirm the swap", "Confirmer l'échange"))}
            </Button>
          )}
          <Button kind="secondary" onClick={onBack} disabled={swap.isPending}>
            {say(text("Back", "Retour"))}
          </Button>
        </div>
        <ApiCall method="POST" path="/v1/exchange/swaps" body={body} />
      </div>
    </Card>
  );
}

interface SideLineProps {
  readonly label: Text;
  readonly value: string;
  readonly asset: string;
}

const SideLine = ({ label, value, asset }: SideLineProps) => {
  const say = useSay();
  return (
    <div className="flex items-center gap-3">
      <AssetIcon asset={asset} />
      <div className="min-w-0">
        <p className="text-sm text-soft">{say(label)}</p>
        <p className="text-lg font-semibold">
          <Amount value={value} asset={asset} />
        </p>
      </div>
    </div>
  );
};
