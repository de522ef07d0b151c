/** The words of the reports, in the languages that users may prefer, and how figures and times are written in them. */

export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];

/** The language of a user's preference ("fr", "en-GB"): French where it is neither, as the platform's own. */
export const languageOf = (preference: string): Language =>
  preference.toLowerCase().startsWith("en") ? "en" : "fr";

const en = {
  accruedRewards: "Accrued rewards",
  acquisitions: "Acquisitions",
  amount: "Amount",
  asset: "Asset",
  available: "Available",
  averageCost: "Average cost",
  balance: "Balance",
  closing: "Closing balance",
  cost: "Cost (EUR)",
  date: "Date (UTC)",
  deposited: "Deposited",
  description: "Description",
  disposals: "Disposals",
  gain: "Gain (EUR)",
  gains: "Gains",
  generated: "Generated",
  holdings: "Holdings at the end of the period",
  incomeTitle: "Rewards received (income)",
  incomeTotal: "Income",
  liquidity: "Liquidity positions",
  locked: "Locked",
  losses: "Losses",
  method: "Method",
  moneyIn: "In",
  moneyOut: "Out",
  net: "Net result",
  none: "Nothing in this period.",
  of: "of",
  opening: "Opening balance",
  owner: "Account",
  page: "Page",
  period: "Period",
  pool: "Pool",
  portfolio: "Portfolio report",
  price: "Price",
  proceeds: "Proceeds (EUR)",
  quantity: "Quantity",
  rewards: "Rewards",
  share: "Share",
  shares: "Pool shares",
  staked: "Staked",
  stakes: "Staking",
  statement: "Account statement",
  tax: "Tax report",
  total: "Total",
  transfers: "Transfers in and out",
  type: "Operation",
  unknown: "unknown",
  unknownCount: "Operations without a known value",
  unlock: "Unlocks on",
  until: "to",
  value: "Value",
  valueEur: "Value (EUR)",
  wallets: "Wallets",
  notOwn:
    "Locked amounts are part of the wallets. Staked tokens stand in the wallet that they were staked from, so only their rewards count here.",
};

export type Words = typeof en;

const fr: Words = {
  accruedRewards: "Récompenses acquises",
  acquisitions: "Acquisitions",
  amount: "Montant",
  asset: "Actif",
  available: "Disponible",
  averageCost: "Coût moyen",
  balance: "Solde",
  closing: "Solde final",
  cost: "Coût (EUR)",
  date: "Date (UTC)",
  deposited: "Déposé",
  description: "Libellé",
  disposals: "Cessions",
  gain: "Plus-value (EUR)",
  gains: "Plus-values",
  generated: "Établi le",
  holdings: "Avoirs à la fin de la période",
  incomeTitle: "Récompenses reçues (revenus)",
  incomeTotal: "Revenus",
  liquidity: "Positions de liquidité",
  locked: "Bloqué",
  losses: "Moins-values",
  method: "Méthode",
  moneyIn: "Entrées",
  moneyOut: "Sorties",
  net: "Résultat net",
  none: "Aucune opération sur cette période.",
  of: "sur",
  opening: "Solde initial",
  owner: "Titulaire",
  page: "Page",
  period: "Période",
  pool: "Pool",
  portfolio: "Rapport de portefeuille",
  price: "Cours",
  proceeds: "Prix de cession (EUR)",
  quantity: "Quantité",
  rewards: "Récompenses",
  share: "Part",
  shares: "Parts du pool",
  staked: "Immobilisé",
  stakes: "Staking",
  statement: "Relevé de compte",
  tax: "Rapport fiscal",
  total: "Total",
  transfers: "Transferts entrants et sortants",
  type: "Opération",
  unknown: "inconnu",
  unknownCount: "Opérations sans valeur connue",
  unlock: "Libre le",
  until: "au",
  value: "Valeur",
  valueEur: "Valeur (EUR)",
  wallets: "Portefeuilles",
  notOwn:
    "Les montants bloqués font partie des portefeuilles. Les jetons immobilisés figurent dans leur portefeuille d'origine : seules leurs récompenses comptent ici.",
};

export const words: Readonly<Record<Language, Words>> = { fr, en };

/** The ledger's operations in words: those of one direction end with `_IN` or `_OUT`. */
const operations: Readonly<Record<string, { readonly fr: string; readonly en: string }>> = {
  DEPOSIT: { fr: "Dépôt", en: "Deposit" },
  WITHDRAWAL: { fr: "Retrait", en: "Withdrawal" },
  TRANSFER: { fr: "Virement", en: "Transfer" },
  LOCK: { fr: "Blocage", en: "Locked" },
  UNLOCK: { fr: "Déblocage", en: "Unlocked" },
  HOLD: { fr: "Réservation", en: "Hold" },
  CAPTURE: { fr: "Débit réservé", en: "Captured hold" },
  RELEASE: { fr: "Réservation levée", en: "Released hold" },
  REVERSAL: { fr: "Annulation", en: "Reversal" },
  ISSUANCE: { fr: "Émission", en: "Issuance" },
  SWAP: { fr: "Échange", en: "Swap" },
  LIQUIDITY_ADD: { fr: "Apport de liquidité", en: "Liquidity added" },
  LIQUIDITY_REMOVE: { fr: "Retrait de liquidité", en: "Liquidity removed" },
  STAKE: { fr: "Immobilisation", en: "Stake" },
  UNSTAKE: { fr: "Fin d'immobilisation", en: "Unstake" },
  REWARD: { fr: "Récompense", en: "Reward" },
  TREASURY_TRANSFER: { fr: "Versement de la trésorerie", en: "Treasury payment" },
  PAYMENT: { fr: "Paiement", en: "Payment" },
  REFUND: { fr: "Remboursement", en: "Refund" },
  PENALTY: { fr: "Pénalité", en: "Penalty" },
};

/** What an operation is called; one that has no word here keeps its own name. */
export function operation(type: string, language: Language): string {
  const found = operations[type] ?? operations[type.replace(/_(IN|OUT)$/, "")];
  return found?.[language] ?? type;
}

/**
 * A decimal string as people write it: groups of three, the language's decimal sign, and at least so many decimals. Nothing is rounded.
 */
export function figure(decimal: string, language: Language, leastDecimals = 0): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === "") return decimal;
  // French groups with a space that does not break.
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "fr" ? "\u00a0" : ",");
  const decimals = fraction.padEnd(leastDecimals, "0");
  return `${sign}${grouped}${decimals === "" ? "" : `${language === "fr" ? "," : "."}${decimals}`}`;
}

/** A day: `31/12/2026`, in English as ISO 8601 has it, which nobody takes for another. */
export const dayOf = (iso: string, language: Language): string => {
  const day = iso.slice(0, 10);
  return language === "fr" ? day.split("-").reverse().join("/") : day;
};

/** A day and the minute of it, in UTC. */
export const minuteOf = (iso: string, language: Language): string =>
  `${dayOf(iso, language)} ${iso.slice(11, 16)}`;
