import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { SQSClient } from "@aws-sdk/client-sqs";
import { queues } from "../contract/queues.ts";
import { env } from "../core/kernel/env.ts";
import { deadLettersOf } from "./queues.ts";
import { redrive } from "./redriving.ts";

/**
 * `npm run redrive -- <queue>`: gives the dead letters of a queue of the running local platform back to it,
 * once what broke is mended. `npm run redrive -- --dead-letters URL --to URL` does the same in the AWS
 * account that the environment names. A message comes back at least once; none is lost, whenever this is
 * interrupted.
 */

const USAGE = `npm run redrive -- <queue>                        of the running local platform
npm run redrive -- --dead-letters URL --to URL    of AWS
Queues: ${Object.keys(queues).join(", ")}`;

/** Says what is wrong and ends. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}\n`);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dead-letters": { type: "string" }, to: { type: "string" } },
});

/** Where the running local platform has its queues. */
function localEndpoint(): string {
  const path = `${env("LOCAL_DATA", ".local")}/runtime.json`;
  try {
    const file: unknown = JSON.parse(readFileSync(path, "utf8"));
    return String((file as Record<string, unknown>)["sqsEndpoint"]);
  } catch {
    return refuse(`No local platform is running: there is no ${path}.`);
  }
}

function local(): { readonly client: SQSClient; readonly from: string; readonly to: string } {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0 || !Object.hasOwn(queues, name))
    return refuse(name === undefined ? "Name the queue." : `There is no queue ${positionals.join(" ")}.`);
  const endpoint = localEndpoint();
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const url = (queue: string) => `${endpoint}/000000000000/${queue}`;
  return {
    client: new SQSClient({ endpoint, region: "local", credentials }),
    from: url(deadLettersOf(name)),
    to: url(name),
  };
}

function stated(): ReturnType<typeof local> | undefined {
  const { "dead-letters": from, to } = values;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || positionals.length > 0)
    return refuse("Give both --dead-letters and --to, and no name.");
  return { client: new SQSClient({}), from, to };
}

const { client, from, to } = stated() ?? local();
const { moved, failed } = await redrive(client, from, to, ({ MessageId, Body = "" }) => {
  process.stdout.write(`${MessageId}  ${Body.slice(0, 200)}\n`);
});
client.destroy();
process.stdout.write(`Moved ${moved.length} ${moved.length === 1 ? "message" : "messages"} to ${to}\n`);
for (const [id, why] of failed) process.stderr.write(`${id} stays a dead letter: ${why}\n`);
process.exitCode = failed.size > 0 ? 1 : 0;
