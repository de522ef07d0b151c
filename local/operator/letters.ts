import type { Message } from "@aws-sdk/client-sqs";
import { type QueueName, queues } from "../../contract/queues.ts";
import { isNameless, outline } from "./outline.ts";
import { ageOf } from "./words.ts";

/** Messages as an operator may see them: what each is, how old and how often tried, and nothing that it says. */

/** What a message's body shows of itself. */
function bodyOf({ Body = "" }: Message): unknown {
  try {
    return JSON.parse(Body);
  } catch {
    return undefined;
  }
}

const attribute = ({ Attributes = {} }: Message, name: string): string | undefined =>
  (Attributes as Record<string, string | undefined>)[name];

/** Stands for an id that the request's caller chose, and that may say who that is. */
const WITHHELD = "correlation id withheld";
export const HOW_TO_READ_IT =
  'A correlation id is withheld where its caller chose it and it may name somebody. The log lines of the message have it, by its id: docs/OPERATIONS.md, "Dead letters".';
/** Whether a line withholds one. */
export const withholds = (line: string): boolean => line.includes(`  ${WITHHELD}  `);

function requestOf({ MessageAttributes: attributes }: Message): readonly string[] {
  const id = attributes?.["correlationId"]?.StringValue ?? "";
  return id === "" ? [] : [isNameless(id) ? id : WITHHELD];
}

/** A line about a message. */
export function lineOf(message: Message, queue: QueueName | undefined): string {
  const shown = outline(bodyOf(message)) as Readonly<Record<string, unknown>> | undefined;
  const sentMs = Number(attribute(message, "SentTimestamp"));
  const receives = attribute(message, "ApproximateReceiveCount") ?? "?";
  const what = [shown?.["type"], shown?.["id"]].filter((one) => typeof one === "string");
  return [
    message.MessageId,
    what.length > 0 ? what.join(" ") : "not an event",
    sentMs > 0 ? `${ageOf(Date.now() - sentMs)} old` : "of unknown age",
    ...requestOf(message),
    `received ${receives} times${queue === undefined ? "" : ` (given up after ${queues[queue].maxReceives})`}`,
  ].join("  ");
}

/** The body's outline, indented. */
export const outlineOf = (message: Message): string =>
  JSON.stringify(outline(bodyOf(message)) ?? "[not JSON]", undefined, 2).replace(/^/gm, "    ");
