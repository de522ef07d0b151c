import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CreditCard,
  Landmark,
  Lock,
  type LucideIcon,
  Sprout,
} from "lucide-react";
import type { Schemas } from "../api/client.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Row } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Badge, type BadgeTone } from "../ui/surface.tsx";

/** Movements of money as rows. */

export type Transaction = Schemas["MobileTransaction"];

export const typeNames: Readonly<Record<Transaction["type"], Text>> = {
  transfer: text("Transfer", "Virement"),
  bank_transfer: text("Bank transfer", "Virement bancaire"),
  withdrawal: text("Withdrawal", "Retrait"),
  withdrawal_return: text("Returned withdrawal", "Retrait rejeté"),
  top_up: text("Top-up", "Approvisionnement"),
  payment: text("Payment", "Paiement"),
  refund: text("Refund", "Remboursement"),
  dispute: text("Dispute", "Litige"),
  reversal: text("Reversal", "Annulation"),
  adjustment: text("Correction", "Correction"),
  swap: text("Swap", "Échange"),
  liquidity: text("Liquidity", "Liquidité"),
  stake: text("Stake", "Mise en staking"),
  unstake: text("Unstake", "Sortie de staking"),
  reward: text("Reward", "Récompense"),
  governance: text("Governance", "Gouvernance"),
  issuance: text("Issuance", "Émission"),
  hold: text("Reservation", "Réservation"),
  release: text("Released reservation", "Réservation libérée"),
};

export const statusNames: Readonly<Record<Transaction["status"], readonly [Text, BadgeTone]>> = {
  pending: [text("Pending", "En cours"), "warn"],
  completed: [text("Completed", "Terminé"), "good"],
  failed: [text("Failed", "Échoué"), "bad"],
  canceled: [text("Canceled", "Annulé"), "plain"],
  refunded: [text("Refunded", "Remboursé"), "info"],
};

const icons: Partial<Record<Transaction["type"], LucideIcon>> = {
  swap: ArrowLeftRight,
  payment: CreditCard,
  bank_transfer: Landmark,
  withdrawal: Landmark,
  stake: Sprout,
  unstake: Sprout,
  reward: Sprout,
  hold: Lock,
  release: Lock,
};

/** Returns the amount with its sign. */
export const signedAmount = ({ direction, amount }: Pick<Transaction, "direction" | "amount">): number =>
  direction === "in" ? amount : -amount;

export function MovementRow({ movement }: { readonly movement: Transaction }) {
  const say = useSay();
  const { id, type, direction, counterparty, description, currency, status, createdAt } = movement;
  const Icon = icons[type] ?? (direction === "in" ? ArrowDownLeft : ArrowUpRight);
  const [statusName, tone] = statusNames[status];
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <Icon className="size-4.5 text-soft" />
        </span>
      }
      title={counterparty ?? description ?? say(typeNames[type])}
      detail={
        <>
          {say(typeNames[type])} · <Time iso={createdAt} />
        </>
      }
      end={<Amount value={signedAmount(movement)} asset={currency} signed />}
      endDetail={status === "completed" ? undefined : <Badge tone={tone}>{say(statusName)}</Badge>}
      to={{ to: "/wallets/transactions", search: (before: object) => ({ ...before, id }) }}
    />
  );
}
