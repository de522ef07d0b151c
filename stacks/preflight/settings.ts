import { type SecretName, secretId, secretSpec, secrets } from "../../contract/secrets.ts";
import type { SettingName } from "../context.ts";
import { isAskedFor, listSecrets, type SecretState } from "../fill-secrets/states.ts";
import type { Aws } from "./aws.ts";
import { asking, type Finding, missing, ok, type Stage, todo } from "./finding.ts";

/** What the stage is told: its secrets, and the settings without which a part of it sleeps. */

const names = Object.keys(secrets) as SecretName[];

export async function ofSecrets(aws: Aws, stage: Stage): Promise<readonly Finding[]> {
  const states = await listSecrets(aws.secrets, stage.stage);
  if (!stage.deployed.has("platform")) return [beforeFirst(stage, states)];
  const setting = (name: string) => stage.config.settings[name as SettingName];
  const empty = names.filter((name) => isAskedFor(name, setting) && states.get(name)?.hasValue !== true);
  const fill = (name: SecretName) => `npm run secrets -- --stage ${stage.stage} ${name}`;
  const found = empty.map((name) => {
    const { optional, from = "made of chance", about } = secretSpec(name);
    const detail = `is empty: ${about}${optional === undefined ? "" : ` Not needed ${optional}.`} From: ${from}`;
    return todo(`secret ${name}`, detail, fill(name));
  });
  return [ok("secrets", `${names.length - empty.length} of ${names.length} need nothing`), ...found];
}

/** A name that is taken has the first deploy fail, one that waits for its deletion too. */
function beforeFirst({ stage }: Stage, states: ReadonlyMap<SecretName, SecretState>): Finding {
  const taken = [...states.keys()];
  if (taken.length === 0)
    return todo(
      "secrets",
      "the first deploy makes them; those of providers are empty then",
      `afterwards: npm run secrets -- --stage ${stage}`,
    );
  return missing(
    "secrets",
    `${taken.join(", ")} are there of a stack that is gone: the first deploy could not make them`,
    taken
      .map(
        (name) =>
          `aws secretsmanager delete-secret --force-delete-without-recovery --secret-id ${secretId(stage, name)}`,
      )
      .join("; "),
  );
}

/** What sleeps without a setting. */
const sleeping: Readonly<Partial<Record<SettingName, string>>> = {
  BANK_URL: "administrators alone verify identities, and nobody withdraws to a bank account",
  IBAN_RANGE: "euro accounts have no IBAN",
  CUSTODY_XPUB: "wallets have no addresses for deposits",
  STRIPE_PIN_KEY: "nobody changes the PIN of a card",
  CARD_PROGRAM_ADDRESS: "no card is issued to whoever has given no address",
  PUSH_IOS_APPLICATION_ARN: "nothing is pushed to iPhones",
  PUSH_ANDROID_APPLICATION_ARN: "nothing is pushed to Android telephones",
  GITHUB_CLIENT_ID: "nobody signs in by GitHub",
  GOOGLE_CLIENT_ID: "nobody signs in by Google",
};

/** The settings that the operator may have forgotten. */
export function ofSettings({ stage, config }: Pick<Stage, "stage" | "config">): readonly Finding[] {
  const unset = Object.entries(sleeping).filter(([name]) => config.settings[name as SettingName] === "");
  return [
    ok("configuration", `stage ${stage} has what it must have`),
    ...(config.alarmEmail !== undefined && !URL.canParse(config.operationsUrl)
      ? [
          todo(
            "operationsUrl",
            `unset: alarms name ${config.operationsUrl}, which nobody can open out of a letter`,
            `operationsUrl in stages/${stage}.json: the address where that page is read`,
          ),
        ]
      : []),
    ...unset.map(([name, what]) =>
      todo(
        `setting ${name}`,
        `unset: ${what}`,
        `if that is not meant: ${name} in stages/${stage}.json (.env.example)`,
      ),
    ),
  ];
}

export const ofSecretsAndSettings = async (aws: Aws, stage: Stage): Promise<readonly Finding[]> => [
  ...(await asking("secrets", () => ofSecrets(aws, stage))),
  ...ofSettings(stage),
];
