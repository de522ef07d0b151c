import type { IncomingMessage } from "node:http";
import { type HttpAnswer, readBody, send } from "@svc/local-aws/http/event";
import type { Intercept } from "@svc/local-aws/http/gateway";
import { openStore } from "@svc/stripe-double/store";
import { forbidden } from "../control.ts";
import * as Transfers from "./credit-transfers.ts";
import { startDeliveries } from "./deliveries.ts";
import { receive } from "./incoming.ts";
import { take } from "./onboardings.ts";

/** The bank of this machine: takes orders as `core/platform/bank.ts` sends them, and posts signed events. */

/** Where it is on the gateway. */
export const BANK_PATH = "/_local/bank";

/** How often it looks for what is due by the clock, where nobody moves that. */
const LOOK_EVERY_MS = 1000;
const MAX_BYTES = 256 * 1024;

export interface BankOptions {
  /** Where its state is kept; undefined: in memory. */
  readonly file: string | undefined;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  readonly report: (line: string) => void;
}

export interface BankDouble {
  readonly intercept: Intercept;
  /** Posts what is due by the platform's clock. */
  clockMoved(): Promise<void>;
  /** Resolves when every event that is due was taken. */
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
      // Whoever pays somebody in has no key of ours.
      const paid = await readBody(request, MAX_BYTES);
      const received = paid && receive(store, JSON.parse(paid.toString("utf8")));
      deliveries.pump();
      return received ? json(received.status, received.body) : json(413, { error: "too large" });
    }
    if (request.headers.authorization !== `Bearer ${apiKey}`) return json(401, { error: "unknown key" });
    const [, desk = "", asked] = /^(\/[^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (request.method === "GET" && Transfers.isDesk(desk)) {
      const { status, body } =
        asked === undefined ? Transfers.list(store, desk) : Transfers.tell(store, decodeURIComponent(asked));
      return json(status, body);
    }
    const isKnown = path === "/onboardings" || Transfers.isDesk(path);
    if (request.method !== "POST" || !isKnown) return json(404, { error: "nothing here" });
    const body = await readBody(request, MAX_BYTES);
    if (!body) return json(413, { error: "too large" });
    if (Transfers.isDesk(path)) {
      const taken = Transfers.take(store, path, JSON.parse(body.toString("utf8")));
      return json(taken.status, taken.body);
    }
    const problem = await take(store, JSON.parse(body.toString("utf8")));
    return problem === undefined ? json(202, { status: "taken" }) : json(422, { error: problem });
  }

  return {
    intercept(request, response) {
      const [path = "/"] = (request.url ?? "/").split("?");
      if (!path.startsWith(`${BANK_PATH}/`)) return false;
      answer(request, path.slice(BANK_PATH.length))
        .catch((error: unknown) => {
          report(`the bank: ${error instanceof Error ? error.stack : error}`);
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
