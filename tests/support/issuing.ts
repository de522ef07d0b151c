import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestDouble } from "@svc/stripe-double/testing";
import type Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import type { WebActor } from "../../core/identity/actor.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import type { AccountRef } from "../../core/ledger/schema.ts";
import { issue } from "../../core/payments/issuing/issue.ts";
import type { IssuedCard } from "../../core/payments/issuing/schema.ts";
import * as Psp from "../../events/inbound/_psp.ts";
import { handler } from "../../functions/inbound/authorizations.ts";
import { setVariables } from "../../local/environment.ts";
import { onWeb } from "./identity.ts";
import { createFundedWallet } from "./ledger.ts";
import { createUser } from "./people.ts";
import { withPsp } from "./psp.ts";

/** Issued cards without the platform: the provider's double calls the real authorization handler over signed HTTP. */

const SECRET = "whsec_authorizations";

type Answer = { readonly statusCode?: number; readonly headers?: object; readonly body?: string };

export interface Issuing {
  readonly psp: TestDouble;
  /** Intercepts the provider's call to the handler, unless undefined. */
  between: ((answer: () => Promise<Answer>) => Promise<Answer>) | undefined;
}

/** Starts the double and the handler. Call it at the top of the file, after `withDatabase`. */
export function withIssuing(): Issuing {
  let server: Server;
  let url = "";
  let unset = () => {};
  beforeAll(async () => {
    unset = setVariables({
      STRIPE_ISSUING_WEBHOOK_SECRET: SECRET,
      CARD_PROGRAM_ADDRESS: "1 rue de la Paix|75002|Paris|FR",
    });
    server = createServer(async (request, response) => {
      const body = (await Array.fromAsync(request)).join("");
      const headers = request.headers as Record<string, string>;
      const event = {
        ...{ rawPath: "/", rawQueryString: "", headers, body, isBase64Encoded: false },
        requestContext: { requestId: "r", http: { method: "POST", sourceIp: "127.0.0.1" } },
      };
      const ask = () => handler(event as never, {} as never) as Promise<Answer>;
      try {
        const {
          statusCode,
          headers: sent,
          body: responseBody,
        } = await (given.between ?? ((go) => go()))(ask);
        response.writeHead(statusCode ?? 200, sent as Record<string, string>).end(responseBody);
      } catch {
        response.destroy();
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  const psp = withPsp({ authorizationSecret: SECRET, authorizationUrl: () => url });
  const given: Issuing = { psp, between: undefined };
  afterAll(() => {
    unset();
    server.closeAllConnections();
    server.close();
  });
  return given;
}

export interface CardOwner {
  readonly actor: WebActor;
  readonly wallet: AccountRef;
  readonly card: IssuedCard & { readonly pspCardId: string };
}

/** Creates a user with an issued card and this many cents. */
export async function createCardOwner(cents: bigint): Promise<CardOwner> {
  const actor = onWeb(await createUser());
  const wallet = await createFundedWallet(actor, "EUR", cents);
  await Kyc.decide("bank", actor.userId, { decisionId: Ids.create("event"), status: "VALIDATED" });
  const accountId = walletId("live", actor.userId, "EUR");
  const card = await issue(actor, { type: "virtual", accountId });
  return { actor, wallet, card: { ...card, pspCardId: card.pspCardId ?? "" } };
}

/** Returns the merchant's side of the provider's API. */
export const merchantApi = ({ psp }: Issuing) => psp.stripe.testHelpers.issuing;

/** Authorizes a merchant's payment. @returns the decision, and the reason of a rejection */
export async function authorize(
  issuing: Issuing,
  { card }: Pick<CardOwner, "card">,
  amount: number,
  more: Partial<Parameters<Stripe["testHelpers"]["issuing"]["authorizations"]["create"]>[0]> = {},
): Promise<{ readonly id: string; readonly approved: boolean; readonly reason: string | undefined }> {
  const { id, approved, metadata, request_history } = await merchantApi(issuing).authorizations.create({
    card: card.pspCardId,
    amount,
    ...more,
  });
  const reason = metadata["svc_reason"] ?? request_history[0]?.reason;
  return { id, approved, reason: approved ? undefined : reason };
}

/** Returns the provider's events about issued cards, from an index on, oldest first. */
export const issuingEvents = ({ psp }: Issuing, since = 0): Stripe.Event[] =>
  psp.events.slice(since).filter(({ type }) => type.startsWith("issuing_") && !type.endsWith(".request"));

export async function handlePspEvents(events: readonly Stripe.Event[]): Promise<void> {
  for (const event of events) await Psp.handle(JSON.stringify(event));
}
