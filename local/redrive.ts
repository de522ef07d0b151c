import { SQSClient } from "@aws-sdk/client-sqs";
import { type QueueName, queues } from "../contract/queues.ts";
import { HOW_TO_READ_IT, lineOf, outlineOf, withholds } from "./operator/outline.ts";
import { reasons } from "./operator/reasons.ts";
import { argumentsOf, countOf, exitWithUsage, open, say, stageOption, write } from "./operator/target.ts";
import { look, redrive } from "./redriving.ts";

/**
 * `npm run redrive -- [--stage NAME] <queue>`: returns the dead letters of a queue to it after the error is fixed. `--dry-run`
 * only lists them. Each message is delivered at least once; an interruption loses none, and the next run continues. The content of
 * messages is never shown; `--show` adds ids, times and types. Exits with 1 if some could not be moved, 2 on wrong usage or
 * without a target.
 */

const MOST = 1000;
const usage = `npm run redrive -- <queue>                          on the local platform
npm run redrive -- --stage NAME <queue>             on a stage in the AWS account of your credentials
npm run redrive -- --dead-letters URL --to URL      between any two queues there
  --dry-run   lists the messages without moving them: message id, event, age, attempts, reason
  --max N     at most so many (default ${MOST}); run it again for more
  --only ID   only the message with this id; may be repeated
  --show      adds ids, times and types of the messages, but no content
Queues: ${Object.keys(queues).join(", ")}`;

const { values, positionals } = argumentsOf(
  {
    ...stageOption,
    "dead-letters": { type: "string" },
    to: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    max: { type: "string" },
    only: { type: "string", multiple: true },
    show: { type: "boolean", default: false },
  },
  { usage },
);

function queueOf(): QueueName {
  const [name, ...more] = positionals;
  if (name === undefined) return exitWithUsage("Name the queue.", { usage });
  if (more.length > 0 || !Object.hasOwn(queues, name))
    return exitWithUsage(`There is no queue ${positionals.join(" ")}.`, { usage });
  return name as QueueName;
}

async function queueTarget() {
  const queue = queueOf();
  const target = await open(values, { usage });
  const { url: to, deadLetters: from } = target.queue(queue);
  say(`Dead letters of ${queue}, ${target.title}`);
  return { client: new SQSClient(target.sqs), from, to, queue, target };
}

function urlTarget() {
  const { "dead-letters": from, to } = values;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || positionals.length > 0 || values.stage !== undefined)
    return exitWithUsage("Give both --dead-letters and --to, without a queue's name.", { usage });
  return { client: new SQSClient({}), from, to, queue: undefined, target: undefined };
}

const most = countOf(values.max, "max", MOST, { usage });
const only = values.only && new Set(values.only);
const { client, from, to, queue, target } = urlTarget() ?? (await queueTarget());
const count = (messages: number): string => `${messages} ${messages === 1 ? "message" : "messages"}`;

async function list(): Promise<void> {
  const messages = await look(client, from, { most, only });
  const ids = messages.flatMap(({ MessageId }) => MessageId ?? []);
  const why = target && queue ? await reasons(target, queue, ids).catch(reportUnreadable) : undefined;
  for (const message of messages) {
    write(lineOf(message, queue));
    write(`    ${why?.get(message.MessageId ?? "") ?? "its consumer's log gives no reason"}`);
    if (values.show) write(outlineOf(message));
  }
  write(`Would move ${count(messages.length)} to ${to}`);
  if (messages.some((message) => withholds(lineOf(message, queue)))) say(HOW_TO_READ_IT);
  if (messages.length === most) say("There may be more: --max sets how many are listed.");
}

/** Dead letters are listed even if the log may not be read. */
function reportUnreadable(error: unknown): undefined {
  say(`The consumer's log cannot be read: ${error instanceof Error ? error.message : error}`);
}

const PROGRESS = 100;

async function move(): Promise<void> {
  const stopping = new AbortController();
  process.once("SIGINT", () => {
    say("Stopping after the messages in progress.");
    stopping.abort();
  });
  let started = 0;
  const { moved, failed, diedAgain } = await redrive(client, from, to, {
    most,
    only,
    signal: stopping.signal,
    moved(message) {
      write(lineOf(message, queue));
      if (values.show) write(outlineOf(message));
      if (++started % PROGRESS === 0) say(`${started} so far`);
    },
  });
  write(`Moved ${count(moved.length)} to ${to}`);
  if (moved.length === most) say("There may be more: run it again.");
  if (diedAgain > 0) say(`${count(diedAgain)} failed again: the error is not fixed.`);
  for (const [id, why] of failed)
    say(`${id} is still a dead letter: ${why instanceof Error ? `${why.name}: ${why.message}` : why}`);
  process.exitCode = failed.size > 0 || diedAgain > 0 ? 1 : 0;
}

await (values["dry-run"] ? list() : move());
client.destroy();
