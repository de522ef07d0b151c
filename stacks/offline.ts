import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { stageConfig } from "./config.ts";
import { type SvcOptions, svc } from "./svc.ts";

/** Creates the stacks without an account and without bundles. Each function has a body of one line. */

/** Production's configuration, so that tests check the deployed templates. */
export const prodContext = {
  stage: "prod",
  domain: "api.svc.example",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000",
  webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/svc/0a1b2c3d-0000-4000-8000-000000000000",
  mailFrom: "no-reply@mail.svc.example",
  alarmEmail: "ops@svc.example",
  operationsUrl: "https://git.svc.example/svc/docs/OPERATIONS.md",
  region: "eu-west-3",
  monthlyBudgetUsd: "500",
  STRIPE_LIVEMODE: "true",
  PRICE_SOURCE: "binance,coingecko",
  PUSH_IOS_APPLICATION_ARN: "arn:aws:sns:eu-west-3:123456789012:app/APNS/svc",
  PUSH_ANDROID_APPLICATION_ARN: "arn:aws:sns:eu-west-3:123456789012:app/GCM/svc",
};

/** Creates the app. Its `synth()` writes the templates into a folder of `outdir`. */
export function assembly(
  outdir: string,
  options: Partial<SvcOptions>,
  context: Record<string, string>,
  validate = false,
): App {
  const body = join(outdir, "body");
  mkdirSync(body, { recursive: true });
  writeFileSync(join(body, "index.mjs"), "export const handler = async () => ({});\n");
  const cdkJson = JSON.parse(readFileSync("cdk.json", "utf8"));
  const app = new App({
    outdir: join(outdir, "out"),
    context: { ...cdkJson.context, ...context },
    // Takes seconds for each app, so only one test and `cdk synth` do it.
    builtinCloudFormationValidation: validate,
  });
  svc(app, { config: stageConfig(app.node), codeOf: () => body, ...options });
  return app;
}
