import { type SecretName, secretId, secretSpec, secrets } from "../../contract/secrets.ts";
import type { SettingName } from "../context.ts";
import { isAskedFor, listSecrets, type SecretState } from "../fill-secrets/states.ts";
import type { Aws } from "./aws.ts";
import { type Finding, missing, ok, runCheck, type Stage, todo } from "./finding.ts";

/** Checks the stage's secrets, and the settings without which a feature is off. */

const names = Object.keys(secrets) as SecretName[];

export async function ofSecrets(aws: Aws, stage: Stage): Promise<readonly Finding[]> {
  const states = await listSecrets(aws.secrets, stage.stage);
  if (!stage.deployed.has("platform")) return [beforeFirst(stage, states)];
  const setting = (name: string) => stage.config.settings[name as SettingName];
  const empty = names.filter((name) => isAskedFor(name, setting) && states.get(name)?.hasValue !== true);
  const fill = (name: SecretName) => `npm run secrets -- --stage ${stage.stage} ${name}`;
  const found = empty.map((name) => {
    const { optional, from = "generated", about } = secretSpec(name);
    const detail = `is empty: ${about}${optional === undefined ? "" : ` Not needed ${optional}.`} Source: ${from}`;
    return todo(`secret ${name}`, detail, fill(name));
  });
  return [ok("secrets", `${names.length - empty.length} of ${names.length} need nothing`), ...found];
}

/**
 * Checks before the first deployment that no secret's name is in use, including by a secret scheduled for deletion: the
 * deployment would fail.
 */
function beforeFirst({ stage }: Stage, states: ReadonlyMap<SecretName, SecretState>): Finding {
  const taken = [...states.keys()];
  if (taken.length === 0)
    return todo(
      "secrets",
      "the first deploy creates them; those of providers are empty then",
      `afterwards: npm run secrets -- --stage ${stage}`,
    );
  return missing(
    "secrets",
    `${taken.join(", ")} remain from a deleted stack: the first deploy could not create them`,
    taken
      .map(
        (name) =>
          `aws secretsmanager delete-secret --force-delete-without-recovery --secret-id ${secretId(stage, name)}`,
      )
      .join("; "),
  );
}

/** The effects of a missing setting. */
const effects: Readonly<Partial<Record<SettingName, string>>> = {
  BANK_URL: "only administrators verify identities, and withdrawals to bank accounts are off",
  IBAN_RANGE: "euro accounts have no IBAN",
  CUSTODY_XPUB: "wallets have no addresses for deposits",
  STRIPE_PUBLISHABLE_KEY: "no card can be entered in the console",
  STRIPE_PIN_KEY: "cardholders cannot change a card's PIN",
  CARD_PROGRAM_ADDRESS: "users without an address cannot have a card",
  PUSH_IOS_APPLICATION_ARN: "no push notifications to iPhones",
  PUSH_ANDROID_APPLICATION_ARN: "no push notifications to Android devices",
  IOS_APP_IDS: "apps on iPhones cannot use passkeys",
  ANDROID_PACKAGE_NAME: "apps on Android devices cannot use passkeys",
  GITHUB_CLIENT_ID: "sign-in with GitHub is off",
  GOOGLE_CLIENT_ID: "sign-in with Google is off",
};

/** Reports settings that the operator may have forgotten. */
export function ofSettings({ stage, config }: Pick<Stage, "stage" | "config">): readonly Finding[] {
  const unset = Object.entries(effects).filter(([name]) => config.settings[name as SettingName] === "");
  return [
    ok("configuration", `stage ${stage} has every required setting`),
    ...(config.alarmEmail !== undefined && !URL.canParse(config.operationsUrl)
      ? [
          todo(
            "operationsUrl",
            `unset: alarms name ${config.operationsUrl}, which an email cannot link to`,
            `operationsUrl in stages/${stage}.json: the address of that page`,
          ),
        ]
      : []),
    ...unset.map(([name, what]) =>
      todo(
        `setting ${name}`,
        `unset: ${what}`,
        `if that is not intended: ${name} in stages/${stage}.json (.env.example)`,
      ),
    ),
  ];
}

export const ofSecretsAndSettings = async (aws: Aws, stage: Stage): Promise<readonly Finding[]> => [
  ...(await runCheck("secrets", () => ofSecrets(aws, stage))),
  ...ofSettings(stage),
];
