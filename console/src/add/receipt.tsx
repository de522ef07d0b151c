import { useQuery } from "@tanstack/react-query";
import { text, useSay } from "../language.tsx";
import { Receipt } from "../send/receipt.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/list.tsx";
import { BigAmount } from "../ui/money.tsx";
import { Alert, Skeleton } from "../ui/surface.tsx";
import { TransactionFacts } from "../wallets/detail.tsx";
import { transactionQuery } from "../wallets/queries.ts";

/** What became of a top-up. A pending one is read again until the card's money has arrived or an administrator has decided. */

const POLL_MS = 3000;

export function TopUpReceipt({ id }: { readonly id: string }) {
  const say = useSay();
  const query = useQuery({
    ...transactionQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? POLL_MS : false),
  });
  const again = (
    <LinkButton to="/add" kind="secondary">
      {say(text("Add more", "Ajouter encore"))}
    </LinkButton>
  );
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-96 w-full max-w-xl" />}>
      {(transaction) => {
        const { status, amount, currency } = transaction;
        if (status === "failed" || status === "canceled")
          return (
            <div className="max-w-xl">
              <Alert
                tone="bad"
                title={say(text("Your card was not charged.", "Votre carte n'a pas été débitée."))}
                action={again}
              >
                {transaction.failure}
              </Alert>
            </div>
          );
        const isPending = status === "pending";
        return (
          <Receipt
            isPending={isPending}
            title={
              isPending
                ? say(text("On its way", "En cours"))
                : say(text("Added to your wallet", "Ajouté à votre portefeuille"))
            }
            actions={
              <>
                {again}
                <LinkButton to="/">{say(text("Done", "Terminé"))}</LinkButton>
              </>
            }
          >
            <p className="text-center">
              <BigAmount value={amount} asset={currency} />
            </p>
            {isPending && (
              <p className="text-center text-sm text-soft">
                {say(
                  text(
                    "We check some card payments before we take the money. You get a message as soon as it is in your wallet.",
                    "Nous vérifions certains paiements par carte avant de les débiter. Vous recevrez un message dès que l'argent sera dans votre portefeuille.",
                  ),
                )}
              </p>
            )}
            <TransactionFacts {...transaction} />
          </Receipt>
        );
      }}
    </Loaded>
  );
}
