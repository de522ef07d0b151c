import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { ApiCall, Definitions, fact, Loaded, Rows } from "../ui/list.tsx";
import { BigAmount, Time } from "../ui/money.tsx";
import { Drawer } from "../ui/overlay.tsx";
import { Alert, Badge, Card, Empty, Page } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { formatIban } from "../wallets/detail.tsx";
import { scheduledQuery } from "./queries.ts";
import {
  Day,
  frequencyNames,
  recipientOf,
  type Scheduled,
  ScheduledRow,
  stateNames,
  useCancel,
} from "./schedule.tsx";
import { ScheduleDrawer } from "./schedule-form.tsx";

/** Payments on one or more dates: what comes, what was, and a new one. */

const route = getRouteApi("/send/scheduled");

export default function ScheduledPayments() {
  const say = useSay();
  const { id, new: isNew } = route.useSearch();
  const navigate = useNavigate({ from: "/send/scheduled" });
  const query = useInfiniteQuery(scheduledQuery);
  const all = query.data?.pages.flatMap((page) => page.scheduledPayments) ?? [];
  const coming = all.filter(({ status }) => status === "active");
  const ended = all.filter(({ status }) => status !== "active");
  const close = () => navigate({ search: {}, replace: true });
  const add = (
    <LinkButton to="/send/scheduled" search={{ new: "payment" }}>
      <Plus className="size-4" aria-hidden />
      {say(text("Schedule a payment", "Programmer un paiement"))}
    </LinkButton>
  );
  return (
    <Page title={say(text("Scheduled payments", "Paiements programmés"))} actions={add}>
      <Card flush title={say(text("Upcoming", "À venir"))}>
        <Loaded query={query}>
          {() =>
            coming.length === 0 ? (
              <Empty
                icon={CalendarClock}
                title={say(text("No payment is scheduled", "Aucun paiement programmé"))}
              >
                {say(
                  text(
                    "Rent, savings, an allowance: they leave on their day without you.",
                    "Loyer, épargne, argent de poche : ils partent le jour dit, sans vous.",
                  ),
                )}
              </Empty>
            ) : (
              <Rows>
                {coming.map((payment) => (
                  <ScheduledRow key={payment.id} payment={payment} />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </Card>
      {ended.length > 0 && (
        <Card flush title={say(text("Ended", "Terminés"))}>
          <Rows>
            {ended.map((payment) => (
              <ScheduledRow key={payment.id} payment={payment} />
            ))}
          </Rows>
        </Card>
      )}
      {query.hasNextPage && (
        <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {say(text("Load more", "Afficher plus"))}
        </Button>
      )}
      <ApiCall method="GET" path="/api/v1/mobile/payments/scheduled" />
      <Detail payment={all.find((one) => one.id === id)} onClose={close} />
      <ScheduleDrawer open={isNew !== undefined} onClose={close} />
    </Page>
  );
}

interface DetailProps {
  readonly payment: Scheduled | undefined;
  readonly onClose: () => void;
}

function Detail({ payment, onClose }: DetailProps) {
  const say = useSay();
  return (
    <Drawer
      open={payment !== undefined}
      onClose={onClose}
      title={say(text("Scheduled payment", "Paiement programmé"))}
    >
      {payment && <Facts payment={payment} />}
    </Drawer>
  );
}

function Facts({ payment }: { readonly payment: Scheduled }) {
  const say = useSay();
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancel(() => {
    setAsking(false);
    toast(say(text("The remaining payments are canceled.", "Les paiements restants sont annulés.")));
  });
  const { id, amount, currency, status, frequency, startDate, endDate, nextRunAt, runs } = payment;
  const { iban, description, timezone, failedTries, lastRunAt, lastTransactionId } = payment;
  const [state, tone] = stateNames[status];
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="text-sm text-soft">{recipientOf(payment)}</p>
        <p className="my-1">
          <BigAmount value={amount} asset={currency} />
        </p>
        <Badge tone={tone}>{say(state)}</Badge>
      </div>
      {failedTries > 0 && status === "active" && (
        <Alert tone="warn">
          {say(
            text(
              "The last attempt failed. It is repeated tomorrow; check that the wallet holds the amount.",
              "La dernière tentative a échoué. Elle sera répétée demain ; vérifiez que le portefeuille contient le montant.",
            ),
          )}
        </Alert>
      )}
      <Definitions
        items={[
          iban !== null && fact("IBAN", <span className="font-mono text-xs">{formatIban(iban)}</span>),
          fact(say(text("How often", "Fréquence")), say(frequencyNames[frequency])),
          nextRunAt !== null &&
            fact(say(text("Next payment", "Prochain paiement")), <Time iso={nextRunAt} />),
          fact(say(text("First payment", "Premier paiement")), <Day iso={startDate} />),
          endDate !== null && fact(say(text("Until", "Jusqu'au")), <Day iso={endDate} />),
          fact(say(text("Time zone", "Fuseau horaire")), timezone),
          description !== "" && fact(say(text("Message", "Message")), description),
          fact(say(text("Paid so far", "Déjà payés")), String(runs)),
          lastRunAt !== null && fact(say(text("Last payment", "Dernier paiement")), <Time iso={lastRunAt} />),
        ]}
      />
      {lastTransactionId !== null && (
        <LinkButton kind="secondary" to="/wallets/transactions" search={{ id: lastTransactionId }}>
          {say(text("Show the last payment", "Voir le dernier paiement"))}
        </LinkButton>
      )}
      {status === "active" && (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {say(text("Cancel the payment", "Annuler le paiement"))}
        </Button>
      )}
      <ApiCall method="DELETE" path={`/api/v1/mobile/payments/scheduled/${id}`} />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say(text("Cancel this payment?", "Annuler ce paiement ?"))}
        action={say(text("Cancel the payment", "Annuler le paiement"))}
        kind="danger"
        onConfirm={() => cancel.mutate({ id })}
        busy={cancel.isPending}
        problem={cancel.error}
      >
        {say(
          text(
            "Nothing more is paid. Payments already made stay.",
            "Plus rien n'est payé. Les paiements déjà effectués restent.",
          ),
        )}
      </Confirm>
    </div>
  );
}
