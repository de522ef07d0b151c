import type { Message } from "@aws-sdk/client-sqs";
import { consumers } from "../../contract/consumers.ts";
import { type QueueName, queues } from "../../contract/queues.ts";
import { prefixes, ULID } from "../../core/kernel/ids/schema.ts";
import { SANDBOX } from "../../core/kernel/mode.ts";
import { ageOf } from "./words.ts";

/**
 * Redacts data for operators' tools. Shows only what is known not to identify a person: ids, times, types and states. Everything
 * else is hidden, so that unforeseen data is hidden too.
 */

export const HIDDEN = "[hidden]";

/** The payment provider's objects, by their documented prefixes. None is a secret. */
const PROVIDER =
  "acct|ch|cs|cus|dp|du|evt|iauth|ich|ic|in|ipi|mandate|pi|pm|po|price|prod|py|pyr|re|seti|sub|txn";

const OURS = `(?:${Object.values(prefixes).join("|")})_${ULID}`;
const ID = new RegExp(`^(?:${OURS}|(?:${PROVIDER})_[A-Za-z0-9]{8,64})$`);
const LEDGER = new RegExp(`^(?:live|${SANDBOX})$`);
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z)?$/;
const WORD = /^[A-Za-z][A-Za-z_.-]{0,59}$/;

/** Fields whose values are the platform's own words. */
const PUBLIC_FIELDS =
  /^(type|kind|state|status|mode|asset|currency|category|deed|provider|level|role|queue|direction|network|livemode|outcome|poolId|pairId|farmId|channel)$/;

/** Returns whether a text is an id of ours or of the payment provider. */
export const isId = (text: string): boolean => ID.test(text);

/** Returns whether a text may be shown in any place. */
const isPlain = (text: string): boolean => ID.test(text) || LEDGER.test(text) || TIME.test(text);

/** Returns whether a name is a field of the platform, not a user's text. */
const isField = (name: string): boolean => /^[a-zA-Z_]{1,40}$/.test(name);

/** Returns the shape of a value with its ids, times, types and states. */
export function outline(value: unknown, name = ""): unknown {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  if (typeof value === "string") {
    const nested = value.startsWith("{") ? parseJson(value) : undefined;
    if (nested !== undefined) return outline(nested, name);
    return isPlain(value) || (PUBLIC_FIELDS.test(name) && WORD.test(value)) ? value : HIDDEN;
  }
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => outline(one, name));
  if (typeof value !== "object" || /metadata/i.test(name)) return HIDDEN;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [isField(key) ? key : HIDDEN, outline(one, key)]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CAPITALIZED = "(?:[A-Z]{1,6}[a-z]+){1,10}";

/** Technical terms of any length. Random keys do not match, because of the order of their capitals and digits. */
const TECHNICAL_TERMS = [
  // The name of an error: `ProvisionedThroughputExceededException`.
  new RegExp(`^(?=.{1,80}$)${CAPITALIZED}(?<=Exception|Error|Fault)$`),
  // An IAM action: `dynamodb:PutItem`.
  new RegExp(
    `^(?:cloudformation|cloudfront|cloudwatch|dynamodb|events|execute-api|iam|kms|lambda|logs|s3|secretsmanager|ses|sns|sqs|sts|wafv2|xray):${CAPITALIZED}\\*?$`,
  ),
  // A code: `payment_intent_unexpected_state`, `IDEMPOTENCY_KEY_REUSED`.
  /^(?=.{1,60}$)(?:[a-z]{1,16}(?:_[a-z]{1,16})+|[A-Z]{1,16}(?:_[A-Z]{1,16})+)$/,
  // An AWS host: `sqs.eu-west-3.amazonaws.com`.
  /^(?:[a-z0-9-]{1,20}\.){1,3}amazonaws\.com$/,
];

const functionIds: ReadonlySet<string> = new Set(consumers.map(({ id }) => id));

/** Redacts a sentence: leaves plain words, error names, codes, small numbers and ids. */
export function scrub(sentence: string, maxLength = 160): string {
  const words = sentence.split(/\s+/).map((word) => {
    const [, before = "", core = "", after = ""] = /^(["'`([]*)(.*?)(["'`)\],.:;!?]*)$/.exec(word) ?? [];
    const isWord = /^[A-Za-z][A-Za-z_'-]{0,23}$/.test(core) || /^\d{1,3}$/.test(core) || core === "";
    const isTechnical = functionIds.has(core) || TECHNICAL_TERMS.some((form) => form.test(core));
    return isWord || isTechnical || isPlain(core) ? word : `${before}${HIDDEN}${after}`;
  });
  const text = words.join(" ");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Redacts an item's key: leaves the platform's own words, and ids. */
export const showKey = (key: string): string =>
  key
    .split("#")
    .map((part) => (isPlain(part) || /^[A-Z_]{1,30}$/.test(part) || /^\d{1,4}$/.test(part) ? part : HIDDEN))
    .join("#");

const REQUEST = /^(?:req_[\w-]{8,40}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Trace ids: `traceparent` (W3C Trace Context, 3.2) and X-Ray's root. */
const TRACE = /^(?:[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|1-[0-9a-f]{8}-[0-9a-f]{24})$/;
/** Random hexadecimal text with a letter after the first two characters, unlike IBANs, card and phone numbers. */
const RANDOM = new RegExp(`^(?:${ULID}|(?=\\D{0,2}\\d)..[0-9a-f]*[a-f][0-9a-f]*)$`);

/**
 * Returns whether a request's id cannot identify a person, although its caller may have chosen it. It has the platform's or AWS's
 * form, or consists of at most one word, random text and at most five digits. Two words may be a name, more digits a personal
 * number.
 */
export function isNameless(requestId: string): boolean {
  if (REQUEST.test(requestId) || TRACE.test(requestId)) return true;
  const [first = "", ...others] = requestId.split(/[-_.:]/);
  const parts = /^[a-z]{2,16}$/.test(first) ? others : [first, ...others];
  const isCount = (part: string): boolean => /^\d+$/.test(part);
  const digits = parts.filter(isCount).join("").length;
  return (
    parts.length > 0 &&
    digits <= 5 &&
    parts.every((part) => isCount(part) || (part.length >= 8 && RANDOM.test(part)))
  );
}

/** Formats messages for operators: kind, age and attempts, without their content. */

/** Parses a message's body. Undefined if it is not JSON. */
function bodyOf({ Body = "" }: Message): unknown {
  try {
    return JSON.parse(Body);
  } catch {
    return undefined;
  }
}

const attribute = ({ Attributes = {} }: Message, name: string): string | undefined =>
  (Attributes as Record<string, string | undefined>)[name];

/** Replaces an id that the request's caller chose and that may identify a person. */
const WITHHELD = "correlation id withheld";
export const HOW_TO_READ_IT =
  'A correlation id is withheld if its caller chose it and it may identify a person. The log lines of the message have it, by the message id: docs/OPERATIONS.md, "Dead letters".';
/** Returns whether a line withholds an id. */
export const withholds = (line: string): boolean => line.includes(`  ${WITHHELD}  `);

function requestOf({ MessageAttributes: attributes }: Message): readonly string[] {
  const id = attributes?.["correlationId"]?.StringValue ?? "";
  return id === "" ? [] : [isNameless(id) ? id : WITHHELD];
}

/** Formats a message as a line. */
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

/** Formats the outline of the body, indented. */
export const outlineOf = (message: Message): string =>
  JSON.stringify(outline(bodyOf(message)) ?? "[not JSON]", undefined, 2).replace(/^/gm, "    ");
