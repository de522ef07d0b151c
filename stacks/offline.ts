import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { stageConfig } from "./config.ts";
import { type SvcOptions, svc } from "./svc.ts";

/**
 * The stacks without an account and without bundles: each function has a body of one line, on which no template depends.
 */

/** Production's configuration: what is tested is what is deployed. */
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

/** The app before its templates are written, which its `synth()` does into a folder of `outdir`. */
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
    // Seconds for each app, so one test asks for it and `cdk synth` always does.
    builtinCloudFormationValidation: validate,
  });
  svc(app, { config: stageConfig(app.node), codeOf: () => body, ...options });
  return app;
}
