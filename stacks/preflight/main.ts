import { resolve4, resolveCname } from "node:dns/promises";
import { argumentsOf, exitWithUsage, write } from "../../contract/bin/command.ts";
import { contextNames, contextOf, settingNames } from "../context.ts";
import { account } from "./aws.ts";
import { preflight } from "./check.ts";
import { wouldWork, written } from "./finding.ts";

/**
 * `npm run preflight -- --stage prod [-c name=value]… [--json]`: checks what a deployment needs in the AWS account of the
 * environment. Changes nothing. Exits with 0 if a deployment would work, 1 if something is missing or unknown, 2 on wrong
 * usage.
 */

const usage = `npm run preflight -- --stage NAME [-c name=value]… [--json]
The account and region are those of the AWS CLI: AWS_PROFILE, AWS_REGION. The configuration is that of cdk deploy:
-c name=value, then stages/NAME.json. Its names: npm run preflight -- --names`;

const {
  values: { stage, context, json, names },
} = argumentsOf(
  {
    stage: { type: "string" },
    context: { type: "string", short: "c", multiple: true, default: [] },
    json: { type: "boolean", default: false },
    names: { type: "boolean", default: false },
  },
  { usage, words: false },
);

/** Prints the names of a stage's configuration. */
function printNames(): never {
  for (const [name, about] of Object.entries(contextNames)) write(`${name.padEnd(20)} ${about}`);
  write(`\nSettings of the functions, which .env.example explains:\n${settingNames.join("\n")}`);
  process.exit(0);
}

if (names) printNames();
if (stage === undefined) exitWithUsage("Name the stage.", { usage });
const configuration = contextOf(stage, context, { usage });
const aws = await account().catch((error: Error) =>
  exitWithUsage(`AWS names no region: ${error.message}`, { usage }),
);
const findings = await preflight(stage, configuration, aws, { resolve4, resolveCname });
const works = wouldWork(findings);
if (json) {
  // `mend` is the name of `fix` in the JSON output.
  const output = { stage, works, findings: findings.map(({ fix: mend, ...one }) => ({ ...one, mend })) };
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
} else {
  const count = (state: string) => findings.filter((one) => one.state === state).length;
  process.stdout.write(`${written(findings)}\n\n`);
  process.stdout.write(
    works
      ? `A deployment of ${stage} would work; ${count("to do")} to do.\n`
      : `A deployment of ${stage} would not work: ${count("missing")} missing, ${count("unknown")} unknown, ${count("to do")} to do.\n`,
  );
}
process.exitCode = works ? 0 : 1;
