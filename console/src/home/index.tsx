import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowLeftRight, Plus, Receipt, Send } from "lucide-react";
import { profileQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { scheduledQuery } from "../send/queries.ts";
import { passkeysQuery } from "../settings/queries.ts";
import { LinkButton } from "../ui/button.tsx";
import { Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, AssetIcon, BigAmount } from "../ui/money.tsx";
import { Card, Empty, Page, Skeleton } from "../ui/surface.tsx";
import { identityQuery } from "../verify/queries.ts";
import { joinSwaps, MovementRow } from "../wallets/movements.tsx";
import { latestQuery, walletsQuery } from "../wallets/queries.ts";
import { BalanceOverTime } from "./balance.tsx";
import { Onboarding, Tasks } from "./onboarding.tsx";
import { Upcoming } from "./upcoming.tsx";

/** The first screen: what there is, what to do next, what happened last. */

export default function Home() {
  const say = useSay();
  const { data: profile } = useQuery(profileQuery);
  const wallets = useQuery(walletsQuery);
  const latest = useQuery(latestQuery);
  const name = profile?.firstName ?? "";
  return (
    <Page
      title={say(text(`Hello${name && `, ${name}`}`, `Bonjour${name && ` ${name}`}`))}
      waitsFor={[
        useQuery(profileQuery),
        useQuery(identityQuery),
        useQuery(passkeysQuery),
        useInfiniteQuery(scheduledQuery),
        wallets,
        latest,
      ]}
    >
      <Onboarding />
      <Card>
        <p className="text-sm text-soft">{say(text("Total balance", "Solde total"))}</p>
        <Loaded query={wallets} skeleton={<Skeleton className="mt-1 h-10 w-56" />}>
          {({ portfolio, wallets: all }) => (
            <>
              <BigAmount value={portfolio.totalValueEur} asset="EUR" />
              {portfolio.totalValueEur > 0 && (
                <BalanceOverTime wallets={all} total={portfolio.totalValueEur} />
              )}
            </>
          )}
        </Loaded>
        <div className="mt-5 grid grid-cols-2 gap-2 sm:flex">
          <LinkButton to="/add">
            <Plus className="size-4" aria-hidden />
            {say(text("Add money", "Ajouter"))}
          </LinkButton>
          <LinkButton to="/send" kind="secondary">
            <Send className="size-4" aria-hidden />
            {say(text("Send", "Envoyer"))}
          </LinkButton>
          <LinkButton to="/trade" kind="secondary">
            <ArrowLeftRight className="size-4" aria-hidden />
            {say(text("Swap", "Échanger"))}
          </LinkButton>
          <LinkButton to="/withdraw" kind="secondary">
            <ArrowDownToLine className="size-4" aria-hidden />
            {say(text("Withdraw", "Retirer"))}
          </LinkButton>
        </div>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card
          flush
          title={say(text("Latest transactions", "Dernières opérations"))}
          actions={
            <LinkButton to="/wallets/transactions" kind="quiet" size="sm">
              {say(text("See all", "Tout voir"))}
            </LinkButton>
          }
        >
          <Loaded query={latest}>
            {(movements) =>
              movements.length === 0 ? (
                <Empty
                  icon={Receipt}
                  title={say(text("No transaction yet", "Aucune opération"))}
                  action={<LinkButton to="/add">{say(text("Add money", "Ajouter de l'argent"))}</LinkButton>}
                />
              ) : (
                <Rows>
                  {joinSwaps(movements).map((movement) => (
                    <MovementRow key={movement.id} movement={movement} />
                  ))}
                </Rows>
              )
            }
          </Loaded>
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          <Tasks />
          <Upcoming />
          <Card flush title={say(text("Wallets", "Portefeuilles"))}>
            <Loaded query={wallets}>
              {({ wallets: all }) => (
                <Rows>
                  {all.map(({ id, asset, balance, value }) => (
                    <Row
                      key={id}
                      icon={<AssetIcon asset={asset.symbol} />}
                      title={asset.name}
                      end={<Amount value={balance} asset={asset.symbol} />}
                      endDetail={
                        asset.symbol === "EUR" ? undefined : <Amount value={value.eur} asset="EUR" />
                      }
                      to={{ to: "/wallets/$asset", params: { asset: asset.symbol } }}
                    />
                  ))}
                </Rows>
              )}
            </Loaded>
          </Card>
        </div>
      </div>
    </Page>
  );
}
