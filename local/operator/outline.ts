import type { Message } from "@aws-sdk/client-sqs";
import { consumers } from "../../contract/consumers.ts";
import { type QueueName, queues } from "../../contract/queues.ts";
import { prefixes, ULID } from "../../core/kernel/ids/schema.ts";
import { SANDBOX } from "../../core/kernel/mode.ts";
import { ageOf } from "./words.ts";

/**
 * What an operator's tool shows of data. Only what is known to say nothing of a person is let through: ids, times,
 * types and states. Everything else is hidden, so what nobody has thought of is hidden too.
 */

export const HIDDEN = "[hidden]";

/** Objects of the payment provider, by the prefixes that its documentation gives them; none is a secret's. */
const PROVIDER =
  "acct|ch|cs|cus|dp|du|evt|iauth|ich|ic|in|ipi|mandate|pi|pm|po|price|prod|py|pyr|re|seti|sub|txn";

const OURS = `(?:${Object.values(prefixes).join("|")})_${ULID}`;
const ID = new RegExp(`^(?:${OURS}|(?:${PROVIDER})_[A-Za-z0-9]{8,64})$`);
const LEDGER = new RegExp(`^(?:live|${SANDBOX})$`);
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z)?$/;
const WORD = /^[A-Za-z][A-Za-z_.-]{0,59}$/;

/** Fields whose values are words of the platform's own. */
const TELLING =
  /^(type|kind|state|status|mode|asset|currency|category|deed|provider|level|role|queue|direction|network|livemode|outcome|poolId|pairId|farmId|channel)$/;

/** Whether a text is an id: ours, or of the payment provider's objects. */
export const isId = (text: string): boolean => ID.test(text);

/** What of a text may be shown, wherever it stands. */
const isPlain = (text: string): boolean => ID.test(text) || LEDGER.test(text) || TIME.test(text);

/** A name that is of the platform, and not what a user has called something. */
const isField = (name: string): boolean => /^[a-zA-Z_]{1,40}$/.test(name);

/** The shape of a value, with its ids, times, types and states. */
export function outline(value: unknown, name = ""): unknown {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  if (typeof value === "string") {
    const nested = value.startsWith("{") ? parsed(value) : undefined;
    if (nested !== undefined) return outline(nested, name);
    return isPlain(value) || (TELLING.test(name) && WORD.test(value)) ? value : HIDDEN;
  }
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => outline(one, name));
  if (typeof value !== "object" || /metadata/i.test(name)) return HIDDEN;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [isField(key) ? key : HIDDEN, outline(one, key)]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CAPITALIZED = "(?:[A-Z]{1,6}[a-z]+){1,10}";

/** What only a machine says, however long it is. A key made of chance is none of them: its capitals and digits lie anyhow. */
const OF_MACHINES = [
  // The name of an error: `ProvisionedThroughputExceededException`.
  new RegExp(`^(?=.{1,80}$)${CAPITALIZED}(?<=Exception|Error|Fault)$`),
  // What a role may not do: `dynamodb:PutItem`.
  new RegExp(
    `^(?:cloudformation|cloudfront|cloudwatch|dynamodb|events|execute-api|iam|kms|lambda|logs|s3|secretsmanager|ses|sns|sqs|sts|wafv2|xray):${CAPITALIZED}\\*?$`,
  ),
  // A code: `payment_intent_unexpected_state`, `IDEMPOTENCY_KEY_REUSED`.
  /^(?=.{1,60}$)(?:[a-z]{1,16}(?:_[a-z]{1,16})+|[A-Z]{1,16}(?:_[A-Z]{1,16})+)$/,
  // A service that was not reached: `sqs.eu-west-3.amazonaws.com`.
  /^(?:[a-z0-9-]{1,20}\.){1,3}amazonaws\.com$/,
];

const functionIds: ReadonlySet<string> = new Set(consumers.map(({ id }) => id));

/** What of a sentence may be shown: plain words, names of errors, codes, small numbers and ids. */
export function scrub(sentence: string, most = 160): string {
  const words = sentence.split(/\s+/).map((word) => {
    const [, before = "", core = "", after = ""] = /^(["'`([]*)(.*?)(["'`)\],.:;!?]*)$/.exec(word) ?? [];
    const isWord = /^[A-Za-z][A-Za-z_'-]{0,23}$/.test(core) || /^\d{1,3}$/.test(core) || core === "";
    const isOfMachine = functionIds.has(core) || OF_MACHINES.some((form) => form.test(core));
    return isWord || isOfMachine || isPlain(core) ? word : `${before}${HIDDEN}${after}`;
  });
  const text = words.join(" ");
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** What of an item's key may be shown: the platform's own words, and ids. */
export const showKey = (key: string): string =>
  key
    .split("#")
    .map((part) => (isPlain(part) || /^[A-Z_]{1,30}$/.test(part) || /^\d{1,4}$/.test(part) ? part : HIDDEN))
    .join("#");

const REQUEST = /^(?:req_[\w-]{8,40}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Of a trace: `traceparent` (W3C Trace Context, 3.2) and X-Ray's root. */
const TRACE = /^(?:[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|1-[0-9a-f]{8}-[0-9a-f]{24})$/;
/** Made by chance: hexadecimal with a letter behind the first two, which no IBAN, card or telephone number has. */
const BY_CHANCE = new RegExp(`^(?:${ULID}|(?=\\D{0,2}\\d)..[0-9a-f]*[a-f][0-9a-f]*)$`);

/**
 * Whether a request's id names nobody, though its caller may have chosen it: the platform's or AWS's own form, or a
 * word, what chance made, and a count of up to five digits. Two words may be a name, and more digits a number of somebody's.
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
    parts.every((part) => isCount(part) || (part.length >= 8 && BY_CHANCE.test(part)))
  );
}

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
