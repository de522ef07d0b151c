import { parentPort, workerData } from "node:worker_threads";
import { buildApp } from "fauxqs";
import { type Entry, type Journal, openJournal, readJournal } from "./journal.ts";
import type { Command, QueueServerInput, QueueState, QueueStates, Report } from "./protocol.ts";

/**
 * SQS in a worker thread: fauxqs with a journal. In this thread `Date.now` follows the movable clock, so that delays and
 * visibility timeouts do too; the rest of the process is not affected.
 */

const input = workerData as QueueServerInput;
const machineNow = Date.now.bind(Date);
let offsetMs = input.offsetMs;
Date.now = () => machineNow() + offsetMs;

const app = buildApp({ logger: false });
let journal: Journal | undefined;

const CREDENTIAL = "AWS4-HMAC-SHA256 Credential=local/20260101/local/sqs/aws4_request";
const url = (queue: string): string => `http://127.0.0.1/000000000000/${queue}`;

/** Calls the queue as an SDK does. */
async function sqs(action: string, body: object): Promise<unknown> {
  const response = await app.inject({
    method: "POST",
    url: "/",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `AmazonSQS.${action}`,
      authorization: CREDENTIAL,
    },
    payload: JSON.stringify(body),
  });
  if (response.statusCode !== 200) throw new Error(`${action} failed: ${response.body}`);
  return response.json();
}

interface Sent {
  readonly Id?: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageAttributes?: unknown;
}
interface Call extends Sent {
  readonly QueueUrl?: string;
  readonly ReceiptHandle?: string;
  readonly Entries?: readonly (Sent & { readonly ReceiptHandle?: string })[];
}
interface Answer {
  readonly MessageId?: string;
  readonly Successful?: readonly { readonly Id: string; readonly MessageId?: string }[];
  readonly Messages?: readonly { readonly MessageId: string; readonly ReceiptHandle: string }[];
}

const queueOf = (call: Call): string => call.QueueUrl?.split("/").at(-1) ?? "";

/** The message ids by receipt. */
const receipts = new Map<string, string>();

const entry = (queue: string, sent: Sent, id: string): Entry => ({
  id,
  queue,
  body: sent.MessageBody,
  attributes: sent.MessageAttributes,
  dueMs: Date.now() + (sent.DelaySeconds ?? 0) * 1000,
  receives: 0,
});

function recordDeleted(receipt: string | undefined): void {
  const id = receipt === undefined ? undefined : receipts.get(receipt);
  if (receipt === undefined || id === undefined) return;
  receipts.delete(receipt);
  journal?.done(id);
}

/** Writes a successful call to the journal, before the caller gets the response. */
function record(action: string, call: Call, answer: Answer): void {
  const queue = queueOf(call);
  if (action === "SendMessage" && answer.MessageId) journal?.sent([entry(queue, call, answer.MessageId)]);
  if (action === "SendMessageBatch") {
    const ids = new Map(answer.Successful?.map(({ Id, MessageId }) => [Id, MessageId]));
    const taken = (call.Entries ?? []).flatMap((sent) => {
      const id = ids.get(sent.Id ?? "");
      return id ? [entry(queue, sent, id)] : [];
    });
    journal?.sent(taken);
  }
  if (action === "ReceiveMessage") {
    for (const message of answer.Messages ?? []) {
      receipts.set(message.ReceiptHandle, message.MessageId);
      journal?.received(message.MessageId);
    }
  }
  if (action === "DeleteMessage") recordDeleted(call.ReceiptHandle);
  if (action === "DeleteMessageBatch")
    for (const { ReceiptHandle } of call.Entries ?? []) recordDeleted(ReceiptHandle);
  if (action === "PurgeQueue") {
    for (const message of [...(journal?.live.values() ?? [])])
      if (message.queue === queue) journal?.done(message.id);
  }
}

app.addHook("onSend", async (request, reply, payload) => {
  const target = request.headers["x-amz-target"];
  if (reply.statusCode !== 200 || typeof target !== "string" || typeof payload !== "string") return payload;
  const action = target.replace("AmazonSQS.", "");
  const call = request.body as Call;
  if (journal) record(action, call, JSON.parse(payload) as Answer);
  if (action.startsWith("SendMessage")) parentPort?.postMessage({ arrived: queueOf(call) } satisfies Report);
  return payload;
});

async function createQueues(): Promise<void> {
  for (const queue of input.queues) {
    await sqs("CreateQueue", { QueueName: queue.deadLetters });
    const redrive = {
      deadLetterTargetArn: `arn:aws:sqs:local:000000000000:${queue.deadLetters}`,
      maxReceiveCount: queue.maxReceives,
    };
    await sqs("CreateQueue", {
      QueueName: queue.name,
      Attributes: {
        VisibilityTimeout: String(queue.visibilitySeconds),
        RedrivePolicy: JSON.stringify(redrive),
      },
    });
  }
}

/** Sends the remaining messages of the last run again. A message with `maxReceives` receives goes to the dead-letter queue. */
async function restore(path: string): Promise<void> {
  const left = readJournal(path);
  journal = openJournal(`${path}.restored`);
  for (const message of left) {
    const spec = input.queues.find((queue) => queue.name === message.queue);
    const dead = spec !== undefined && message.receives >= spec.maxReceives;
    await sqs("SendMessage", {
      QueueUrl: url(dead ? spec.deadLetters : message.queue),
      MessageBody: message.body,
      MessageAttributes: message.attributes,
      DelaySeconds: Math.min(900, Math.max(0, Math.ceil((message.dueMs - Date.now()) / 1000))),
    }).catch((error: unknown) => {
      throw new Error(`a message of queue ${message.queue} could not be restored`, { cause: error });
    });
  }
  journal.replace(path);
}

interface Inspected {
  readonly messages: {
    readonly ready: readonly unknown[];
    readonly delayed: readonly { readonly delayUntil?: number }[];
    readonly inflight: readonly { readonly receiptHandle: string; readonly visibilityDeadline: number }[];
  };
}

async function inspectQueue(name: string): Promise<Omit<QueueState, "dead">> {
  const response = await app.inject({ method: "GET", url: `/_fauxqs/queues/${name}` });
  const { messages } = response.json<Inspected>();
  const now = Date.now();
  const inFlight = messages.inflight.filter(({ visibilityDeadline }) => visibilityDeadline > now);
  const delayed = messages.delayed.filter(({ delayUntil = 0 }) => delayUntil > now);
  const due = messages.inflight.length - inFlight.length + messages.delayed.length - delayed.length;
  return {
    visible: messages.ready.length + due,
    inFlight: inFlight.length,
    delayed: delayed.length,
    receipts: inFlight.map(({ receiptHandle }) => receiptHandle),
  };
}

async function inspect(): Promise<QueueStates> {
  const states: Record<string, QueueState> = {};
  for (const { name, deadLetters } of input.queues) {
    // Reads in the order in which messages move, so that a moving message is counted twice rather than not at all.
    const own = await inspectQueue(name);
    const dead = await inspectQueue(deadLetters);
    states[name] = { ...own, dead: dead.visible + dead.inFlight };
  }
  return states;
}

/** @returns the states for `inspect` */
async function execute(command: Command): Promise<QueueStates | undefined> {
  if (command.do === "inspect") return inspect();
  if (command.do === "clock") offsetMs = command.offsetMs;
  if (command.do === "clear") {
    for (const { name, deadLetters } of input.queues) {
      await sqs("PurgeQueue", { QueueUrl: url(name) });
      await sqs("PurgeQueue", { QueueUrl: url(deadLetters) });
    }
    receipts.clear();
    journal?.clear();
  }
  if (command.do === "stop") {
    await app.close();
    journal?.close();
  }
  return undefined;
}

const port = parentPort;
if (!port) throw new Error("sqs/server.ts must run as a worker of sqs/queues.ts");
await createQueues();
if (input.journal) await restore(input.journal);
const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
port.on("message", (command: Command) => {
  execute(command).then(
    (states) => {
      port.postMessage({ done: command.id, states } satisfies Report);
      if (command.do === "stop") port.close();
    },
    (error: unknown) => {
      throw error;
    },
  );
});
port.postMessage({ port: Number(address.port) } satisfies Report);
