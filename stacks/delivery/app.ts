import { App, Stack, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { DELIVERY_STACK, delivery } from "./delivery.ts";

/**
 * `npx cdk deploy --app "node stacks/delivery/app.ts" -c repository=owner/name`: deployed once per account, by an
 * administrator. It is an app of its own, because it deploys the others. `-c stages=dev,prod` names the stages whose roles it
 * creates, `-c oidcProviderArn=…` the account's OIDC provider for GitHub if it exists.
 */

const app = new App();
const text = (name: string, fallback?: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return value === undefined || value === "" ? fallback : String(value);
};

const repository = text("repository");
if (repository === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository))
  throw new Error("name the repository whose workflows may deploy: -c repository=owner/name");
const stages = text("stages", "dev,prod")?.split(",") ?? [];
const wrong = stages.find((stage) => !/^[a-z][a-z0-9-]{0,11}$/.test(stage));
if (wrong !== undefined) throw new Error(`stage "${wrong}" must be up to 12 of a-z, 0-9 and -`);

const stack = new Stack(app, DELIVERY_STACK, { terminationProtection: true });
delivery(stack, { repository, stages, providerArn: text("oidcProviderArn") });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
