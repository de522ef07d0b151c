import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Landmark } from "lucide-react";
import { accountsQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Loaded } from "../ui/list.tsx";
import { Card, Empty, Page, Skeleton } from "../ui/surface.tsx";
import { BankDetails } from "../wallets/receive.tsx";
import { CardTopUp } from "./card.tsx";
import { TopUpReceipt } from "./receipt.tsx";

/** Adds money: by card, or by a transfer from a bank. */

const route = getRouteApi("/add");

export default function AddMoney() {
  const say = useSay();
  const { method, step, id } = route.useSearch();
  const navigate = useNavigate({ from: "/add" });
  const isBank = method === "bank";
  if (step === "done" && id !== undefined)
    return (
      <Page title={say(text("Add money", "Ajouter de l'argent"))}>
        <TopUpReceipt id={id} />
      </Page>
    );
  return (
    <Page title={say(text("Add money", "Ajouter de l'argent"))}>
      {step !== "review" && (
        <div className="max-w-xl">
          <Segmented
            label={say(text("How", "Comment"))}
            value={isBank ? "bank" : "card"}
            options={[
              { value: "card", label: say(text("By card", "Par carte")) },
              { value: "bank", label: say(text("By bank transfer", "Par virement")) },
            ]}
            onChange={(next) => navigate({ search: { method: next }, replace: true })}
          />
        </div>
      )}
      {isBank ? <ByBank /> : <CardTopUp />}
    </Page>
  );
}

function ByBank() {
  const say = useSay();
  const accounts = useQuery(accountsQuery);
  return (
    <Card
      className="max-w-xl"
      title={say(text("Your bank details", "Vos coordonnées bancaires"))}
      lead={say(
        text(
          "Send euros from any bank. They arrive in your euro wallet, usually within one business day. No reference is needed.",
          "Envoyez des euros depuis n'importe quelle banque. Ils arrivent dans votre portefeuille en euros, en général sous un jour ouvré. Aucune référence n'est nécessaire.",
        ),
      )}
    >
      <Loaded query={accounts} skeleton={<Skeleton className="h-28 w-full" />}>
        {(all) => {
          const iban = all.find((one) => one.iban)?.iban;
          if (iban) return <BankDetails iban={iban} />;
          return (
            <Empty
              icon={Landmark}
              title={say(text("You have no IBAN yet", "Vous n'avez pas encore d'IBAN"))}
              action={
                <LinkButton to="/wallets">
                  {say(text("Go to your wallets", "Voir vos portefeuilles"))}
                </LinkButton>
              }
            >
              {say(text("A euro wallet has one.", "Un portefeuille en euros en possède un."))}
            </Empty>
          );
        }}
      </Loaded>
    </Card>
  );
}
