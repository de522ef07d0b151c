import { routes } from "../../contract/index.ts";
import { type StageConfig, stageConfig } from "../config.ts";
import { type Context, stageFile } from "../context.ts";
import { checkConcurrency, checkLimits } from "../limits.ts";
import { allUnits } from "../svc.ts";
import { identity, ofAccount } from "./account.ts";
import { type Aws, stacksOf } from "./aws.ts";
import { type Finding, missing, runCheck } from "./finding.ts";
import { type Names, ofFront } from "./front.ts";
import { ofMail } from "./mail.ts";
import { ofSecretsAndSettings } from "./settings.ts";

/** Returns the configuration, or the reason why it cannot be synthesized. */
function configured(context: Context, stage: string): StageConfig | Finding {
  try {
    const config = stageConfig(context, stage);
    checkLimits(routes);
    checkConcurrency(allUnits(), config.concurrency);
    return config;
  } catch (error) {
    return missing(
      "configuration",
      (error as Error).message,
      `write it into ${stageFile(stage)}, or pass -c name=value`,
    );
  }
}

/** Checks everything that a deployment of the stage needs. Only reads the account. */
export async function preflight(
  stage: string,
  context: Context,
  aws: Aws,
  dns: Names,
): Promise<readonly Finding[]> {
  const config = configured(context, stage);
  const who = await runCheck("account", () => identity(aws));
  if (!("concurrency" in config)) return [config, ...who];
  // Without credentials all other checks would fail.
  if (who.some(({ state }) => state !== "ok")) return who;
  const rest = await runCheck("stacks", async () => {
    const [here, east] = await Promise.all(
      [aws.cloudFormation, aws.cloudFormationEast].map((client) => stacksOf(client, stage)),
    );
    const about = { stage, config, deployed: new Map([...(east ?? []), ...(here ?? [])]) };
    const parts = await Promise.all([
      ofAccount(aws, about),
      ofFront(aws, about, dns),
      ofMail(aws, about),
      ofSecretsAndSettings(aws, about),
    ]);
    return parts.flat();
  });
  return [...who, ...rest];
}
