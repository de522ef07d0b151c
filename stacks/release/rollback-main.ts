import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { S3Client } from "@aws-sdk/client-s3";
import { argumentsOf, exitWithUsage, failureOf, say } from "../../contract/bin/command.ts";
import { rollback } from "./rollback.ts";
import { regions, releasesBucket } from "./templates.ts";

/**
 * `npm run rollback -- --stage prod`: deploys the release before the current one again, with all its stacks. Exits with 0 on
 * success, 1 on failure, 2 on wrong usage.
 */

const usage = `npm run rollback -- --stage NAME [--to RELEASE] [--dry-run] [--accept STACK/ID]… [--bucket NAME]
npm run release -- list --stage NAME shows the releases. The account is that of the AWS CLI: AWS_PROFILE, AWS_REGION.`;

/** Deploys a synthesized assembly with the CDK. */
const deploy = (assembly: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = [
      "cdk",
      "deploy",
      "--app",
      assembly,
      "--all",
      "--require-approval",
      "never",
      "--concurrency",
      "10",
    ];
    const child = spawn("npx", args, { stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`cdk deploy ended with ${code}`))));
  });

const { values: options } = argumentsOf(
  {
    stage: { type: "string" },
    to: { type: "string" },
    bucket: { type: "string" },
    accept: { type: "string", multiple: true, default: [] },
    "dry-run": { type: "boolean", default: false },
  },
  { usage, words: false },
);
const { stage = exitWithUsage("Name the stage.", { usage }), to, accept } = options;
const cloudFormation = new CloudFormationClient({});
try {
  const outcome = await rollback({
    place: {
      client: new S3Client({}),
      bucket: options.bucket ?? (await releasesBucket(cloudFormation)),
      stage,
    },
    regions: regions(),
    to,
    accept,
    dryRun: options["dry-run"],
    say: (line) => void process.stdout.write(`${line}\n`),
    unpack: async (archive, folder) => {
      await promisify(execFile)("tar", ["-xzf", archive, "-C", folder]);
    },
    deploy,
  });
  process.stdout.write(
    outcome === "done"
      ? "Done. To verify it: npm run smoke -- <the edge stack's PublicUrl>\n"
      : `${outcome}\n`,
  );
  process.exitCode = outcome === "refused" ? 1 : 0;
} catch (error) {
  const failure = failureOf(error);
  say(failure?.message ?? (error as Error).message);
  process.exitCode = failure?.code ?? 1;
}
