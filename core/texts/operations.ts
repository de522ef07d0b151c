import { type Text, text } from "../kernel/texts/index.ts";

/** The names of the ledger's operations, for pages and reports. */
export const operations = {
  DEPOSIT: text("Deposit", "Dépôt"),
  WITHDRAWAL: text("Withdrawal", "Retrait"),
  TRANSFER: text("Transfer", "Virement"),
  LOCK: text("Locked", "Blocage"),
  UNLOCK: text("Unlocked", "Déblocage"),
  HOLD: text("Hold", "Réservation"),
  CAPTURE: text("Captured hold", "Débit d'une réservation"),
  RELEASE: text("Released hold", "Réservation levée"),
  REVERSAL: text("Reversal", "Annulation"),
  ISSUANCE: text("Issuance", "Émission"),
  SWAP: text("Swap", "Échange"),
  LIQUIDITY_ADD: text("Liquidity added", "Apport de liquidité"),
  LIQUIDITY_REMOVE: text("Liquidity removed", "Retrait de liquidité"),
  STAKE: text("Stake", "Placement"),
  UNSTAKE: text("Unstake", "Retrait de placement"),
  REWARD: text("Reward", "Récompense"),
  FARM_STAKE: text("Shares added to a farm", "Dépôt dans une ferme"),
  FARM_WITHDRAW: text("Shares withdrawn from a farm", "Retrait d'une ferme"),
  TREASURY_TRANSFER: text("Treasury payment", "Versement de la trésorerie"),
  TOP_UP: text("Top-up", "Rechargement"),
  TOP_UP_REFUND: text("Top-up refunded", "Rechargement remboursé"),
  PAYMENT: text("Payment", "Paiement"),
  REFUND: text("Refund", "Remboursement"),
  CARD_PAYMENT: text("Card payment", "Paiement par carte"),
  CARD_REFUND: text("Card refund", "Remboursement sur carte"),
  PENALTY: text("Penalty", "Pénalité"),
  POINTS: text("Loyalty points", "Points de fidélité"),
  PAYOUT: text("Withdrawal paid out", "Retrait versé"),
  PAYOUT_RETURN: text("Withdrawal returned", "Retrait restitué"),
} as const satisfies Readonly<Record<string, Text>>;

const named: Readonly<Record<string, Text>> = operations;

/**
 * Returns the name of a line's type without its direction (the suffixes `_IN` and `_OUT`); undefined if the type has no
 * name.
 */
export function operationOf(type: string): Text | undefined {
  const kind = Object.hasOwn(named, type) ? type : type.replace(/_(IN|OUT)$/, "");
  return Object.hasOwn(named, kind) ? named[kind] : undefined;
}
