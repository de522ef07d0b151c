import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type QueueName, queues } from "../contract/queues.ts";
import { argumentsOf, open, stageOption, write } from "./operator/target.ts";
import { columns } from "./operator/words.ts";

/**
 * `npm run peek [-- --stage NAME]`: counts the messages of each queue and its dead letters. `npm run redrive -- <queue> --dry-run`
 * shows the kinds of dead letters. Nothing is received, so no receive is counted.
 */

const usage = "npm run peek -- [--stage NAME]";
const { values } = argumentsOf(stageOption, { usage, words: false });
const target = await open(values, { usage });
const client = new SQSClient(target.sqs);

const counted = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
  "ApproximateNumberOfMessagesDelayed",
] as const;

async function counts(QueueUrl: string): Promise<string[]> {
  const { Attributes: attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...counted] }),
  );
  return counted.map((name) => attributes[name] ?? "?");
}

const rows = await Promise.all(
  Object.keys(queues).map(async (name) => {
    const { url, deadLetters } = target.queue(name as QueueName);
    const [own, [dead = "?"]] = await Promise.all([counts(url), counts(deadLetters)]);
    return [name, ...own, dead];
  }),
);
write(columns([["queue", "waiting", "in flight", "delayed", "dead letters"], ...rows]));
client.destroy();
