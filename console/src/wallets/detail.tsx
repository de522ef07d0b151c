import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { Schemas } from "../api/client.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ApiCall, CopyButton, Definitions, fact, Loaded } from "../ui/list.tsx";
import { Amount, BigAmount, Time } from "../ui/money.tsx";
import { Drawer } from "../ui/overlay.tsx";
import { Badge, SkeletonRows } from "../ui/surface.tsx";
import { MovedAmount, nameOf, statusNames } from "./movements.tsx";
import { transactionQuery } from "./queries.ts";

/** A transaction with everything that its owner may know. */

type Detail = Schemas["MobileTransactionDetail"];

/** Opens beside a list while `id` is set. The link of the screen has it. */
export function TransactionDrawer({
  id,
  onClose,
}: {
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={say(text("Transaction", "Opération"))}>
      {id !== undefined && <Content id={id} />}
    </Drawer>
  );
}

function Content({ id }: { readonly id: string }) {
  const query = useQuery(transactionQuery(id));
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
      {(transaction) => (
        <div className="flex flex-col gap-5">
          <Heading {...transaction} />
          <TransactionFacts {...transaction} />
          <Again {...transaction} />
          <ApiCall method="GET" path={`/api/v1/mobile/wallet/transactions/${id}`} />
        </div>
      )}
    </Loaded>
  );
}

function Heading(transaction: Detail) {
  const say = useSay();
  const { status, counterparty, description } = transaction;
  const [statusName, tone] = statusNames[status];
  return (
    <div>
      <p className="text-sm text-soft">{counterparty ?? description ?? say(nameOf(transaction))}</p>
      <p className="my-1">
        <MovedAmount movement={transaction} as={BigAmount} />
      </p>
      <Badge tone={tone}>{say(statusName)}</Badge>
    </div>
  );
}

/** Names and values of a transaction. Used by the receipt of a payment as well. */
export function TransactionFacts(transaction: Detail) {
  const say = useSay();
  const { id, type, direction, currency, fee, description, counterparty, balance } = transaction;
  const { reference, createdAt, updatedAt, movements, iban, address, cardLast4, merchant } = transaction;
  const { refunded, failure, entry } = transaction;
  const others = movements.filter((one) => one.currency !== currency);
  const money = (value: number) => <Amount value={value} asset={currency} />;
  return (
    <Definitions
      items={[
        failure !== null && fact(say(text("Reason", "Motif")), failure),
        fact(say(text("Type", "Type")), say(nameOf(transaction))),
        counterparty !== null &&
          fact(say(direction === "in" ? text("From", "De") : text("To", "À")), counterparty),
        iban !== null && fact("IBAN", <Code>{formatIban(iban)}</Code>),
        address !== null && fact(say(text("Address", "Adresse")), <Code>{address}</Code>),
        description !== null && fact(say(text("Message", "Message")), description),
        ...others.map((one) =>
          fact(
            say(
              one.direction === "in"
                ? text("You received", "Vous avez reçu")
                : text("You gave", "Vous avez donné"),
            ),
            <Amount value={one.amount} asset={one.currency} />,
          ),
        ),
        merchant !== null &&
          fact(
            say(text("Merchant", "Commerçant")),
            [merchant.name, merchant.city, merchant.country].filter(Boolean).join(", "),
          ),
        cardLast4 !== null && fact(say(text("Card", "Carte")), `•••• ${cardLast4}`),
        // The amounts of a swap contain its fee.
        type !== "swap" &&
          fact(say(text("Fee", "Frais")), fee === 0 ? say(text("Free", "Gratuit")) : money(fee)),
        refunded > 0 && fact(say(text("Refunded", "Remboursé")), money(refunded)),
        balance !== null && fact(say(text("Available afterwards", "Disponible ensuite")), money(balance)),
        fact(say(text("Date", "Date")), <Time iso={createdAt} />),
        updatedAt !== createdAt &&
          fact(say(text("Last change", "Dernier changement")), <Time iso={updatedAt} />),
        copied(say(text("Transaction number", "Numéro d'opération")), id),
        reference !== null && copied(say(text("Reference", "Référence")), reference),
        entry !== null && copied(say(text("Ledger proof", "Preuve au registre")), entry.transactionHash),
      ]}
    />
  );
}

const Code = ({ children }: { readonly children: string }) => (
  <span className="font-mono text-xs">{children}</span>
);

const copied = (name: string, value: string) => fact(name, <Copied value={value} label={name} />);

const Copied = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <span className="flex items-center justify-end gap-1">
    <span className="min-w-0 truncate font-mono text-xs" title={value}>
      {value}
    </span>
    <CopyButton value={value} label={label} iconOnly />
  </span>
);

/** Groups of four, as on a bank card. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

function Again({ type, direction, beneficiaryId, amount, currency }: Detail) {
  const say = useSay();
  if (beneficiaryId === null || direction !== "out" || type !== "withdrawal") return null;
  return (
    <LinkButton
      kind="secondary"
      to="/send"
      search={{ payee: beneficiaryId, amount: String(amount), currency }}
    >
      <Send className="size-4" aria-hidden />
      {say(text("Send again", "Envoyer à nouveau"))}
    </LinkButton>
  );
}
