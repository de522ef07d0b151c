import type { LinkProps } from "@tanstack/react-router";
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
import { Amount, type BigAmount, Time } from "../ui/money.tsx";
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

/** Returns what a movement is. A top-up that goes back to its card is a refund in the other direction. */
export const nameOf = ({ type, direction }: Pick<Transaction, "type" | "direction">): Text =>
  type === "refund" && direction === "out" ? RETURNED : typeNames[type];

const RETURNED = text("Top-up returned to your card", "Approvisionnement rendu à votre carte");

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

/** A movement, with the other side of a swap. */
export type Movement = Transaction & { readonly received?: Transaction };

const isOtherSide = (one: Transaction, next: Transaction | undefined): next is Transaction =>
  one.type === "swap" &&
  next?.type === "swap" &&
  next.createdAt === one.createdAt &&
  next.direction !== one.direction &&
  next.currency !== one.currency;

/** Joins the two sides of each swap to one movement: what was given, and what was received. */
export function joinSwaps(all: readonly Transaction[]): readonly Movement[] {
  const joined: Movement[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const one = all[index] as Transaction;
    const next = all[index + 1];
    if (!isOtherSide(one, next)) {
      joined.push(one);
      continue;
    }
    const [given, received] = one.direction === "out" ? [one, next] : [next, one];
    joined.push({ ...given, received });
    index += 1;
  }
  return joined;
}

const TO_TRANSACTIONS = (id: string): LinkProps => ({ to: "/wallets/transactions", search: { id } });

interface MovementProps {
  readonly movement: Movement;
  /** The link of its detail. Defaults to the screen of all transactions. */
  readonly toDetail?: (id: string) => LinkProps;
  /** Whether the day stands above the row. */
  readonly hasDay?: boolean;
}

interface MovedProps {
  readonly movement: Pick<Transaction, "direction" | "amount" | "currency" | "status">;
  readonly as?: typeof Amount | typeof BigAmount;
}

/** The amount with its sign. What did not happen is struck through. */
export function MovedAmount({ movement, as: Shown = Amount }: MovedProps) {
  const { amount, currency, status } = movement;
  return status === "failed" || status === "canceled" ? (
    <s className="text-soft">
      <Shown value={amount} asset={currency} />
    </s>
  ) : (
    <Shown value={signedAmount(movement)} asset={currency} signed />
  );
}

export function MovementRow({ movement, toDetail = TO_TRANSACTIONS, hasDay = false }: MovementProps) {
  const say = useSay();
  const { id, type, direction, counterparty, description, currency, status, createdAt, received } = movement;
  const Icon = icons[type] ?? (direction === "in" ? ArrowDownLeft : ArrowUpRight);
  const [statusName, tone] = statusNames[status];
  const given = <MovedAmount movement={movement} />;
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <Icon className="size-4.5 text-soft" />
        </span>
      }
      title={
        received
          ? `${currency} → ${received.currency}`
          : (counterparty ?? description ?? say(nameOf(movement)))
      }
      detail={
        <>
          {(counterparty ?? description ?? received) && `${say(nameOf(movement))} · `}
          <Time iso={createdAt} format={hasDay ? "time" : "minute"} />
        </>
      }
      end={received ? <Amount value={received.amount} asset={received.currency} signed /> : given}
      endDetail={
        received ? given : status === "completed" ? undefined : <Badge tone={tone}>{say(statusName)}</Badge>
      }
      to={toDetail(id)}
    />
  );
}
