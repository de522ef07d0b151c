import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import {
  ArrowDownToLine,
  ArrowLeftRight,
  Download,
  Plus,
  QrCode,
  Receipt,
  Send,
  WalletMinimal,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Schemas } from "../api/client.ts";
import { accountsQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ApiCall, Failure } from "../ui/list.tsx";
import { Amount, AssetIcon, BigAmount, Percent } from "../ui/money.tsx";
import { Alert, Card, Empty, Page, Skeleton } from "../ui/surface.tsx";
import { TransactionDrawer } from "./detail.tsx";
import { ExportDialog } from "./export.tsx";
import { History } from "./history.tsx";
import { walletsQuery } from "./queries.ts";
import { ReceiveDialog } from "./receive.tsx";

/** One wallet: what it holds, how money comes and goes, and its history. */

const route = getRouteApi("/wallets/$asset");

export default function Asset() {
  const say = useSay();
  const asset = route.useParams().asset.toUpperCase();
  const accounts = useQuery(accountsQuery);
  const account = accounts.data?.find(({ currency }) => currency === asset);
  if (accounts.error && !accounts.data)
    return (
      <Page title={asset}>
        <Failure problem={accounts.error} />
      </Page>
    );
  if (!accounts.data)
    return (
      <Page title={asset}>
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-80 w-full" />
      </Page>
    );
  if (!account)
    return (
      <Page title={asset}>
        <Card>
          <Empty
            icon={WalletMinimal}
            title={say(text(`You have no ${asset} wallet`, `Vous n'avez pas de portefeuille ${asset}`))}
            action={
              <LinkButton to="/wallets">
                {say(text("Go to your wallets", "Voir vos portefeuilles"))}
              </LinkButton>
            }
          />
        </Card>
      </Page>
    );
  return <Wallet account={account} />;
}

function Wallet({ account }: { readonly account: Schemas["MobileAccount"] }) {
  const say = useSay();
  const { id, receive } = route.useSearch();
  const navigate = useNavigate({ from: "/wallets/$asset" });
  const [isExporting, setExporting] = useState(false);
  const { currency, name } = account;
  const isReceiving = receive !== undefined;
  const openReceive = (open: boolean) =>
    navigate({
      search: ({ receive: _before, ...rest }) => ({ ...rest, ...(open && { receive: "1" }) }),
      replace: true,
    });
  return (
    <Page
      title={name}
      actions={
        <Button kind="secondary" onClick={() => setExporting(true)}>
          <Download className="size-4" aria-hidden />
          {say(text("Statement", "Relevé"))}
        </Button>
      }
    >
      <Balance account={account} onReceive={() => openReceive(true)} />
      <Card flush title={say(text("History", "Historique"))}>
        <History
          filters={{ accountId: account.id, limit: 30 }}
          toDetail={(one) => ({ to: "/wallets/$asset", params: { asset: currency }, search: { id: one } })}
          empty={
            <Empty
              icon={Receipt}
              title={say(text("No transaction yet", "Aucune opération"))}
              action={
                account.type === "fiat" ? (
                  <LinkButton to="/add" search={{ asset: currency }}>
                    {say(text("Add money", "Ajouter de l'argent"))}
                  </LinkButton>
                ) : (
                  <LinkButton to="/trade" search={{ to: currency }}>
                    {say(text(`Buy ${currency}`, `Acheter ${currency}`))}
                  </LinkButton>
                )
              }
            />
          }
        />
      </Card>
      <ApiCall method="GET" path={`/api/v1/mobile/wallet/transactions?accountId=${account.id}`} />
      <TransactionDrawer id={id} onClose={() => navigate({ search: {}, replace: true })} />
      <ReceiveDialog account={account} open={isReceiving} onClose={() => openReceive(false)} />
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} wallet={currency} />
    </Page>
  );
}

interface BalanceProps {
  readonly account: Schemas["MobileAccount"];
  readonly onReceive: () => void;
}

function Balance({ account, onReceive }: BalanceProps) {
  const say = useSay();
  const wallets = useQuery(walletsQuery);
  const { balance, availableBalance, lockedBalance, owed, currency, type } = account;
  const wallet = wallets.data?.wallets.find(({ asset }) => asset.symbol === currency);
  return (
    <Card>
      <div className="flex items-start gap-4">
        <AssetIcon asset={currency} />
        <div className="min-w-0">
          <p className="text-sm text-soft">{say(text("Balance", "Solde"))}</p>
          <BigAmount value={balance} asset={currency} />
          {wallet && currency !== "EUR" && (
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-soft">
              <span>
                ≈ <Amount value={wallet.value.eur} asset="EUR" />
              </span>
              <span>
                1 {currency} = <Amount value={wallet.price.eur} asset="EUR" />
              </span>
              <Percent value={wallet.price.change24h} signed />
            </p>
          )}
        </div>
      </div>
      {lockedBalance > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-2 text-sm">
          <Figure name={say(text("Available", "Disponible"))}>
            <Amount value={availableBalance} asset={currency} />
          </Figure>
          <Figure name={say(text("Held or staked", "Réservé ou en staking"))}>
            <Amount value={lockedBalance} asset={currency} />
          </Figure>
        </dl>
      )}
      {owed > 0 && (
        <div className="mt-4">
          <Alert
            tone="warn"
            title={
              <>
                {say(text("You owe", "Vous devez"))} <Amount value={owed} asset={currency} />
              </>
            }
          >
            {say(
              text(
                "Incoming money repays it first. Until then nothing can leave your wallets.",
                "L'argent reçu le rembourse d'abord. D'ici là, rien ne peut sortir de vos portefeuilles.",
              ),
            )}
          </Alert>
        </div>
      )}
      <div className="mt-5 grid grid-cols-2 gap-2 sm:flex">
        {type === "fiat" && (
          <LinkButton to="/add" search={{ asset: currency }}>
            <Plus className="size-4" aria-hidden />
            {say(text("Add money", "Ajouter"))}
          </LinkButton>
        )}
        <LinkButton to="/send" search={{ currency }} kind="secondary">
          <Send className="size-4" aria-hidden />
          {say(text("Send", "Envoyer"))}
        </LinkButton>
        <Button kind="secondary" onClick={onReceive}>
          <QrCode className="size-4" aria-hidden />
          {say(text("Receive", "Recevoir"))}
        </Button>
        <LinkButton to="/trade" search={{ from: currency }} kind="secondary">
          <ArrowLeftRight className="size-4" aria-hidden />
          {say(text("Swap", "Échanger"))}
        </LinkButton>
        {currency === "EUR" && (
          <LinkButton to="/withdraw" kind="secondary">
            <ArrowDownToLine className="size-4" aria-hidden />
            {say(text("Withdraw", "Retirer"))}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-soft">{name}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);
