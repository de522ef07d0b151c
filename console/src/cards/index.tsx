import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CreditCard, Plus } from "lucide-react";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { ApiCall, Failure, Loaded, Row, Rows } from "../ui/list.tsx";
import { formatAmount } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Badge, Card, Empty, Page } from "../ui/surface.tsx";
import { CardFace } from "./face.tsx";
import { type Card as BankCard, cardStatuses, cardsQuery, cardTypes } from "./queries.ts";

/** The cards that the platform issued, and the cards of other banks that pay top-ups. */

const ORDER = text("Order a card", "Commander une carte");

export default function Cards() {
  const say = useSay();
  const cards = useQuery(cardsQuery);
  const [isOrdering, setOrdering] = useState(false);
  const order = (
    <Button onClick={() => setOrdering(true)}>
      <Plus className="size-4" aria-hidden />
      {say(ORDER)}
    </Button>
  );
  return (
    <Page title={say(text("Cards", "Cartes"))} actions={order}>
      <Loaded query={cards}>
        {(all) => {
          const issued = all.filter(({ source }) => source === "issued");
          const saved = all.filter(({ source }) => source === "saved");
          return (
            <>
              <Card flush title={say(text("Your cards", "Vos cartes"))}>
                {issued.length === 0 ? (
                  <Empty
                    icon={CreditCard}
                    title={say(text("You have no card yet", "Vous n'avez pas encore de carte"))}
                    action={order}
                  >
                    {say(
                      text(
                        "A virtual card pays online at once. A physical card arrives by post.",
                        "Une carte virtuelle paie en ligne immédiatement. Une carte physique arrive par courrier.",
                      ),
                    )}
                  </Empty>
                ) : (
                  <List cards={issued} label={say(text("Your cards", "Vos cartes"))} />
                )}
              </Card>
              {saved.length > 0 && (
                <Card flush title={say(text("Cards for top-ups", "Cartes pour les approvisionnements"))}>
                  <List
                    cards={saved}
                    label={say(text("Cards for top-ups", "Cartes pour les approvisionnements"))}
                  />
                </Card>
              )}
            </>
          );
        }}
      </Loaded>
      <ApiCall method="GET" path="/api/v1/mobile/cards" />
      {isOrdering && <OrderCard onClose={() => setOrdering(false)} />}
    </Page>
  );
}

function List({ cards, label }: { readonly cards: readonly BankCard[]; readonly label: string }) {
  const say = useSay();
  return (
    <Rows label={label}>
      {cards.map((card) => {
        const [status, tone] = cardStatuses[card.status];
        return (
          <Row
            key={card.id}
            icon={<CardFace card={card} small />}
            title={`${card.brand.toUpperCase()} •••• ${card.last4}`}
            detail={card.source === "issued" ? say(cardTypes[card.type]) : (card.cardholderName ?? undefined)}
            end={card.source === "issued" ? <Badge tone={tone}>{say(status)}</Badge> : undefined}
            to={card.source === "issued" ? { to: "/cards/$id", params: { id: card.id } } : undefined}
          />
        );
      })}
    </Rows>
  );
}

interface NewCard {
  readonly accountId: string;
  readonly type: BankCard["type"];
}

function OrderCard({ onClose }: { readonly onClose: () => void }) {
  const { say, language } = useLanguage();
  const navigate = useNavigate();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const fiat = accounts.filter(({ type }) => type === "fiat");
  const [chosen, setChosen] = useState<Partial<NewCard>>({});
  const accountId = chosen.accountId ?? fiat[0]?.id ?? "";
  const order = useWrite({
    flow: "order-card",
    run: (body: NewCard, headers) => dataOf(client.POST("/api/v1/mobile/cards", { body, headers })),
    changes: [["cards"]],
    onDone: ({ id }) => navigate({ to: "/cards/$id", params: { id } }),
  });
  return (
    <Dialog open onClose={onClose} title={say(ORDER)}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate({ accountId, type: chosen.type ?? "virtual" });
        }}
      >
        <Failure
          problem={order.error}
          action={
            order.error?.code === "IDENTITY_NOT_VERIFIED" && (
              <LinkButton to="/verify" size="sm" kind="secondary">
                {say(text("Verify", "Vérifier"))}
              </LinkButton>
            )
          }
        />
        <Select
          label={say(text("Kind", "Type"))}
          value={chosen.type ?? "virtual"}
          onChange={({ target }) => setChosen({ ...chosen, type: target.value as NewCard["type"] })}
          options={(["virtual", "physical"] as const).map((value) => ({
            value,
            label: say(cardTypes[value]),
          }))}
        />
        <Select
          label={say(text("Pays from", "Débite"))}
          value={accountId}
          onChange={({ target }) => setChosen({ ...chosen, accountId: target.value })}
          options={fiat.map(({ id, name, availableBalance, currency }) => ({
            value: id,
            label: `${name} (${formatAmount(availableBalance, currency, language)})`,
          }))}
        />
        <Button type="submit" busy={order.isPending} disabled={accountId === ""}>
          {say(ORDER)}
        </Button>
      </form>
    </Dialog>
  );
}
