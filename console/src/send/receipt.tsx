import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { type Text, text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/list.tsx";
import { BigAmount } from "../ui/money.tsx";
import { Card, Skeleton } from "../ui/surface.tsx";
import { TransactionFacts } from "../wallets/detail.tsx";
import { transactionQuery } from "../wallets/queries.ts";

/** What was done, with the facts that a payer keeps. It has a link of its own. */

interface ReceiptProps {
  readonly isPending: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

export const Receipt = ({ isPending, title, children, actions }: ReceiptProps) => {
  const Icon = isPending ? Clock : CircleCheck;
  return (
    <Card className="max-w-xl">
      <div className="flex flex-col gap-5">
        <div role="status" className="flex flex-col items-center gap-3 pt-2 text-center">
          <span
            aria-hidden
            className={`grid size-14 place-items-center rounded-full ${isPending ? "bg-warn-soft text-warn" : "bg-good-soft text-good"}`}
          >
            <Icon className="size-7" />
          </span>
          <h2 className="text-lg font-semibold">{title}</h2>
        </div>
        {children}
        <div className="flex flex-col gap-2 sm:flex-row sm:justify-center">{actions}</div>
      </div>
    </Card>
  );
};

const titles: Readonly<Record<"sent" | "ordered", Text>> = {
  sent: text("Sent", "Envoyé"),
  ordered: text("On its way to the bank", "En route vers la banque"),
};

interface PaymentReceiptProps {
  readonly id: string;
  readonly onAgain: () => void;
}

export function PaymentReceipt({ id, onAgain }: PaymentReceiptProps) {
  const say = useSay();
  const query = useQuery(transactionQuery(id));
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-96 w-full max-w-xl" />}>
      {(transaction) => {
        const { amount, currency, status } = transaction;
        const isPending = status === "pending";
        return (
          <Receipt
            isPending={isPending}
            title={say(isPending ? titles.ordered : titles.sent)}
            actions={
              <>
                <Button kind="secondary" onClick={onAgain}>
                  {say(text("Another payment", "Un autre paiement"))}
                </Button>
                <LinkButton to="/">{say(text("Done", "Terminé"))}</LinkButton>
              </>
            }
          >
            <p className="text-center">
              <BigAmount value={amount} asset={currency} />
            </p>
            <TransactionFacts {...transaction} />
          </Receipt>
        );
      }}
    </Loaded>
  );
}
