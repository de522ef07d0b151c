import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import type { Problem } from "../api/problem.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { AmountInput, Input, Select } from "../ui/field.tsx";
import { ApiCall, Failure, problemAt } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { type Draft, type Payment, preview, type Quote, requestOf } from "./pay.ts";
import { detailOf, nameOf, type Target } from "./target.ts";

/** How much, from which wallet, with which message. */

interface AmountProps {
  readonly payment: Payment;
  readonly accounts: readonly Schemas["MobileAccount"][];
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onOther: () => void;
  readonly onQuote: (quote: Quote) => void;
}

/** Writes a number of the API as a decimal, without an exponent. */
const decimalOf = (value: number): string =>
  new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 18 }).format(value);

const ABOUT_AMOUNT = new Set(["INVALID_AMOUNT", "INSUFFICIENT_BALANCE"]);

export function AmountStep({ payment, accounts, onChange, onOther, onQuote }: AmountProps) {
  const say = useSay();
  const { target, account, amount, description } = payment;
  const wallet = accounts.find(({ id }) => id === account.id);
  const quote = useMutation<Quote, Problem, Payment>({
    networkMode: "always",
    mutationFn: preview,
    onSuccess: onQuote,
  });
  const { error } = quote;
  const atAmount =
    problemAt(error, "amount") ?? (error && ABOUT_AMOUNT.has(error.code) ? error.message : undefined);
  const isAtField = atAmount !== undefined || problemAt(error, "description") !== undefined;
  const available = wallet && (
    <button
      type="button"
      className="rounded-sm text-sm text-accent hover:underline"
      onClick={() => onChange({ amount: decimalOf(wallet.availableBalance) })}
    >
      {say(text("Use all", "Tout utiliser"))} (
      <Amount value={wallet.availableBalance} asset={account.currency} />)
    </button>
  );
  return (
    <Card className="max-w-xl">
      <form
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          quote.mutate(payment);
        }}
      >
        <Recipient target={target}>
          <Button kind="quiet" size="sm" onClick={onOther}>
            {say(text("Change", "Modifier"))}
          </Button>
        </Recipient>
        {!isAtField && <Failure problem={error} />}
        <AmountInput
          label={say(text("Amount", "Montant"))}
          value={amount}
          asset={account.currency}
          onValue={(next) => onChange({ amount: next })}
          aside={available}
          problem={atAmount}
          autoFocus
        />
        {accounts.length > 1 && (
          <Select
            label={say(text("From", "Depuis"))}
            value={account.currency}
            onChange={({ target: { value } }) => onChange({ currency: value })}
            options={accounts.map(({ currency, name }) => ({ value: currency, label: name }))}
          />
        )}
        <Input
          label={say(text("Message (optional)", "Message (facultatif)"))}
          value={description}
          maxLength={140}
          onChange={({ target: { value } }) => onChange({ description: value })}
          problem={problemAt(error, "description")}
        />
        <Button type="submit" busy={quote.isPending} disabled={amount === ""}>
          {say(text("Continue", "Continuer"))}
        </Button>
        <ApiCall
          method="POST"
          path={requestOf(payment).path}
          body={{ ...requestOf(payment).body, preview: true }}
        />
      </form>
    </Card>
  );
}

/** The recipient above the form. */
export function Recipient({ target, children }: { readonly target: Target; readonly children?: ReactNode }) {
  const say = useSay();
  const detail = detailOf(target);
  return (
    <div className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 grow">
        <p className="text-xs text-soft">{say(text("To", "À"))}</p>
        <p className="truncate font-medium">{nameOf(target)}</p>
        {detail && <p className="text-xs text-soft">{detail}</p>}
      </div>
      {children}
    </div>
  );
}
