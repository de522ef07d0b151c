import { resolve } from "node:path";
import { buildConsole } from "@svc/console/build";
import type { SSTConfig } from "sst";
import { type App, Function as LiveFunction, Stack as LiveStack } from "sst/constructs";
import { bundle, bundleAudit } from "./stacks/bundle.ts";
import { stageConfig } from "./stacks/config.ts";
import { stageContext } from "./stacks/context.ts";
import type { MakeFn } from "./stacks/fn.ts";
import { allUnits, type MakeStack, svc } from "./stacks/svc.ts";

/**
 * The platform under SST: the same stacks as `stacks/app.ts`, and `sst dev` runs their functions on this
 * machine.
 */
export default {
  config: () => ({ name: "svc", region: process.env["AWS_REGION"] ?? "eu-west-3" }),

  async stacks(app) {
    const outdir = "dist/functions";
    await bundle(outdir, { units: allUnits(), maps: "dist/maps" });
    const consoleFolder = resolve("dist/console-files");
    await buildConsole(consoleFolder);
    svc(app, {
      config: stageConfig(stageContext(app.node, app.stage), app.stage),
      codeOf: ({ id }) => `${outdir}/${id}`,
      consoleFolder,
      // What `sst dev` runs on a developer's machine needs no audit of every night.
      ...(app.mode !== "dev" && { auditCode: await bundleAudit("dist/audit") }),
      ...(app.mode === "dev" && { makeStack: liveStack, makeFn: liveFn }),
    });
  },
} satisfies SSTConfig;

/** SST's function asks its stack for defaults, so in `sst dev` the stacks are SST's too. */
const liveStack: MakeStack = (app, name, _, region) =>
  new LiveStack(app as App, name, region === undefined ? {} : { env: { region } });

const liveFn: MakeFn = (scope, id, { entry, timeout, code: _, logRetention: __, ...props }) =>
  new LiveFunction(scope, id.replaceAll(".", "-"), {
    ...props,
    handler: entry.replace(/\.ts$/, ".handler"),
    runtime: "nodejs24.x",
    architecture: "arm_64",
    tracing: "active",
    memorySize: props.memorySize ?? 512,
    timeout: timeout?.toSeconds() ?? 10,
  });
