import { randomUUID } from "node:crypto";
import { walletId } from "../../../core/ledger/accounts.ts";
import { App } from "../app.ts";
import { parseEmail } from "../emails.ts";
import type { Answer, CallOptions } from "../platform.ts";
import { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** The players: app users with verified addresses and identities, money, a card, and memberships. */

const PASSWORD = "Lovelace!1843";
/** The initial balance of each player, in cents. */
export const FUNDS = 5000;

export interface Shop {
  readonly programId: string;
  readonly merchantId: string;
  /** The saveback rate, in percent. */
  readonly rate: string;
  readonly pointsPerEuro: string;
}

export class Player {
  readonly chance: Chance;
  readonly email: string;
  readonly phone: string;
  readonly app: App;
  userId = "";
  eur = "";
  /** The issued card's id, here and at the provider. */
  cardId = "";
  pspCardId = "";
  /** The numbers of the loyalty cards, by program. */
  readonly memberships = new Map<string, string>();
  readonly #network: Chance;

  constructor(world: World, nth: number, seed: number) {
    this.chance = new Chance(seed * 1009 + nth);
    this.#network = new Chance(seed * 1013 + nth);
    this.email = `player${nth}@example.com`;
    this.phone = `+336123${String(40_000 + nth)}`;
    this.app = new App(world.calls);
  }

  /**
   * Retries a request under one idempotency key until it is answered. Simulates lost responses and requests
   * that are sent twice in parallel. Either response states the result.
   */
  async request<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<T & { readonly error?: string }>> {
    const headers = { "idempotency-key": randomUUID() };
    const send = () => this.#send<T>(method, path, { headers, ...(body && { body }) });
    if (this.#network.flip(0.1)) await send();
    const answers = await Promise.all(this.#network.flip(0.1) ? [send(), send()] : [send()]);
    // The first may have been rejected because a precondition was not met yet.
    return answers.find(({ status }) => status < 300) ?? (answers[0] as (typeof answers)[0]);
  }

  /** Sends a request. Signs in again if the session has expired, and proves the password if the request needs a recent proof. */
  async #send<T>(method: string, path: string, options: CallOptions) {
    for (;;) {
      const answer = await this.app.call<T & { readonly error?: string }>(method, path, options);
      const needsProof = answer.body.error === "STEP_UP_REQUIRED";
      if (answer.status !== 401 && answer.body.error !== "REQUEST_IN_PROGRESS" && !needsProof) return answer;
      if (needsProof) await this.app.call("POST", "/auth/proof", { body: { password: PASSWORD } });
      if (answer.status === 401 && (await this.app.refresh()).status !== 200)
        await this.app.login(this.email, PASSWORD);
    }
  }

  async get<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }

  /** Retries a request until it is answered. @throws Error if the response is not a success */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = method === "GET" ? {} : { "idempotency-key": randomUUID() };
    const answer = await this.#send<T>(method, path, { headers, ...(body && { body }) });
    if (answer.status >= 300)
      throw new Error(`${this.email}: ${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** Creates all players and completes their setup. */
export async function createPlayers(
  world: World,
  seed: number,
  count: number,
): Promise<{ readonly players: readonly Player[]; readonly shops: readonly Shop[] }> {
  const players = Array.from({ length: count }, (_, nth) => new Player(world, nth, seed));
  await forEachInParallel(players, async (one) => {
    const name = { firstName: "Ada", lastName: "Lovelace" };
    one.userId = (await one.app.register(one.email, PASSWORD, { ...name, phone: one.phone })).id;
    one.eur = walletId("live", one.userId, "EUR");
  });
  await world.drain();
  await forEachInParallel(players, async (one) => {
    const emails = (await world.emails(one.email)).map((email) => parseEmail(email as never));
    const { token } = emails.findLast(({ path }) => path.includes("verify")) ?? {};
    await one.call("POST", "/auth/verify-email", { token });
    await world.sendBankEvent("onboarding.completed", { userId: one.userId, kycLevel: 2 });
    const amount = { value: (FUNDS / 100).toFixed(2), currency: "EUR" };
    const { userId } = one;
    await world.sendBankEvent("transaction.booked", { transactionId: `funds-${userId}`, userId, amount }, 2);
  });
  await world.drain();
  await world.advance(61);
  await world.drain();
  const shops = await listShops(players[0] as Player);
  const cards = await cardsByOwner(world);
  await forEachInParallel(players, async (one) => {
    [one.cardId, one.pspCardId] = cards.get(one.userId) ?? ["", ""];
    for (const { programId } of one.chance.sample(shops, 2)) {
      const { number } = await one.call<{ number: string }>("POST", `/loyalty/enroll/${programId}`);
      one.memberships.set(programId, number);
    }
  });
  return { players, shops };
}

/** Processes the elements with eight parallel workers. */
async function forEachInParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

async function listShops(one: Player): Promise<Shop[]> {
  const { programs } = await one.get<{
    programs: { id: string; merchantId: string; rate: number; pointsPerEuro: number }[];
  }>("/loyalty/catalog?limit=100");
  return programs.map(({ id, merchantId, rate, pointsPerEuro }) => ({
    ...{ programId: id, merchantId, rate: String(rate), pointsPerEuro: String(pointsPerEuro) },
  }));
}

/** Returns the first card of each user: its id here and at the provider. */
async function cardsByOwner(world: World): Promise<Map<string, [string, string]>> {
  const found = new Map<string, [string, string]>();
  for await (const { id, metadata } of (await world.stripe()).issuing.cards.list({ limit: 100 }))
    found.set(metadata["svc_user"] ?? "", [metadata["svc_card"] ?? "", id]);
  return found;
}
