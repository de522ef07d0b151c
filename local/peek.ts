import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type QueueName, queues } from "../contract/queues.ts";
import { argumentsOf, open, stageOption, write } from "./operator/target.ts";
import { columns } from "./operator/words.ts";

/**
 * `npm run peek [-- --stage NAME]`: how full each queue is, and its dead letters. What dead letters are about shows
 * `npm run redrive -- <queue> --dry-run`. Nothing is received, so nothing is counted as tried.
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
write(columns([["queue", "waiting", "in work", "delayed", "dead letters"], ...rows]));
client.destroy();
