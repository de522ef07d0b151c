import { type Language, text } from "../kernel/texts/index.ts";
import { operationOf } from "../texts/operations.ts";

/** The texts of reports in the users' languages, and formats of figures and times. */

const translations = {
  accruedRewards: ["Récompenses acquises", "Accrued rewards"],
  acquisitions: ["Acquisitions", "Acquisitions"],
  amount: ["Montant", "Amount"],
  asset: ["Actif", "Asset"],
  available: ["Disponible", "Available"],
  averageCost: ["Coût moyen", "Average cost"],
  balance: ["Solde", "Balance"],
  closing: ["Solde final", "Closing balance"],
  cost: ["Coût (EUR)", "Cost (EUR)"],
  date: ["Date (UTC)", "Date (UTC)"],
  deposited: ["Déposé", "Deposited"],
  description: ["Libellé", "Description"],
  disposals: ["Cessions", "Disposals"],
  gain: ["Plus-value (EUR)", "Gain (EUR)"],
  gains: ["Plus-values", "Gains"],
  generated: ["Établi le", "Generated"],
  holdings: ["Avoirs à la fin de la période", "Holdings at the end of the period"],
  incomeTitle: ["Récompenses reçues (revenus)", "Rewards received (income)"],
  incomeTotal: ["Revenus", "Income"],
  liquidity: ["Positions de liquidité", "Liquidity positions"],
  locked: ["Bloqué", "Locked"],
  losses: ["Moins-values", "Losses"],
  method: ["Méthode", "Method"],
  moneyIn: ["Entrées", "In"],
  moneyOut: ["Sorties", "Out"],
  net: ["Résultat net", "Net result"],
  none: ["Aucune opération sur cette période.", "Nothing in this period."],
  of: ["sur", "of"],
  opening: ["Solde initial", "Opening balance"],
  owner: ["Titulaire", "Account"],
  page: ["Page", "Page"],
  period: ["Période", "Period"],
  pool: ["Pool", "Pool"],
  portfolio: ["Rapport de portefeuille", "Portfolio report"],
  price: ["Cours", "Price"],
  proceeds: ["Prix de cession (EUR)", "Proceeds (EUR)"],
  quantity: ["Quantité", "Quantity"],
  rewards: ["Récompenses", "Rewards"],
  share: ["Part", "Share"],
  shares: ["Parts du pool", "Pool shares"],
  staked: ["Placé", "Staked"],
  stakes: ["Staking", "Staking"],
  statement: ["Relevé de compte", "Account statement"],
  tax: ["Rapport fiscal", "Tax report"],
  total: ["Total", "Total"],
  transfers: ["Transferts entrants et sortants", "Transfers in and out"],
  type: ["Opération", "Operation"],
  unknown: ["inconnu", "unknown"],
  unknownCount: ["Opérations sans valeur connue", "Operations without a known value"],
  unlock: ["Libre le", "Unlocks on"],
  until: ["au", "to"],
  value: ["Valeur", "Value"],
  valueEur: ["Valeur (EUR)", "Value (EUR)"],
  wallets: ["Portefeuilles", "Wallets"],
  notOwn: [
    "Les montants bloqués font partie des portefeuilles. Les jetons placés en staking figurent dans leur portefeuille d'origine : seules leurs récompenses comptent ici.",
    "Locked amounts are part of the wallets. Staked tokens are included in the wallet from which they were staked, so only their rewards count here.",
  ],
} as const satisfies Readonly<Record<string, readonly [fr: string, en: string]>>;

type Words = Readonly<Record<keyof typeof translations, string>>;

const wordsIn = (language: Language): Words =>
  Object.fromEntries(
    Object.entries(translations).map(([key, [fr, en]]) => [key, text(en, fr).in(language)]),
  ) as Words;

export const words: Readonly<Record<Language, Words>> = { fr: wordsIn("fr"), en: wordsIn("en") };

/** Returns the name of an operation. Defaults to its type. */
export const operation = (type: string, language: Language): string =>
  operationOf(type)?.in(language) ?? type;

/** Formats a decimal string in a language, with a minimum of decimals. Does not round. */
export function figure(decimal: string, language: Language, minDecimals = 0): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === "") return decimal;
  // French groups digits with a non-breaking space.
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "fr" ? "\u00a0" : ",");
  const decimals = fraction.padEnd(minDecimals, "0");
  return `${sign}${grouped}${decimals === "" ? "" : `${language === "fr" ? "," : "."}${decimals}`}`;
}

/** Labels a value: `Titulaire : Ada`, `Account: Ada`. */
export const named = (name: string, value: string, language: Language): string =>
  text(`${name}: ${value}`, `${name} : ${value}`).in(language);

/** Formats a day: `31/12/2026`, in English as ISO 8601. */
export const dayOf = (iso: string, language: Language): string => {
  const day = iso.slice(0, 10);
  return language === "fr" ? day.split("-").reverse().join("/") : day;
};

/** Formats a day and its minute, in UTC. */
export const minuteOf = (iso: string, language: Language): string =>
  `${dayOf(iso, language)} ${iso.slice(11, 16)}`;

/** The method of a tax report's figures: part of every file. */
export const methods: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "This report is an aid for your tax return; it is not a declaration, and not tax advice. Which of these operations are taxed, and how, depends on your country and your situation.",
    "Gains are computed by the moving average cost, separately for each asset: whatever is acquired is added to what is held at its cost, and whatever is disposed of takes the average cost of that moment with it. The gain is the proceeds less that cost. Fees of a swap are part of what it gave.",
    "A swap is worth its amount in euros where one side is euros. Everything else is valued at the closing price of its day (UTC) in the platform's price history, converted at the euro's closing rate of the same day; a day that is not over, at its latest price. Where the history does not know the day, the value is unknown, and with it the gain of whatever it is mixed with.",
    "Adding liquidity disposes of both tokens and acquires pool shares; removing it is the reverse. Rewards are income at their value of the day, and are held at that cost. A penalty disposes of tokens for nothing. Deposits are held at their value of the day, for what they cost elsewhere is not known here; withdrawals and transfers out take their average cost with them, without a gain. Euros are the currency of account and are not listed.",
  ],
  fr: [
    "Ce rapport est une aide à votre déclaration ; il n'est ni une déclaration, ni un conseil fiscal. L'imposition de ces opérations dépend de votre pays et de votre situation.",
    "Les plus-values sont calculées au coût moyen pondéré mobile, actif par actif : ce qui est acquis s'ajoute aux avoirs à son coût, ce qui est cédé emporte le coût moyen du moment. La plus-value est le prix de cession moins ce coût. Les frais d'un échange font partie de ce qui a été donné.",
    "Un échange vaut son montant en euros lorsque l'un des côtés est en euros. Tout le reste est évalué au cours de clôture du jour (UTC) de l'historique des cours de la plateforme, converti au cours de clôture de l'euro du même jour ; un jour non terminé, à son dernier cours. Lorsque l'historique ne connaît pas le jour, la valeur est inconnue, de même que la plus-value de tout ce à quoi elle se mêle.",
    "Un apport de liquidité cède les deux jetons et acquiert des parts du pool ; un retrait fait l'inverse. Les récompenses sont des revenus à leur valeur du jour, et conservées à ce coût. Une pénalité cède des jetons pour rien. Les dépôts sont conservés à leur valeur du jour, leur coût ailleurs n'étant pas connu ici ; les retraits et virements sortants emportent leur coût moyen, sans plus-value. L'euro est la monnaie de compte et n'est pas listé.",
  ],
};
