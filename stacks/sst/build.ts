import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "../../contract/index.ts";
import { byDomain } from "../svc.ts";

/**
 * Answers the requests of `sst build`: the caller's identity (STS), and whether the account is bootstrapped (CloudFormation).
 * So a build needs no account, credentials or network.
 */
async function startAwsStub(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const parameters = new URLSearchParams(body);
    const answer =
      parameters.get("Action") === "GetCallerIdentity" ? identity : stack(parameters.get("StackName") ?? "");
    response.setHeader("content-type", "text/xml").end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/build</Arn><UserId>AIDAEXAMPLE</UserId>
</GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** Versions that SST 2.49.8 accepts as current. */
const versions = [
  ["BootstrapVersion", "30"],
  ["Version", "7.4"],
  ["BucketName", "bootstrap-bucket"],
];

const stack = (name: string): string =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
<StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${versions
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

/**
 * `npm run synth:sst`: builds the stacks through `sst.config.ts`, so that its errors are noticed. SST is 900 MB and not
 * installed with the project, so this runs in a copy with packages of its own.
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
    // With telemetry and no network, a failed build would still exit with 0.
    SST_TELEMETRY_DISABLED: "1",
  });
  await checkStacks();
} finally {
  stub.server.closeAllConnections();
  stub.server.close();
  await rm(copy, { recursive: true, force: true });
}

/** Returns package.json with SST, an optional peer dependency, as a dev dependency. */
async function packageWithSst(): Promise<string> {
  const {
    peerDependencies,
    peerDependenciesMeta: _,
    ...rest
  } = JSON.parse(await readFile("package.json", "utf8"));
  return JSON.stringify({ ...rest, devDependencies: { ...rest.devDependencies, sst: peerDependencies.sst } });
}

/** @throws Error if a stack is missing, whatever the build's exit code */
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
  if (missing.length > 0) throw new Error(`sst build did not create ${missing.join(", ")}`);
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
