import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Gift, Store, Target } from "lucide-react";
import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { ApiCall, Failure, Loaded, More, Row, Rows } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Progress } from "../ui/progress.tsx";
import { Badge, Card, Empty, Page, Skeleton } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import {
  cashbackQuery,
  catalogQuery,
  challengesQuery,
  loyaltyCardsQuery,
  pointsQuery,
  referralQuery,
  statusQuery,
  tiers,
} from "./queries.ts";
import { Referral } from "./referral.tsx";

/** Points, programs of merchants, challenges, cashback and referrals. */

export default function Loyalty() {
  const say = useSay();
  return (
    <Page
      title={say(text("Loyalty", "Fidélité"))}
      waitsFor={[
        useQuery(statusQuery),
        useQuery(loyaltyCardsQuery),
        useInfiniteQuery(catalogQuery),
        useQuery(challengesQuery),
        useQuery(cashbackQuery),
        useQuery(referralQuery),
      ]}
    >
      <Standing />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Programs />
        <div className="flex flex-col gap-6">
          <Challenges />
          <Cashback />
          <Referral />
        </div>
      </div>
      <History />
      <ApiCall method="GET" path="/api/v1/mobile/loyalty/status" />
    </Page>
  );
}

/** Formats a number of points. */
export function Points({ value, signed = false }: { readonly value: number; readonly signed?: boolean }) {
  const { say, language } = useLanguage();
  const shown = new Intl.NumberFormat(language, signed ? { signDisplay: "exceptZero" } : {}).format(value);
  return <span className="figure">{say(text(`${shown} points`, `${shown} points`))}</span>;
}

function Standing() {
  const say = useSay();
  const status = useQuery(statusQuery);
  return (
    <Card>
      <Loaded query={status} skeleton={<Skeleton className="h-24 w-full" />}>
        {({ points, tier, nextTier, pointsToNextTier, pointsEarned12Months, expiring }) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-xl font-semibold tracking-tight">
                <Points value={points} />
              </p>
              <Badge tone="info">{say(tiers[tier])}</Badge>
            </div>
            {nextTier && (
              <div className="flex flex-col gap-1.5">
                <Progress
                  value={pointsEarned12Months}
                  of={pointsEarned12Months + pointsToNextTier}
                  label={say(text(`Towards ${tiers[nextTier].en}`, `Vers ${tiers[nextTier].fr}`))}
                />
                <p className="text-sm text-soft">
                  {say(
                    text(
                      `${pointsToNextTier} more points until ${tiers[nextTier].en}`,
                      `Encore ${pointsToNextTier} points avant le niveau ${tiers[nextTier].fr}`,
                    ),
                  )}
                </p>
              </div>
            )}
            {expiring.points > 0 && expiring.at && (
              <p className="text-sm text-warn">
                <Points value={expiring.points} /> {say(text("expire on", "expirent le"))}{" "}
                <Time iso={expiring.at} format="date" />
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Programs() {
  const say = useSay();
  const cards = useQuery(loyaltyCardsQuery);
  const catalog = useInfiniteQuery(catalogQuery);
  const [shown, setShown] = useState<Schemas["LoyaltyCardWithBarcode"]>();
  const enroll = useWrite({
    flow: "enroll",
    run: (programId: string) =>
      dataOf(client.POST("/api/v1/mobile/loyalty/enroll/{programId}", { params: { path: { programId } } })),
    changes: [["loyalty"]],
    onDone: (card) => setShown(card),
  });
  const title = say(text("Programs", "Programmes"));
  return (
    <Card flush title={title}>
      {enroll.error && (
        <div className="px-5 pt-3">
          <Failure problem={enroll.error} />
        </div>
      )}
      <Loaded query={catalog}>
        {({ pages }) => {
          const programs = pages.flatMap((page) => page.programs);
          if (programs.length === 0)
            return (
              <Empty
                icon={Store}
                title={say(text("No shop has a program yet", "Aucun commerce n'a encore de programme"))}
              />
            );
          return (
            <Rows label={title}>
              {programs.map(({ id, name, merchant, pointsPerEuro, enrolled, logoUrl }) => {
                const card = cards.data?.find(
                  ({ programId, status }) => programId === id && status === "active",
                );
                return (
                  <Row
                    key={id}
                    icon={<Logo url={logoUrl} name={merchant} />}
                    title={name}
                    detail={
                      card ? (
                        <>
                          {merchant} · <Points value={card.points} />
                        </>
                      ) : (
                        say(
                          text(
                            `${merchant} · ${pointsPerEuro} points for each euro`,
                            `${merchant} · ${pointsPerEuro} points par euro`,
                          ),
                        )
                      )
                    }
                    end={
                      enrolled && card ? (
                        <Button size="sm" kind="secondary" onClick={() => setShown(card)}>
                          {say(text("Show card", "Afficher la carte"))}
                        </Button>
                      ) : (
                        <Button
                          size="sm"
                          kind="quiet"
                          busy={enroll.isPending && enroll.variables === id}
                          onClick={() => enroll.mutate(id)}
                        >
                          {say(text("Join", "Rejoindre"))}
                        </Button>
                      )
                    }
                  />
                );
              })}
            </Rows>
          );
        }}
      </Loaded>
      <More query={catalog} />
      {shown && <LoyaltyCard card={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

/** A shop's logo, or its first letter. */
const Logo = ({ url, name }: { readonly url: string; readonly name: string }) =>
  url.startsWith("data:") || url.startsWith("/") ? (
    <img src={url} alt="" className="size-10 shrink-0 rounded-full" />
  ) : (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );

interface LoyaltyCardProps {
  readonly card: Schemas["LoyaltyCardWithBarcode"];
  readonly onClose: () => void;
}

function LoyaltyCard({ card, onClose }: LoyaltyCardProps) {
  const say = useSay();
  const leave = useWrite({
    flow: "leave-program",
    run: (programId: string) =>
      dataOf(client.DELETE("/api/v1/mobile/loyalty/enroll/{programId}", { params: { path: { programId } } })),
    changes: [["loyalty"]],
    onDone: () => {
      toast(say(text("You have left the program", "Vous avez quitté le programme")));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={card.programName}
      lead={say(text("Show it at the till.", "Présentez-la à la caisse."))}
    >
      <div className="flex flex-col items-center gap-4">
        <img
          src={card.barcode}
          alt={say(text("Barcode of the card", "Code-barres de la carte"))}
          className="w-full max-w-xs rounded-md bg-white p-4"
        />
        <p className="figure text-base font-medium">{card.number}</p>
        <p className="flex items-center gap-2 text-sm text-soft">
          <Points value={card.points} /> <Badge>{say(tiers[card.tier])}</Badge>
        </p>
        <Failure problem={leave.error} />
        <Button kind="danger" size="sm" busy={leave.isPending} onClick={() => leave.mutate(card.programId)}>
          {say(text("Leave the program", "Quitter le programme"))}
        </Button>
      </div>
    </Dialog>
  );
}

function Challenges() {
  const say = useSay();
  const challenges = useQuery(challengesQuery);
  const title = say(text("Challenges", "Défis"));
  return (
    <Card flush title={title}>
      <Loaded query={challenges}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={Target}
              title={say(text("No challenge at the moment", "Aucun défi pour le moment"))}
            />
          ) : (
            <ul className="divide-y">
              {all.map(({ id, name, description, progress, target, points, completed, endsAt }) => (
                <li key={id} className="flex flex-col gap-2 px-5 py-3">
                  <div className="flex items-start justify-between gap-3 text-sm">
                    <div>
                      <p className="font-medium">{name}</p>
                      <p className="text-soft">{description}</p>
                    </div>
                    {completed ? (
                      <Badge tone="good">{say(text("Done", "Réussi"))}</Badge>
                    ) : (
                      <Badge tone="info">
                        <Points value={points} signed />
                      </Badge>
                    )}
                  </div>
                  <Progress value={progress} of={target} label={name} />
                  <p className="text-xs text-soft">
                    {progress} / {target} · {say(text("until", "jusqu'au"))}{" "}
                    <Time iso={endsAt} format="date" />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Cashback() {
  const say = useSay();
  const cashback = useQuery(cashbackQuery);
  const title = say(text("Cashback", "Cashback"));
  return (
    <Card flush title={title}>
      <Loaded query={cashback}>
        {({ programs }) =>
          programs.length === 0 ? (
            <Empty icon={Gift} title={say(text("No cashback yet", "Pas encore de cashback"))}>
              {say(
                text(
                  "Pay at a shop whose program gives cashback.",
                  "Payez dans un commerce dont le programme offre du cashback.",
                ),
              )}
            </Empty>
          ) : (
            <Rows label={title}>
              {programs.map(({ programId, programName, merchant, available, pending, currency }) => (
                <Row
                  key={programId}
                  title={programName ?? merchant}
                  detail={merchant}
                  end={<Amount value={available} asset={currency} />}
                  endDetail={
                    pending > 0 ? (
                      <>
                        <Amount value={pending} asset={currency} /> {say(text("pending", "en attente"))}
                      </>
                    ) : undefined
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Card>
  );
}

const causes: Readonly<Record<Schemas["LoyaltyLine"]["cause"]["kind"], Text>> = {
  payment: text("Payment", "Paiement"),
  challenge: text("Challenge", "Défi"),
  referral: text("Referral", "Parrainage"),
  redemption: text("Redeemed at a shop", "Utilisés en magasin"),
  expiry: text("Expired", "Expirés"),
};

function History() {
  const say = useSay();
  const history = useInfiniteQuery(pointsQuery);
  const title = say(text("Your points", "Vos points"));
  return (
    <Card flush title={title}>
      <Loaded query={history}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.history);
          if (lines.length === 0)
            return <Empty icon={Gift} title={say(text("No points yet", "Pas encore de points"))} />;
          return (
            <Rows label={title}>
              {lines.map(({ id, cause, points, createdAt, balance }) => (
                <Row
                  key={id}
                  title={cause.name ?? say(causes[cause.kind])}
                  detail={
                    <>
                      {say(causes[cause.kind])} · <Time iso={createdAt} />
                    </>
                  }
                  end={<Points value={points} signed />}
                  endDetail={<Points value={balance} />}
                />
              ))}
            </Rows>
          );
        }}
      </Loaded>
      <More query={history} />
    </Card>
  );
}
