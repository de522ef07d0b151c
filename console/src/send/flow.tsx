import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDraft } from "../api/idempotency.ts";
import { accountsQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Skeleton } from "../ui/surface.tsx";
import { AmountStep } from "./amount.tsx";
import type { Draft, Payment } from "./pay.ts";
import { PayeeChooser } from "./payees.tsx";
import { PaymentReceipt } from "./receipt.tsx";
import { ReviewStep } from "./review.tsx";
import { isBank } from "./target.ts";

/**
 * The steps of a payment: recipient, amount, review, receipt. The step is in the address, so that the back button goes
 * back by one; the entries are a draft of this tab, which survives a reload and another sign-in.
 */

export const steps = ["payee", "amount", "review", "done"] as const;
export type Step = (typeof steps)[number];

const EMPTY: Draft = { currency: "EUR", amount: "", description: "" };

interface FlowProps {
  /** The name of the draft and of its idempotency keys. */
  readonly flow: "send" | "withdraw";
  readonly step: string | undefined;
  /** The receipt's transaction. */
  readonly id: string | undefined;
  /** Entries from a link, such as "Send again". */
  readonly given?: Partial<Draft>;
  readonly go: (step: Step, options?: { readonly id?: string; readonly replace?: boolean }) => void;
}

export function PaymentFlow({ flow, step: asked, id, given, go }: FlowProps) {
  const say = useSay();
  const { data: accounts } = useQuery(accountsQuery);
  const [draft, setDraft, clear] = useDraft<Draft>(flow, EMPTY);
  const isGiven = given !== undefined && Object.keys(given).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link fills the draft once
  useEffect(() => {
    if (!isGiven) return;
    setDraft({ ...EMPTY, ...given });
    go(given.target ? "amount" : "payee", { replace: true });
  }, [isGiven]);
  const step = possibleStep(asked, id, draft);
  useFocusOfStep(step);
  if (step === "done" && id !== undefined) return <PaymentReceipt id={id} onAgain={() => go("payee")} />;
  if (!accounts) return <Skeleton className="h-80 w-full" />;
  if (step === "payee" || !draft.target)
    return (
      <PayeeChooser
        onlyBanks={flow === "withdraw"}
        onChoose={(target) => {
          setDraft({ ...draft, target, quote: undefined, ...(isBank(target) && { currency: "EUR" }) });
          go("amount");
        }}
      />
    );
  const { target, quote } = draft;
  const account = accounts.find(({ currency }) => currency === draft.currency) ?? accounts[0];
  if (!account) return <p className="text-sm text-soft">{say(NO_WALLET)}</p>;
  // Only what the request has: the idempotency key is that of the payment, and a balance changes.
  const { id: accountId, currency } = account;
  const { amount, description } = draft;
  const payment: Payment = { target, account: { id: accountId, currency }, amount, description };
  return step === "review" && quote ? (
    <ReviewStep
      flow={flow}
      payment={payment}
      quote={quote}
      onBack={() => go("amount")}
      onDone={(transactionId) => {
        clear();
        go("done", { id: transactionId, replace: true });
      }}
    />
  ) : (
    <AmountStep
      payment={payment}
      accounts={isBank(target) ? accounts.filter(({ currency }) => currency === "EUR") : accounts}
      onChange={(change) => setDraft({ ...draft, ...change, quote: undefined })}
      onOther={() => go("payee")}
      onQuote={(next) => {
        setDraft({ ...draft, currency, quote: next });
        go("review");
      }}
    />
  );
}

const NO_WALLET = text("Open a wallet first.", "Ouvrez d'abord un portefeuille.");

/** A step without what comes before it, as after the back button from a receipt, is the first one that lacks something. */
function possibleStep(asked: string | undefined, id: string | undefined, { target, quote }: Draft): Step {
  if (asked === "done" && id !== undefined) return "done";
  if (asked === undefined || asked === "payee" || !target) return "payee";
  return asked === "review" && quote ? "review" : "amount";
}

/** Moves the focus to the content when a step replaces another, unless the step has a field for it. */
function useFocusOfStep(step: Step): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && step !== "amount") document.getElementById("main")?.focus();
    before.current = step;
  }, [step]);
}
