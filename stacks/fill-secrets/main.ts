import { text as readAll } from "node:stream/consumers";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { argumentsOf, exitWithUsage, write as say } from "../../contract/bin/command.ts";
import { type SecretName, secretSpec, secrets } from "../../contract/secrets.ts";
import { contextOf } from "../context.ts";
import { ask, fill, type Outcome, readLines } from "./fill.ts";
import { isAskedFor, listSecrets, missingOf } from "./states.ts";

/**
 * `npm run secrets -- --stage prod`: sets the values of a stage's empty secrets. Our own are generated. Providers' values are
 * read from the terminal without echo, from standard input, or from the environment. Values are never printed, and existing
 * ones are replaced only with `--replace NAME`. Exits with 0 if every required secret has a value, 1 if one is empty or was
 * rejected, 2 on wrong usage.
 */

const usage = `npm run secrets -- --stage NAME [SECRET…]              sets the values of empty secrets, of all or of those named
npm run secrets -- --stage NAME --list                 shows their state
npm run secrets -- --stage NAME --replace SECRET…      sets another value; the previous one stays valid
  --stdin      values from standard input, lines of SECRET=value
  --from-env   values from the environment variables of the same names
  --drop-previous   with --replace: accept the loss of data that only the value before the current one decrypts
  -c name=value     configuration, as for cdk deploy`;

const { values: options, positionals } = argumentsOf(
  {
    stage: { type: "string" },
    list: { type: "boolean", default: false },
    replace: { type: "boolean", default: false },
    "drop-previous": { type: "boolean", default: false },
    stdin: { type: "boolean", default: false },
    "from-env": { type: "boolean", default: false },
    context: { type: "string", short: "c", multiple: true, default: [] },
  },
  { usage },
);
const { stage = exitWithUsage("Name the stage.", { usage }), replace } = options;
const named = positionals.map((name) =>
  Object.hasOwn(secrets, name)
    ? (name as SecretName)
    : exitWithUsage(`There is no secret ${name}.`, { usage }),
);
if (replace && named.length === 0) exitWithUsage("Name the secrets to replace.", { usage });

const context = contextOf(stage, options.context, { usage });
const required = (Object.keys(secrets) as SecretName[]).filter((name) =>
  isAskedFor(name, (setting) => context.tryGetContext(setting)),
);

const client = new SecretsManagerClient({});

async function list(): Promise<boolean> {
  const states = await listSecrets(client, stage);
  for (const name of Object.keys(secrets) as SecretName[]) {
    const state = states.get(name);
    const { optional } = secretSpec(name);
    const how = state?.deletedAt
      ? "is scheduled for deletion"
      : state?.hasValue
        ? `has a value${state.hasPrevious ? ", and a previous one" : ""} (${state.changedAt?.toISOString().slice(0, 10) ?? ""})`
        : state
          ? `empty${optional ? `; not needed ${optional}` : ""}`
          : "does not exist: deploy the platform's stack first";
    say(`${name.padEnd(30)} ${required.includes(name) ? how : `${how}; the stage does not use it`}`);
  }
  return required.every((name) => states.get(name)?.hasValue || secretSpec(name).optional !== undefined);
}

async function sourceOf(): Promise<(name: SecretName) => Promise<string | undefined>> {
  if (options.stdin) {
    const lines = await readAll(process.stdin)
      .then(readLines)
      .catch((error: Error) => exitWithUsage(error.message, { usage }));
    return async (name) => lines.get(name);
  }
  if (options["from-env"]) return async (name) => process.env[name];
  return async (name) => {
    const { generated, from } = secretSpec(name);
    if (generated || !process.stdin.isTTY) return undefined;
    return ask(`${name} (${from}; Enter skips it): `, process.stdin, process.stdout);
  };
}

const formatOutcome = (outcome: Outcome): string => {
  if (typeof outcome === "string") return outcome;
  return "refused" in outcome
    ? `refused: ${outcome.refused}`
    : `${outcome.written}, version ${outcome.version}`;
};

function printOutcome(name: SecretName, outcome: Outcome): void {
  const { after } = secretSpec(name);
  say(`${name.padEnd(30)} ${formatOutcome(outcome)}`);
  if (replace && after !== undefined && typeof outcome !== "string" && "written" in outcome)
    say(`${" ".repeat(31)}→ ${after}`);
}

async function fillAll(): Promise<boolean> {
  const given = await sourceOf();
  let refused = false;
  for (const name of named.length > 0 ? named : required) {
    const outcome = await fill(client, {
      stage,
      name,
      replace,
      dropPrevious: options["drop-previous"],
      missing: (backfill, current) => missingOf(stage, backfill, current),
      given: () => given(name),
    });
    printOutcome(name, outcome);
    refused ||= typeof outcome !== "string" && "refused" in outcome;
  }
  say("");
  return !refused;
}

const filled = options.list || (await fillAll());
const complete = await list();
process.exitCode = filled && complete ? 0 : 1;
