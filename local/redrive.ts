import { SQSClient } from "@aws-sdk/client-sqs";
import { type QueueName, queues } from "../contract/queues.ts";
import { HOW_TO_READ_IT, lineOf, outlineOf, withholds } from "./operator/outline.ts";
import { reasons } from "./operator/reasons.ts";
import { argumentsOf, countOf, open, refuse, say, stageOption, write } from "./operator/target.ts";
import { look, redrive } from "./redriving.ts";

/**
 * `npm run redrive -- [--stage NAME] <queue>`: gives the dead letters of a queue back to it, once what broke is
 * mended. `--dry-run` lists them and leaves them. A message comes back at least once; none is lost, whenever this
 * is interrupted, and the next run goes on. What messages say is never shown: `--show` adds ids, times and types.
 * Exits with 1 where some could not be moved, with 2 where it was called wrongly or there is nothing to work on.
 */

const MOST = 1000;
const usage = `npm run redrive -- <queue>                          of the running local platform
npm run redrive -- --stage NAME <queue>             of a stage in the AWS account of your credentials
npm run redrive -- --dead-letters URL --to URL      of any two queues there
  --dry-run   lists what would be given back: message id, event, age, tries, reason
  --max N     at most so many (${MOST} unless told); run it again for more
  --only ID   this message alone, by its message id; several times for several
  --show      adds what messages are about: ids, times and types, nothing else of them
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
  if (name === undefined) return refuse("Name the queue.", { usage });
  if (more.length > 0 || !Object.hasOwn(queues, name))
    return refuse(`There is no queue ${positionals.join(" ")}.`, { usage });
  return name as QueueName;
}

async function named() {
  const queue = queueOf();
  const target = await open(values, { usage });
  const { url: to, deadLetters: from } = target.queue(queue);
  say(`Dead letters of ${queue}, ${target.title}`);
  return { client: new SQSClient(target.sqs), from, to, queue, target };
}

function stated() {
  const { "dead-letters": from, to } = values;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || positionals.length > 0 || values.stage !== undefined)
    return refuse("Give both --dead-letters and --to, and no name.", { usage });
  return { client: new SQSClient({}), from, to, queue: undefined, target: undefined };
}

const most = countOf(values.max, "max", MOST, { usage });
const only = values.only && new Set(values.only);
const { client, from, to, queue, target } = stated() ?? (await named());
const count = (letters: number): string => `${letters} ${letters === 1 ? "message" : "messages"}`;

async function list(): Promise<void> {
  const letters = await look(client, from, { most, only });
  const ids = letters.flatMap(({ MessageId }) => MessageId ?? []);
  const why = target && queue ? await reasons(target, queue, ids).catch(unexplained) : undefined;
  for (const letter of letters) {
    write(lineOf(letter, queue));
    write(`    ${why?.get(letter.MessageId ?? "") ?? "its consumer's log gives no reason"}`);
    if (values.show) write(outlineOf(letter));
  }
  write(`Would move ${count(letters.length)} to ${to}`);
  if (letters.some((letter) => withholds(lineOf(letter, queue)))) say(HOW_TO_READ_IT);
  if (letters.length === most) say("There may be more: --max says how many are listed.");
}

/** Dead letters are listed where the log may not be read, too. */
function unexplained(error: unknown): undefined {
  say(`The consumer's log does not say why: ${error instanceof Error ? error.message : error}`);
}

const PROGRESS = 100;

async function give(): Promise<void> {
  const stopping = new AbortController();
  process.once("SIGINT", () => {
    say("Ending after the messages that are under way.");
    stopping.abort();
  });
  let begun = 0;
  const { moved, failed, diedAgain } = await redrive(client, from, to, {
    most,
    only,
    signal: stopping.signal,
    moved(message) {
      write(lineOf(message, queue));
      if (values.show) write(outlineOf(message));
      if (++begun % PROGRESS === 0) say(`${begun} so far`);
    },
  });
  write(`Moved ${count(moved.length)} to ${to}`);
  if (moved.length === most) say("There may be more: run it again.");
  if (diedAgain > 0) say(`${count(diedAgain)} died again meanwhile: what broke is not mended.`);
  for (const [id, why] of failed)
    say(`${id} stays a dead letter: ${why instanceof Error ? `${why.name}: ${why.message}` : why}`);
  process.exitCode = failed.size > 0 || diedAgain > 0 ? 1 : 0;
}

await (values["dry-run"] ? list() : give());
client.destroy();
