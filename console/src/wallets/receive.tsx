import { useQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import type { Schemas } from "../api/client.ts";
import { profileQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert, Skeleton } from "../ui/surface.tsx";
import { formatIban } from "./detail.tsx";
import { depositAddressQuery } from "./queries.ts";

/** How money reaches a wallet: from a bank, over the asset's network, or from another user. */

type Account = Schemas["MobileAccount"];

interface ReceiveProps {
  readonly account: Account;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ReceiveDialog({ account, open, onClose }: ReceiveProps) {
  const say = useSay();
  const { currency } = account;
  return (
    <Dialog open={open} onClose={onClose} title={say(text(`Receive ${currency}`, `Recevoir ${currency}`))}>
      <div className="flex flex-col gap-6">
        {account.iban && (
          <section>
            <h3 className="text-sm font-semibold">{say(text("From a bank", "Depuis une banque"))}</h3>
            <BankDetails iban={account.iban} />
          </section>
        )}
        {account.type === "crypto" && open && <DepositAddress account={account} />}
        <section className="flex flex-col gap-3">
          <h3 className="text-sm font-semibold">
            {say(text("From someone with an account here", "Depuis un compte ici"))}
          </h3>
          <Detail label={say(text("Account number", "Numéro de compte"))} value={account.id} />
          <LinkButton to="/send/qr" search={{ asset: currency }} kind="secondary">
            <QrCode className="size-4" aria-hidden />
            {say(text("Show a QR code", "Afficher un code QR"))}
          </LinkButton>
        </section>
      </div>
    </Dialog>
  );
}

const networks: Readonly<Record<string, string>> = { bitcoin: "Bitcoin", ethereum: "Ethereum" };

/** The wallet's address on its network. It is left out where the platform has no custodian. */
function DepositAddress({ account: { id, currency } }: { readonly account: Account }) {
  const say = useSay();
  const { data, isPending } = useQuery(depositAddressQuery(id));
  if (isPending) return <Skeleton className="h-72 w-full" />;
  if (!data) return null;
  const { address, picture } = data;
  const network = networks[data.network] ?? data.network;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">
        {say(text(`From the ${network} network`, `Depuis le réseau ${network}`))}
      </h3>
      <img
        src={picture}
        alt={say(text(`QR code of your ${currency} address`, `Code QR de votre adresse ${currency}`))}
        className="size-44 self-center rounded-md bg-white p-2"
      />
      <Detail label={say(text("Address", "Adresse"))} value={address} />
      <Alert tone="warn">
        {say(
          text(
            `Send only ${currency} over the ${network} network to this address. Anything else is lost.`,
            `N'envoyez que des ${currency} par le réseau ${network} à cette adresse. Tout autre envoi est perdu.`,
          ),
        )}
      </Alert>
    </section>
  );
}

/** What a transfer from another bank needs. */
export function BankDetails({ iban }: { readonly iban: string }) {
  const say = useSay();
  const { data: profile } = useQuery(profileQuery);
  const holder = [profile?.firstName, profile?.lastName].filter(Boolean).join(" ");
  return (
    <div className="divide-y">
      <Detail label={say(text("Account holder", "Titulaire du compte"))} value={holder} />
      <Detail label="IBAN" value={iban} shown={formatIban(iban)} />
    </div>
  );
}

interface DetailProps {
  readonly label: string;
  readonly value: string;
  readonly shown?: string;
}

const Detail = ({ label, value, shown = value }: DetailProps) => (
  <div className="flex items-center justify-between gap-3 py-2.5">
    <div className="min-w-0">
      <p className="text-xs text-soft">{label}</p>
      <p className="figure text-sm font-medium [white-space:normal]">{shown}</p>
    </div>
    <CopyButton value={value} label={label} />
  </div>
);
