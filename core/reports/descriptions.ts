import { type IdKind, pattern } from "../kernel/ids/schema.ts";
import { type Language, languages } from "../kernel/texts/index.ts";
import { figure } from "./words.ts";

/**
 * What a line of a statement was for, as people say it. The journal's reason is the operator's: where it names
 * a thing by its id, its reader gets words. What somebody wrote stays as it is.
 */

/** The provider's ids, and our own. */
const PSP = "[a-z]{2,4}_\\w+";
/** Of either, or of a bank. */
const ANY = "[\\w-]+";
const our = (kind: IdKind): string => pattern(kind).source.replace(/^\^|\$$/g, "");

type Told = readonly [reason: RegExp, fr: string, en: string];
const told = (reason: string, fr: string, en: string): Told => [new RegExp(`^${reason}(?=$|,)`), fr, en];

const descriptions: readonly Told[] = [
  told(`payment ${PSP} has cleared`, "Paiement par carte disponible", "Card payment available"),
  told(`payment ${our("payment")} to ([^,]+)`, "Paiement ($1)", "Payment ($1)"),
  told(`payment ${PSP}`, "Paiement par carte", "Card payment"),
  told(`refund of ${PSP}`, "Remboursement d'un paiement par carte", "Refund of a card payment"),
  told(`refund ${PSP} of ${PSP} has failed`, "Remboursement qui a échoué", "Refund that failed"),
  told(`dispute \\S+ of ${PSP}`, "Contestation d'un paiement par carte", "Dispute of a card payment"),
  told(`stake ${our("stake")} in (\\S+)`, "Immobilisation ($1)", "Stake ($1)"),
  told(`unstake ${our("stake")} before its unlock date`, "Fin anticipée du staking", "Unstaked early"),
  told(`unstake ${our("stake")}`, "Fin du staking", "Unstaked"),
  told(`rewards of ${our("stake")}`, "Récompenses de staking", "Staking rewards"),
  told(`withdrawal ${our("withdrawal")}`, "Retrait vers un compte bancaire", "Withdrawal to a bank account"),
  told("transfer", "Virement", "Transfer"),
  told("swap (\\S+(?: > \\S+)+)", "Échange ($1)", "Swap ($1)"),
  told("liquidity of (\\S+)", "Liquidité ($1)", "Liquidity ($1)"),
  told(`order ${ANY}`, "Commande", "Order"),
  told(`invoice ${ANY}`, "Abonnement", "Subscription"),
  told(`bank transfer ${ANY} was rejected`, "Virement bancaire rejeté", "Bank transfer that was rejected"),
  told(`bank transfer ${ANY}`, "Virement bancaire", "Bank transfer"),
  told(`proposal ${our("proposal")}`, "Décision de gouvernance", "Decided by a vote"),
];

/** What the ledger says at the end of a reason: how much of a credit has paid what its receiver owed. */
const SETTLING = /, of which (\d+(?:\.\d+)?) (\S+) pay what was owed$/;

/** The journal's reason in words. */
export function descriptionOf(reason: string, language: Language): string {
  const found = descriptions.find(([pattern]) => pattern.test(reason));
  const what = found ? reason.replace(found[0], found[1 + languages.indexOf(language)] as string) : reason;
  if (language === "en") return what;
  return what.replace(
    SETTLING,
    (_, paid: string, asset: string) => `, dont ${figure(paid, language)} ${asset} règlent ce qui était dû`,
  );
}
