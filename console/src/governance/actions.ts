import { decimalOf, unitsOf } from "../decimal.ts";
import { type Text, text } from "../language.tsx";
import { decimalsOf, type Pair } from "../trade/queries.ts";
import { type AbiType, type AbiValue, decode, encode, signatureOf } from "./abi.ts";
import type { Proposal } from "./queries.ts";

/**
 * What a proposal can do, as the API documents it: the fields to enter, and the sentence that a voter reads. People enter
 * and read whole units, percent and days; calls have base units, hundredths of a percent and seconds.
 */

export type Action = Proposal["actions"][number];

/** How a value is entered and shown. */
type Unit =
  | { readonly kind: "address" | "asset" | "pair" | "pool" | "farm" | "name" | "yes" | "percent" | "days" }
  /** An amount of the platform's token, of the asset in another field, of a side of the pair, or of its shares. */
  | { readonly kind: "amount"; readonly of: "token" | "asset" | "token0" | "token1" | "shares" };

interface Field {
  readonly name: string;
  readonly label: Text;
  readonly unit: Unit;
}

export type Values = Readonly<Record<string, string>>;

export interface ActionKind {
  readonly target: string;
  readonly name: string;
  readonly label: Text;
  readonly fields: readonly Field[];
  readonly sentence: (values: Values) => Text;
}

const TARGETS = {
  treasury: "0xB7E039a82f30056fe09afB96a74D353455b39fE8",
  exchange: "0x3c78610499be4a5C7354c07C62360BA9c764A0Af",
  staking: "0xf116b03A61108493F9a931795571B00f58352598",
  farming: "0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763",
  governance: "0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39",
} as const;

export const TOKEN = "YANI";

const field = (name: string, label: Text, unit: Unit): Field => ({ name, label, unit });
const amount = (name: string, label: Text, of: Extract<Unit, { kind: "amount" }>["of"]) =>
  field(name, label, { kind: "amount", of });

const AMOUNT = text("Amount", "Montant");
const FARM = field("farmId", text("Farm", "Ferme"), { kind: "farm" });
const PAIR = field("pairId", text("Pair", "Paire"), { kind: "pair" });
const DURATION = field("durationSeconds", text("Duration of rewards", "Durée des récompenses"), {
  kind: "days",
});

const days = (count: string | undefined): Text =>
  count === "1" ? text("1 day", "1 jour") : text(`${count} days`, `${count} jours`);

export const actionKinds: readonly ActionKind[] = [
  {
    target: TARGETS.treasury,
    name: "transfer",
    label: text("Pay from the treasury", "Payer depuis la trésorerie"),
    fields: [
      field("recipient", text("Recipient's address", "Adresse du bénéficiaire"), { kind: "address" }),
      field("asset", text("Asset", "Actif"), { kind: "asset" }),
      amount("amount", AMOUNT, "asset"),
    ],
    sentence: (v) =>
      text(
        `Pay ${v["amount"]} ${v["asset"]} from the treasury to ${v["recipient"]}`,
        `Payer ${v["amount"]} ${v["asset"]} depuis la trésorerie à ${v["recipient"]}`,
      ),
  },
  {
    target: TARGETS.treasury,
    name: "redeemShares",
    label: text("Redeem the treasury's pool shares", "Convertir des parts de pool de la trésorerie"),
    fields: [
      PAIR,
      amount("shares", text("Shares", "Parts"), "shares"),
      amount("minAmount0", text("Minimum of the first asset", "Minimum du premier actif"), "token0"),
      amount("minAmount1", text("Minimum of the second asset", "Minimum du second actif"), "token1"),
    ],
    sentence: (v) =>
      text(
        `Redeem ${v["shares"]} shares of ${v["pairId"]} for at least ${v["minAmount0"]} and ${v["minAmount1"]}`,
        `Convertir ${v["shares"]} parts de ${v["pairId"]} pour au moins ${v["minAmount0"]} et ${v["minAmount1"]}`,
      ),
  },
  {
    target: TARGETS.treasury,
    name: "fundRewards",
    label: text("Fund staking rewards", "Financer les récompenses de staking"),
    fields: [amount("amount", AMOUNT, "token")],
    sentence: (v) =>
      text(
        `Move ${v["amount"]} ${TOKEN} from the treasury to staking rewards`,
        `Affecter ${v["amount"]} ${TOKEN} de la trésorerie aux récompenses de staking`,
      ),
  },
  {
    target: TARGETS.exchange,
    name: "setFee",
    label: text("Change the swap fee", "Modifier les frais d'échange"),
    fields: [field("feeBps", text("Fee", "Frais"), { kind: "percent" })],
    sentence: (v) =>
      text(`Set the swap fee to ${v["feeBps"]} %`, `Fixer les frais d'échange à ${v["feeBps"]} %`),
  },
  {
    target: TARGETS.staking,
    name: "setPool",
    label: text("Change a staking pool", "Modifier un pool de staking"),
    fields: [
      field("poolId", text("Pool", "Pool"), { kind: "pool" }),
      field("apyBps", text("Reward a year", "Récompense par an"), { kind: "percent" }),
      amount("minStake", text("Minimum stake", "Mise minimale"), "token"),
      amount("maxStake", text("Maximum stake", "Mise maximale"), "token"),
      field("active", text("Accepts new stakes", "Accepte de nouvelles mises"), { kind: "yes" }),
    ],
    sentence: (v) =>
      text(
        `Set the pool ${v["poolId"]} to ${v["apyBps"]} % a year, for stakes of ${v["minStake"]} to ${v["maxStake"]} ${TOKEN}, ${v["active"] === "yes" ? "open" : "closed"} to new stakes`,
        `Fixer le pool ${v["poolId"]} à ${v["apyBps"]} % par an, pour des mises de ${v["minStake"]} à ${v["maxStake"]} ${TOKEN}, ${v["active"] === "yes" ? "ouvert" : "fermé"} aux nouvelles mises`,
      ),
  },
  {
    target: TARGETS.farming,
    name: "createFarm",
    label: text("Create a farm", "Créer une ferme"),
    fields: [
      field("farmId", text("Name of the farm", "Nom de la ferme"), { kind: "name" }),
      PAIR,
      DURATION,
      amount("amount", text("First reward", "Première récompense"), "token"),
    ],
    sentence: (v) =>
      text(
        `Create the farm ${v["farmId"]} for ${v["pairId"]}, with ${v["amount"]} ${TOKEN} over ${days(v["durationSeconds"]).en}`,
        `Créer la ferme ${v["farmId"]} pour ${v["pairId"]}, avec ${v["amount"]} ${TOKEN} sur ${days(v["durationSeconds"]).fr}`,
      ),
  },
  {
    target: TARGETS.farming,
    name: "fundFarm",
    label: text("Fund a farm", "Financer une ferme"),
    fields: [FARM, amount("amount", AMOUNT, "token")],
    sentence: (v) =>
      text(
        `Fund the farm ${v["farmId"]} with ${v["amount"]} ${TOKEN} from the treasury`,
        `Financer la ferme ${v["farmId"]} avec ${v["amount"]} ${TOKEN} de la trésorerie`,
      ),
  },
  {
    target: TARGETS.farming,
    name: "endFarm",
    label: text("End a farm", "Mettre fin à une ferme"),
    fields: [FARM],
    sentence: (v) => text(`End the farm ${v["farmId"]}`, `Mettre fin à la ferme ${v["farmId"]}`),
  },
  {
    target: TARGETS.farming,
    name: "setFarmDuration",
    label: text("Change a farm's duration", "Modifier la durée d'une ferme"),
    fields: [FARM, DURATION],
    sentence: (v) =>
      text(
        `Let the next rewards of the farm ${v["farmId"]} last ${days(v["durationSeconds"]).en}`,
        `Étaler les prochaines récompenses de la ferme ${v["farmId"]} sur ${days(v["durationSeconds"]).fr}`,
      ),
  },
  {
    target: TARGETS.governance,
    name: "setParameters",
    label: text("Change the rules of proposals", "Modifier les règles des propositions"),
    fields: [
      amount("proposalThreshold", text("Votes to propose", "Votes pour proposer"), "token"),
      field("quorumBps", text("Quorum, of all tokens", "Quorum, de tous les jetons"), { kind: "percent" }),
      field("votingDelaySeconds", text("Days before voting", "Jours avant le vote"), { kind: "days" }),
      field("votingPeriodSeconds", text("Days of voting", "Jours de vote"), { kind: "days" }),
      field("timelockSeconds", text("Days before execution", "Jours avant l'exécution"), { kind: "days" }),
    ],
    sentence: (v) =>
      text(
        `From then on, proposing takes ${v["proposalThreshold"]} votes; the quorum is ${v["quorumBps"]} %; voting begins after ${days(v["votingDelaySeconds"]).en}, lasts ${days(v["votingPeriodSeconds"]).en}, and execution follows after ${days(v["timelockSeconds"]).en}`,
        `Désormais, proposer demande ${v["proposalThreshold"]} votes ; le quorum est de ${v["quorumBps"]} % ; le vote commence après ${days(v["votingDelaySeconds"]).fr}, dure ${days(v["votingPeriodSeconds"]).fr}, et l'exécution suit après ${days(v["timelockSeconds"]).fr}`,
      ),
  },
];

const typeOf = ({ kind }: Unit): AbiType => {
  if (kind === "address") return "address";
  if (kind === "yes") return "bool";
  return kind === "amount" || kind === "percent" || kind === "days" ? "uint256" : "string";
};

const DAY = 86_400n;
const PERCENT_PLACES = 2;

/** Returns the decimal places of an amount: those of its asset, or of a pair's shares, their mean. */
function placesOf(unit: Unit, values: Values, pairs: readonly Pair[]): number {
  if (unit.kind !== "amount") return 0;
  if (unit.of === "asset") return decimalsOf(pairs, values["asset"] ?? "");
  const pair = pairs.find(({ id }) => id === values["pairId"]);
  const [first = 18, second = 18] = [pair?.token0.decimals, pair?.token1.decimals];
  if (unit.of === "token0") return first;
  if (unit.of === "token1") return second;
  return unit.of === "shares" ? Math.floor((first + second) / 2) : decimalsOf(pairs, TOKEN);
}

function toAbi(one: Field, values: Values, pairs: readonly Pair[]): AbiValue {
  const value = values[one.name] ?? "";
  const { unit } = one;
  if (unit.kind === "yes") return value === "yes";
  if (unit.kind === "percent") return unitsOf(value, PERCENT_PLACES);
  if (unit.kind === "days") return (unitsOf(value) * DAY) / 10n ** 18n;
  return unit.kind === "amount" ? unitsOf(value, placesOf(unit, values, pairs)) : value;
}

function fromAbi(one: Field, value: AbiValue, values: Values, pairs: readonly Pair[]): string {
  const { unit } = one;
  if (unit.kind === "yes") return value === true ? "yes" : "no";
  if (unit.kind === "percent") return decimalOf(BigInt(value), PERCENT_PLACES);
  if (unit.kind === "days") return decimalOf((BigInt(value) * 10n ** 18n) / DAY);
  return unit.kind === "amount" ? decimalOf(BigInt(value), placesOf(unit, values, pairs)) : String(value);
}

const typesOf = ({ fields }: ActionKind) => fields.map(({ unit }) => typeOf(unit));

/** Returns the call of an action. */
export const toAction = (kind: ActionKind, values: Values, pairs: readonly Pair[]): Action => ({
  target: kind.target,
  value: "0",
  signature: signatureOf(kind.name, typesOf(kind)),
  calldata: encode(
    typesOf(kind),
    kind.fields.map((one) => toAbi(one, values, pairs)),
  ),
});

/** Returns the sentence of an action, with its figures in the form of each language. */
export function sentenceOf(kind: ActionKind, values: Values): Text {
  const shown = (locale: string): Values =>
    Object.fromEntries(
      kind.fields.map(({ name, unit }) => {
        const value = values[name] ?? "";
        const isFigure = (unit.kind === "amount" || unit.kind === "percent") && value !== "";
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 });
        return [name, isFigure ? format.format(value as never) : value];
      }),
    );
  return text(kind.sentence(shown("en-GB")).en, kind.sentence(shown("fr-FR")).fr);
}

/** Returns what a call does, in a sentence. Undefined for a call that the console does not know. */
export function describe(action: Action, pairs: readonly Pair[]): Text | undefined {
  const kind = actionKinds.find(
    (one) =>
      one.target.toLowerCase() === action.target.toLowerCase() &&
      signatureOf(one.name, typesOf(one)) === action.signature,
  );
  if (!kind) return undefined;
  try {
    const decoded = decode(typesOf(kind), action.calldata);
    const values: Record<string, string> = {};
    for (const [at, one] of kind.fields.entries())
      values[one.name] = fromAbi(one, decoded[at] ?? "", values, pairs);
    return sentenceOf(kind, values);
  } catch {
    return undefined;
  }
}
