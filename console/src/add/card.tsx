import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { CreditCard, Plus } from "lucide-react";
import type { FormEvent } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { openCardForm, openConsent } from "../pay/provider.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { AmountInput, Select } from "../ui/field.tsx";
import { ApiCall, Definitions, Failure, fact, problemAt } from "../ui/list.tsx";
import { BigAmount, formatAmount } from "../ui/money.tsx";
import { Card, Empty, Skeleton } from "../ui/surface.tsx";
import { cardName, type Card as SavedCard, savedCardsQuery } from "./queries.ts";

/** A top-up by card: amount and card, then review. The draft survives the way to the card form and back. */

const route = getRouteApi("/add");
const TOP_UP = "/api/v1/mobile/wallet/topup";

interface Draft {
  readonly amount: string;
  readonly currency: string;
  readonly cardId: string;
}

const EMPTY: Draft = { amount: "", currency: "", cardId: "" };

interface TopUp {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly cardId: string;
}

export function CardTopUp() {
  const say = useSay();
  const { step, card: given, asset } = route.useSearch();
  const navigate = useNavigate({ from: "/add" });
  const { data: accounts } = useQuery(accountsQuery);
  const { data: cards } = useQuery(savedCardsQuery);
  const [draft, setDraft, clear] = useDraft<Draft>("add", EMPTY);
  const topUp = useWrite({
    flow: "top-up",
    run: (body: TopUp, headers) => dataOf(client.POST(TOP_UP, { body, headers })),
    changes: [["money"]],
    onDone: ({ transactionId: id, status, clientSecret }) => {
      clear();
      if (status === "requires_action" && clientSecret) openConsent({ id, clientSecret });
      else navigate({ search: { step: "done", id }, replace: true });
    },
  });
  if (!accounts || !cards) return <Skeleton className="h-80 w-full max-w-xl" />;
  const fiat = accounts.filter(({ type }) => type === "fiat");
  const usable = cards.filter(({ status }) => status === "active");
  const account = fiat.find(({ currency }) => currency === (draft.currency || asset)) ?? fiat[0];
  const card = usable.find(({ id }) => id === (given ?? draft.cardId)) ?? usable[0];
  if (!account)
    return (
      <Card className="max-w-xl">
        <Empty
          icon={CreditCard}
          title={say(text("Open a euro wallet first", "Ouvrez d'abord un portefeuille en euros"))}
          action={
            <LinkButton to="/wallets">{say(text("Go to your wallets", "Voir vos portefeuilles"))}</LinkButton>
          }
        />
      </Card>
    );
  if (step === "review" && card && draft.amount !== "")
    return (
      <Review
        body={{ accountId: account.id, amount: draft.amount, currency: account.currency, cardId: card.id }}
        card={card}
        account={account}
        topUp={topUp}
        onBack={() => navigate({ search: ({ step: _review, ...rest }) => rest })}
      />
    );
  const fieldProblem = problemAt(topUp.error, "amount");
  return (
    <Card className="max-w-xl">
      <form
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          topUp.reset();
          setDraft({ ...draft, currency: account.currency, cardId: card?.id ?? "" });
          if (card) navigate({ search: { step: "review" } });
          else openCardForm();
        }}
      >
        {topUp.error && !fieldProblem && <Failure problem={topUp.error} />}
        <AmountInput
          label={say(text("Amount", "Montant"))}
          value={draft.amount}
          asset={account.currency}
          onValue={(amount) => setDraft({ ...draft, amount })}
          problem={fieldProblem}
          autoFocus
        />
        {fiat.length > 1 && (
          <Select
            label={say(text("To", "Vers"))}
            value={account.currency}
            onChange={({ target }) => setDraft({ ...draft, currency: target.value })}
            options={fiat.map(({ currency, name }) => ({ value: currency, label: name }))}
          />
        )}
        {card && (
          <Select
            label={say(text("Card", "Carte"))}
            value={card.id}
            onChange={({ target }) => {
              setDraft({ ...draft, cardId: target.value });
              navigate({ search: ({ card: _before, ...rest }) => rest, replace: true });
            }}
            options={usable.map((one) => ({ value: one.id, label: cardName(one) }))}
            aside={
              <button
                type="button"
                className="flex items-center gap-1 rounded-sm text-sm text-accent hover:underline"
                onClick={openCardForm}
              >
                <Plus className="size-4" aria-hidden />
                {say(text("New card", "Nouvelle carte"))}
              </button>
            }
          />
        )}
        <Button type="submit" disabled={draft.amount === ""}>
          {card
            ? say(text("Continue", "Continuer"))
            : say(text("Continue to your card", "Continuer vers votre carte"))}
        </Button>
      </form>
    </Card>
  );
}

interface ReviewProps {
  readonly body: TopUp;
  readonly card: SavedCard;
  readonly account: Schemas["MobileAccount"];
  readonly topUp: ReturnType<typeof useWrite<TopUp, unknown>>;
  readonly onBack: () => void;
}

function Review({ body, card, account, topUp, onBack }: ReviewProps) {
  const { say, language } = useLanguage();
  const shown = formatAmount(body.amount, body.currency, language);
  return (
    <Card className="max-w-xl" title={say(text("Check and confirm", "Vérifiez et confirmez"))}>
      <div className="flex flex-col gap-5">
        <p>
          <BigAmount value={body.amount} asset={body.currency} />
        </p>
        <Definitions
          items={[
            fact(say(text("From", "Depuis")), cardName(card)),
            fact(say(text("To", "Vers")), account.name),
            fact(say(text("Charged to your card", "Débité de votre carte")), shown),
          ]}
        />
        <Failure problem={topUp.error} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button kind="secondary" onClick={onBack} disabled={topUp.isPending}>
            {say(text("Back", "Retour"))}
          </Button>
          <Button busy={topUp.isPending} onClick={() => topUp.mutate(body)}>
            {say(text(`Add ${shown}`, `Ajouter ${shown}`))}
          </Button>
        </div>
        <ApiCall method="POST" path={TOP_UP} body={body} />
      </div>
    </Card>
  );
}
