import { useQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import type { Schemas } from "../api/client.ts";
import { profileQuery } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { formatIban } from "./detail.tsx";

/** How money reaches a wallet: from a bank, or from another user. */

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
