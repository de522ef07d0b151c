import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import type { Fault } from "../../../local/faults.ts";
import type { Seed } from "../../../local/seed.ts";
import { type Calls, withRetries } from "../offline/people.ts";
import type { Platform } from "../platform.ts";
import { stripeOf } from "../psp.ts";

/**
 * Controls a platform from outside: by its API, its control endpoints, and the doubles of the provider and the bank.
 */

export interface Site extends Pick<Platform, "call"> {
  psp(): Promise<string>;
  bankKey(): string;
}

export interface BankOrder {
  readonly endToEndId: string;
  readonly amount: { readonly value: string };
  readonly status: "pending" | "booked" | "rejected" | "returned";
}

const MAX_ATTEMPTS = 100;
/** Pause before the next attempt, in milliseconds, while the payment provider's double restarts. */
const PAUSE_MS = 50;

export class World {
  readonly calls: Calls;
  readonly #site: Site;
  #seed: Seed | undefined;

  constructor(site: Site) {
    this.#site = site;
    this.calls = withRetries({ call: site.call, advance: (seconds) => this.advance(seconds) });
  }

  async #local<T>(method: string, path: string, body?: object): Promise<T> {
    return (await this.calls.call<T>(method, `/_local/${path}`, { ...(body && { body }) })).body;
  }

  advance = async (advanceSeconds: number): Promise<void> => {
    await this.#local("POST", "clock", { advanceSeconds });
  };

  /** Returns the platform's time, ISO 8601. */
  async now(): Promise<string> {
    return (await this.#local<{ now: string }>("POST", "clock", { advanceSeconds: 0 })).now;
  }

  async injectFault(fault: Fault): Promise<void> {
    await this.#local("POST", "faults", fault);
  }

  async drain(): Promise<{ readonly idle: boolean; readonly waiting: number | null; readonly dead: number }> {
    const { idle, waiting, queues } = await this.#local<{
      readonly idle: boolean;
      readonly waiting: number | null;
      readonly queues: Readonly<Record<string, { readonly dead: number }>>;
    }>("POST", "drain");
    return { idle, waiting, dead: Object.values(queues).reduce((sum, { dead }) => sum + dead, 0) };
  }

  async emails(to: string): Promise<readonly { readonly subject: string; readonly text: string }[]> {
    const path = `mail?to=${encodeURIComponent(to)}`;
    return (await this.#local<{ messages: { subject: string; text: string }[] }>("GET", path)).messages;
  }

  async seed(): Promise<Seed> {
    this.#seed ??= await this.#local<Seed>("GET", "seed");
    return this.#seed;
  }

  /**
   * Calls the payment provider, and retries until it responds. @returns undefined if it rejected the request
   * @param act receives the idempotency key
   */
  async provider<T>(
    act: (stripe: Stripe, once: Stripe.RequestOptions) => Promise<T>,
  ): Promise<T | undefined> {
    const once = { idempotencyKey: randomUUID() };
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      try {
        return await act(await this.stripe(), once);
      } catch (error) {
        const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 500) : 0;
        if (status === 0 && !(error instanceof Stripe.errors.StripeError)) throw error;
        if (status >= 400 && status < 500 && status !== 409 && status !== 429) return undefined;
        await sleep(PAUSE_MS);
      }
    }
    throw new Error("the payment provider never answered");
  }

  async stripe(): Promise<Stripe> {
    const [url, { pspKey }] = [await this.#site.psp(), await this.seed()];
    return stripeOf(url, pspKey);
  }

  /** Sends a bank event, `times` times, as after unacknowledged deliveries. */
  async sendBankEvent(type: string, data: object, times = 1): Promise<void> {
    const { webhookSecrets, bankProvider } = await this.seed();
    const body = { eventId: `bank-${randomUUID()}`, type, data };
    const signature = createHmac("sha256", webhookSecrets.bank).update(JSON.stringify(body)).digest("hex");
    const headers = { [`${bankProvider}-signature`]: signature };
    for (let time = 0; time < times; time++) await this.#postWebhook("bank", headers, body);
  }

  /** Sends a provider event about an object's current state, with a new event id. */
  async sendProviderEvent(type: string, object: object): Promise<void> {
    const [{ webhookSecrets }, { webhooks }, at] = [await this.seed(), await this.stripe(), await this.now()];
    const created = Math.floor(Date.parse(at) / 1000);
    const id = `evt_${randomUUID()}`;
    const event = { id, object: "event", type, created, livemode: false, data: { object } };
    const [payload, secret] = [JSON.stringify(event), webhookSecrets.psp];
    const signature = webhooks.generateTestHeaderString({ payload, secret });
    await this.#postWebhook("psp", { "stripe-signature": signature }, event);
  }

  async #postWebhook(
    by: "bank" | "psp",
    headers: Readonly<Record<string, string>>,
    body: object,
  ): Promise<void> {
    const { status } = await this.calls.call("POST", `/api/webhooks/${by}`, { headers, body });
    if (status !== 200) throw new Error(`a webhook of ${by} was rejected: ${status}`);
  }

  /** Returns the bank's own records of ordered transfers and their status. */
  async bankOrders(): Promise<readonly BankOrder[]> {
    const { status, body } = await this.calls.call<{ transfers: BankOrder[] }>(
      "GET",
      "/_local/bank/credit-transfers",
      { headers: { authorization: `Bearer ${this.#site.bankKey()}` } },
    );
    if (status !== 200) throw new Error(`the bank does not return its transfers: ${status}`);
    return body.transfers;
  }
}
