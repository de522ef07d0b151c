import { paginateListSecrets, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretId, secretSpec, secrets } from "../../contract/secrets.ts";

/** How a stage's secrets stand at Secrets Manager. No value is ever read. */
export interface SecretState {
  readonly hasValue: boolean;
  /** Whether the value before the current one is kept: it is valid still. */
  readonly hasPrevious: boolean;
  readonly changedAt: Date | undefined;
  /** Since when it waits to be deleted; its name is taken until then. */
  readonly deletedAt: Date | undefined;
}

/** The secrets of a stage that are there, those among them that wait to be deleted. */
export async function listSecrets(
  client: SecretsManagerClient,
  stage: string,
): Promise<ReadonlyMap<SecretName, SecretState>> {
  const names = new Map((Object.keys(secrets) as SecretName[]).map((name) => [secretId(stage, name), name]));
  const found = new Map<SecretName, SecretState>();
  const request = {
    IncludePlannedDeletion: true,
    Filters: [{ Key: "name" as const, Values: [`svc/${stage}/`] }],
  };
  for await (const { SecretList: list = [] } of paginateListSecrets({ client }, request))
    for (const entry of list) {
      const name = names.get(entry.Name ?? "");
      if (name === undefined) continue;
      const stages = Object.values(entry.SecretVersionsToStages ?? {}).flat();
      found.set(name, {
        hasValue: stages.includes("AWSCURRENT"),
        hasPrevious: stages.includes("AWSPREVIOUS"),
        changedAt: entry.LastChangedDate,
        deletedAt: entry.DeletedDate,
      });
    }
  return found;
}

/** Whether a stage asks for a secret, by what its settings say. */
export const isAskedFor = (name: SecretName, setting: (name: string) => unknown): boolean => {
  const { onlyWith } = secretSpec(name);
  return onlyWith === undefined || (setting(onlyWith) ?? "") !== "";
};
