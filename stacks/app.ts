import { resolve } from "node:path";
import { buildConsole } from "@svc/console/build";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle, bundleAudit } from "./bundle.ts";
import { stageConfig } from "./config.ts";
import { rejectUnknownNames, stageContext } from "./context.ts";
import { allUnits, svc } from "./svc.ts";

/** The entry of `cdk synth` and `cdk deploy`: needs no credentials, no network and no account. */

const app = new App();
rejectUnknownNames(app.node.getAllContext());
const config = stageConfig(stageContext(app.node));

const outdir = "dist/functions";
await bundle(outdir, { units: allUnits(), maps: "dist/maps" });
const auditCode = await bundleAudit("dist/audit");
const consoleFolder = resolve("dist/console-files");
await buildConsole(consoleFolder);

svc(app, { config, codeOf: ({ id }) => `${outdir}/${id}`, auditCode, consoleFolder });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
