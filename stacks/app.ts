import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle } from "./bundle.ts";
import { stageConfig } from "./config.ts";
import { allUnits, svc } from "./svc.ts";

/** The entry of `cdk synth` and `cdk deploy`: needs no credentials, no network and no account. */

const outdir = "dist/functions";
await bundle(outdir, { units: allUnits() });

const app = new App();
svc(app, { config: stageConfig(app.node), codeOf: ({ id }) => `${outdir}/${id}` });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
