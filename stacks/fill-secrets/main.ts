import { text as readAll } from "node:stream/consumers";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { argumentsOf, refuse, write as say } from "../../contract/bin/command.ts";
import { type SecretName, secretSpec, secrets } from "../../contract/secrets.ts";
import { contextOf } from "../context.ts";
import { ask, fill, type Outcome, readLines } from "./fill.ts";
import { isAskedFor, listSecrets, missingOf, type SecretState } from "./states.ts";

/**
 * `npm run secrets -- --stage prod`: gives a stage's empty secrets their values. Those of chance are generated, those
 * of providers are asked for without being shown, or taken from standard input or the environment. No value is
 * printed, and none that is there is replaced unless `--replace` and its name say so. Exits with 0 where every secret
 * that the stage asks for has a value, with 1 where one has none or was refused, with 2 where it was called wrongly.
 */

const usage = `npm run secrets -- --stage NAME [SECRET…]              fills those that are empty, of those named or of all
npm run secrets -- --stage NAME --list                 shows how they stand
npm run secrets -- --stage NAME --replace SECRET…      gives them another value; the one before holds beside it
  --stdin      values from standard input, lines of SECRET=value
  --from-env   values from the variables of their names
  --drop-previous   with --replace: what only the value before the current one opens may be lost
  -c name=value     configuration, as of cdk deploy`;

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
const { stage = refuse("Name the stage.", { usage }), replace } = options;
const named = positionals.map((name) =>
  Object.hasOwn(secrets, name) ? (name as SecretName) : refuse(`There is no secret ${name}.`, { usage }),
);
if (replace && named.length === 0) refuse("Name what is to be replaced.", { usage });

const context = contextOf(stage, options.context, { usage });
const wanted = (Object.keys(secrets) as SecretName[]).filter((name) =>
  isAskedFor(name, (setting) => context.tryGetContext(setting)),
);

const client = new SecretsManagerClient({});

const dateOf = ({ changedAt }: SecretState): string => changedAt?.toISOString().slice(0, 10) ?? "";

async function list(): Promise<boolean> {
  const states = await listSecrets(client, stage);
  for (const name of Object.keys(secrets) as SecretName[]) {
    const state = states.get(name);
    const { optional } = secretSpec(name);
    const how = state?.deletedAt
      ? "waits to be deleted"
      : state?.hasValue
        ? `has a value${state.hasPrevious ? ", and the one before" : ""} (${dateOf(state)})`
        : state
          ? `empty${optional ? `; not needed ${optional}` : ""}`
          : "not there: deploy the platform's stack first";
    say(`${name.padEnd(30)} ${wanted.includes(name) ? how : `${how}; the stage does not ask for it`}`);
  }
  return wanted.every((name) => states.get(name)?.hasValue || secretSpec(name).optional !== undefined);
}

async function sourceOf(): Promise<(name: SecretName) => Promise<string | undefined>> {
  if (options.stdin) {
    const lines = await readAll(process.stdin)
      .then(readLines)
      .catch((error: Error) => refuse(error.message, { usage }));
    return async (name) => lines.get(name);
  }
  if (options["from-env"]) return async (name) => process.env[name];
  return async (name) => {
    const { generated, from } = secretSpec(name);
    if (generated || !process.stdin.isTTY) return undefined;
    return ask(`${name} (${from}; Enter leaves it): `, process.stdin, process.stdout);
  };
}

const told = (outcome: Outcome): string => {
  if (typeof outcome === "string") return outcome;
  return "refused" in outcome
    ? `refused: ${outcome.refused}`
    : `${outcome.written}, version ${outcome.version}`;
};

function tell(name: SecretName, outcome: Outcome): void {
  const { after } = secretSpec(name);
  say(`${name.padEnd(30)} ${told(outcome)}`);
  if (replace && after !== undefined && typeof outcome !== "string" && "written" in outcome)
    say(`${" ".repeat(31)}→ ${after}`);
}

async function fillAll(): Promise<boolean> {
  const given = await sourceOf();
  let refused = false;
  for (const name of named.length > 0 ? named : wanted) {
    const outcome = await fill(client, {
      stage,
      name,
      replace,
      dropPrevious: options["drop-previous"],
      missing: (backfill, current) => missingOf(stage, backfill, current),
      given: () => given(name),
    });
    tell(name, outcome);
    refused ||= typeof outcome !== "string" && "refused" in outcome;
  }
  say("");
  return !refused;
}

const filled = options.list || (await fillAll());
const complete = await list();
process.exitCode = filled && complete ? 0 : 1;
