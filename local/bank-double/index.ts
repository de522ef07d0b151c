import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type HttpAnswer, readBody, send } from "@svc/local-aws/http/event";
import type { Intercept } from "@svc/local-aws/http/gateway";
import { openStore, type Store } from "@svc/stripe-double/store";
import * as z from "zod";
import * as Clock from "../../core/kernel/clock/index.ts";
import { forbidden } from "../control.ts";
import type { Answered } from "./credit-transfers.ts";
import * as Transfers from "./credit-transfers.ts";
import { type Delivery, keyOf, startDeliveries } from "./deliveries.ts";

const incoming = z.strictObject({
  iban: z.string().min(1).max(50),
  amount: z.strictObject({
    value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    currency: z.string().length(3),
  }),
  debtor: z.strictObject({ name: z.string().min(1).max(70) }),
  remittanceInformation: z.string().min(1).max(140).optional(),
});

/** Records an incoming transfer to an IBAN, and queues its event. */
export function receive(store: Store, body: unknown): Answered {
  const { data, error } = incoming.safeParse(body);
  if (!data) return { status: 422, body: { error: z.prettifyError(error) } };
  const { iban, amount, debtor, remittanceInformation: description } = data;
  const transactionId = `btx_${randomUUID()}`;
  const about = { transactionId, iban, amount, direction: "credit", counterparty: debtor.name };
  const event: Delivery = {
    eventId: `bev_${randomUUID()}`,
    type: "transaction.booked",
    data: { ...about, ...(description !== undefined && { description }) },
    dueMs: Clock.nowMs(),
    attempts: 0,
  };
  store.commit(new Map([[keyOf(event.eventId), JSON.stringify(event)]]));
  return { status: 201, body: { transactionId, status: "booked" } };
}

/** The bank's identity verification: accepts a file once, fetches its documents, and decides a moment later. */

/** The delay of the decision, in milliseconds of the platform's clock. */
export const DECIDES_AFTER_MS = 10_000;

/** Names and addresses whose file is rejected, to try this. All others are approved. */
const REJECTED = /^reject/i;

const onboarding = z.looseObject({
  verificationId: z.string(),
  userId: z.string(),
  kind: z.enum(["KYC", "KYB"]),
  level: z.int().min(1),
  person: z.looseObject({ lastName: z.string(), email: z.string() }),
  documents: z.array(z.looseObject({ documentId: z.string(), bytes: z.int(), url: z.url() })).min(1),
});

/** Accepts a file. @returns the problem if it was not accepted */
export async function takeOnboarding(store: Store, body: unknown): Promise<string | undefined> {
  const parsed = onboarding.safeParse(body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { verificationId, userId, kind, level, person, documents } = parsed.data;
  const key = `onboarding/${verificationId}`;
  if (store.get(key) !== undefined) return undefined;
  for (const one of documents) {
    const answer = await fetch(one.url);
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength !== one.bytes) return `the document ${one.documentId} cannot be fetched`;
  }
  // A concurrent delivery of the same instruction may have been accepted.
  if (store.get(key) !== undefined) return undefined;
  const isRejected = REJECTED.test(person.lastName) || REJECTED.test(person.email);
  const event: Delivery = {
    eventId: `bev_${randomUUID()}`,
    type: isRejected ? "onboarding.rejected" : "onboarding.completed",
    data: isRejected
      ? { userId, verificationId, kind, reason: "the documents are not those of this person" }
      : { userId, verificationId, kind, kycLevel: level },
    dueMs: Clock.nowMs() + DECIDES_AFTER_MS,
    attempts: 0,
  };
  store.commit(
    new Map([
      [key, JSON.stringify({ verificationId, eventId: event.eventId })],
      [keyOf(event.eventId), JSON.stringify(event)],
    ]),
  );
  return undefined;
}

/** The local bank: accepts the requests of `core/platform/bank.ts`, and sends signed events. */

/** Its path on the gateway. */
export const BANK_PATH = "/_local/bank";

/** How often it checks for due events. */
const LOOK_EVERY_MS = 1000;
const MAX_BYTES = 256 * 1024;

export interface BankOptions {
  /** The file of its state. Undefined for memory. */
  readonly file: string | undefined;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  readonly report: (line: string) => void;
}

export interface BankDouble {
  readonly intercept: Intercept;
  /** Sends the events that are due by the platform's clock. */
  clockMoved(): Promise<void>;
  /** Resolves when every due event was accepted. */
  settled(): Promise<void>;
  clear(): void;
  stop(): Promise<void>;
}

export function startBank({ file, apiKey, webhookSecret, webhookUrl, report }: BankOptions): BankDouble {
  const store = openStore(file);
  const deliveries = startDeliveries({ store, secret: webhookSecret, url: webhookUrl, report });
  const timer = setInterval(deliveries.pump, LOOK_EVERY_MS).unref();

  async function answer(request: IncomingMessage, path: string): Promise<HttpAnswer> {
    const reason = forbidden(request);
    if (reason) return json(403, { error: reason });
    if (request.method === "POST" && path === "/incoming-transfers") {
      // A payer outside the platform has no key.
      const paid = await readBody(request, MAX_BYTES);
      const received = paid && receive(store, JSON.parse(paid.toString("utf8")));
      deliveries.pump();
      return received ? json(received.status, received.body) : json(413, { error: "too large" });
    }
    if (request.headers.authorization !== `Bearer ${apiKey}`) return json(401, { error: "unknown key" });
    const [, transferPath = "", id] = /^(\/[^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (request.method === "GET" && Transfers.isTransferPath(transferPath)) {
      const { status, body } =
        id === undefined
          ? Transfers.list(store, transferPath)
          : Transfers.read(store, decodeURIComponent(id));
      return json(status, body);
    }
    const isKnown = path === "/onboardings" || Transfers.isTransferPath(path);
    if (request.method !== "POST" || !isKnown) return json(404, { error: "nothing here" });
    const body = await readBody(request, MAX_BYTES);
    if (!body) return json(413, { error: "too large" });
    if (Transfers.isTransferPath(path)) {
      const taken = Transfers.submit(store, path, JSON.parse(body.toString("utf8")));
      return json(taken.status, taken.body);
    }
    const problem = await takeOnboarding(store, JSON.parse(body.toString("utf8")));
    return problem === undefined ? json(202, { status: "taken" }) : json(422, { error: problem });
  }

  return {
    intercept(request, response) {
      const [path = "/"] = (request.url ?? "/").split("?");
      if (!path.startsWith(`${BANK_PATH}/`)) return false;
      answer(request, path.slice(BANK_PATH.length))
        .catch((error: unknown) => {
          report(`bank double: ${error instanceof Error ? error.stack : error}`);
          return json(500, { error: "it failed" });
        })
        .then((answered) => send(response, answered));
      return true;
    },
    clockMoved: async () => deliveries.pump(),
    settled: deliveries.settled,
    clear: () => store.clear(),
    async stop() {
      clearInterval(timer);
      await deliveries.settled();
      store.close();
    },
  };
}

const json = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});
