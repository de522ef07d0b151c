import { translateDeletedNames } from "../identity/names.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Money from "../kernel/money/index.ts";
import type { InLanguages, Language } from "../kernel/texts/index.ts";
import { parseSystem, parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { Entry, Posting, ReferenceKind, RunningLine } from "../ledger/schema.ts";
import { operations } from "../texts/operations.ts";
import { figure } from "./texts.ts";

/**
 * Describes a statement line for its reader, by the entry's type and reference. The journal's reason is for
 * operators, and is shown only if a user wrote it.
 */

/** The descriptions by the kind of the entry's reference. `payment_intent` is a card payment that the platform receives. */
const byReference: Partial<
  Record<ReferenceKind, InLanguages<string> | ((entry: DescribedLine["entry"]) => InLanguages<string>)>
> = {
  payment_intent({ type }) {
    if (type === "RELEASE") return { fr: "Paiement par carte disponible", en: "Card payment available" };
    return type === "REFUND" || type === "TOP_UP_REFUND"
      ? { fr: "Remboursement d'un paiement par carte", en: "Refund of a card payment" }
      : { fr: "Paiement par carte", en: "Card payment" };
  },
  refund: { fr: "Remboursement échoué", en: "Failed refund" },
  dispute: { fr: "Contestation d'un paiement par carte", en: "Dispute of a card payment" },
  order: { fr: "Commande", en: "Order" },
  invoice: { fr: "Abonnement", en: "Subscription" },
  issuing_authorization: { fr: "Paiement par carte", en: "Card payment" },
  issuing_transaction: ({ type }) =>
    type === "CARD_REFUND"
      ? { fr: "Remboursement sur carte", en: "Refund to a card" }
      : { fr: "Paiement par carte", en: "Card payment" },
  issuing_dispute: { fr: "Contestation d'un paiement par carte", en: "Dispute of a card payment" },
  payment({ type }) {
    if (type === "TRANSFER") return TRANSFER;
    return type === "REFUND" ? { fr: "Remboursement", en: "Refund" } : { fr: "Paiement", en: "Payment" };
  },
  bank_transfer: ({ type }) =>
    type === "REVERSAL"
      ? { fr: "Virement bancaire rejeté", en: "Rejected bank transfer" }
      : { fr: "Virement bancaire", en: "Bank transfer" },
  hold: ({ type }) => (type === "RELEASE" ? operations.RELEASE : operations.HOLD),
  withdrawal: ({ postings }) =>
    postings.every(({ asset }) => Assets.isMoney(asset))
      ? { fr: "Retrait vers un compte bancaire", en: "Withdrawal to a bank account" }
      : { fr: "Retrait vers une adresse", en: "Withdrawal to an address" },
  stake({ type, postings }) {
    if (type === "REWARD") return { fr: "Récompenses de staking", en: "Staking rewards" };
    if (type === "STAKE") return { fr: "Placement", en: "Stake" };
    return postings.some(isPenalty)
      ? { fr: "Fin anticipée du staking", en: "Unstaked early" }
      : { fr: "Fin du staking", en: "Unstaked" };
  },
  farming: { fr: "Récompenses de ferme", en: "Farming rewards" },
  pool: { fr: "Liquidité", en: "Liquidity" },
  proposal: { fr: "Décision de gouvernance", en: "Governance decision" },
};

/** Only unstaking before the unlock date pays the treasury. */
const isPenalty = ({ account, amount }: Posting): boolean =>
  amount > 0n && parseSystem(account).name === "treasury";

const TRANSFER: InLanguages<string> = { fr: "Virement", en: "Transfer" };
const SWAP: InLanguages<string> = { fr: "Échange", en: "Swap" };

interface DescribedLine {
  readonly line: Pick<RunningLine, "walletId" | "counterparty" | "settled">;
  readonly entry: Pick<Entry, "type" | "reason" | "reference" | "postings">;
}

export function descriptionOf(described: DescribedLine, language: Language): string {
  const { line, entry } = described;
  const about = translateDeletedNames(aboutOf(described) ?? "", language) || undefined;
  const title = `${titleOf(entry)[language]}${about === undefined ? "" : ` (${about})`}`;
  if (!line.settled) return title;
  const { symbol, decimals } = Assets.get(parseWalletId(line.walletId)?.asset ?? "");
  const paid = Money.format(line.settled, decimals);
  return language === "en"
    ? `${title}, of which ${paid} ${symbol} paid a debt`
    : `${title}, dont ${figure(paid, language)} ${symbol} pour régler une dette`;
}

/** Transfers, direct or from a hold. */
const isTransfer = ({ type }: Pick<Entry, "type">): boolean => type === "TRANSFER" || type === "CAPTURE";

/** Returns the text for an entry. A user's own text remains unchanged. */
function titleOf(entry: DescribedLine["entry"]): InLanguages<string> {
  const { type, reason, reference } = entry;
  if (isTransfer(entry)) return reason === "" ? TRANSFER : { fr: reason, en: reason };
  if (type === "SWAP") return SWAP;
  const known = reference && byReference[reference.kind];
  if (!known) return { fr: reason, en: reason };
  return typeof known === "function" ? known(entry) : known;
}

/** Returns the counterparty, the pair, or the assets of a swap. */
function aboutOf({ line, entry: { type, reason, reference, postings } }: DescribedLine): string | undefined {
  if (reference?.kind === "pool") return reference.id;
  if (isTransfer({ type })) return reason === "" ? line.counterparty : undefined;
  if (reference?.kind === "hold") return reason || undefined;
  if (type !== "SWAP") return line.counterparty;
  const own = postings.filter(({ account }) => walletOf(account) !== undefined);
  const [given, gained] = [own.find(({ amount }) => amount < 0n), own.find(({ amount }) => amount > 0n)];
  return [given, gained].flatMap((one) => one?.asset ?? []).join(" > ");
}
