import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "../../contract/index.ts";
import { byDomain } from "../svc.ts";
import { startAwsStub } from "./aws-stub.ts";

/**
 * `npm run synth:sst`: builds the stacks through `sst.config.ts`, so that it cannot rot unseen. SST is 900 MB
 * and not installed with the project, so this works in a copy with packages of its own and leaves the
 * checkout as it was.
 */

const SOURCES = ["contract", "core", "functions", "events", "local", "stacks"];
const CONFIGS = ["cdk.json", "package-lock.json", "sst.config.ts", "tsconfig.json", "tsconfig.sst.json"];

const copy = await mkdtemp(join(tmpdir(), "svc-sst-"));
const stub = await startAwsStub();
try {
  for (const name of [...SOURCES, ...CONFIGS]) await cp(name, join(copy, name), { recursive: true });
  if (existsSync("stages")) await cp("stages", join(copy, "stages"), { recursive: true });
  await writeFile(join(copy, "package.json"), await packageWithSst());
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {});
  await run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.sst.json"], {});
  await run(process.execPath, ["node_modules/sst/cli/sst.js", "build", "--stage", "ci"], {
    AWS_ACCESS_KEY_ID: "example",
    AWS_SECRET_ACCESS_KEY: "example",
    AWS_REGION: "eu-west-3",
    AWS_ENDPOINT_URL: stub.url,
    // With telemetry on and no network a build that fails would still exit with 0.
    SST_TELEMETRY_DISABLED: "1",
  });
  await checkStacks();
} finally {
  stub.server.closeAllConnections();
  stub.server.close();
  await rm(copy, { recursive: true, force: true });
}

/** The package's own description with SST, an optional peer, among what is installed. */
async function packageWithSst(): Promise<string> {
  const {
    peerDependencies,
    peerDependenciesMeta: _,
    ...rest
  } = JSON.parse(await readFile("package.json", "utf8"));
  return JSON.stringify({ ...rest, devDependencies: { ...rest.devDependencies, sst: peerDependencies.sst } });
}

/** @throws Error where the build left out a stack, whatever its exit code said */
async function checkStacks(): Promise<void> {
  const built = (await readdir(join(copy, ".sst/dist"))).filter((name) => name.endsWith(".template.json"));
  const expected = [
    "platform",
    "streams",
    "edge",
    "sockets",
    "events",
    ...byDomain(routes.filter(({ stream }) => !stream)).keys(),
  ].map((name) => `svc-ci-${name}.template.json`);
  const missing = expected.filter((name) => !built.includes(name));
  if (missing.length > 0) throw new Error(`sst build made no ${missing.join(", ")}`);
  process.stdout.write(`sst build: ${built.length} stacks\n`);
}

function run(command: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: copy, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0] ?? ""} ended with ${code}`)),
    );
  });
}
