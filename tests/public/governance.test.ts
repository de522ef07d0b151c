import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as Assets from "../../core/kernel/assets/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

const platform = withPlatform();
const TOKEN = 10n ** 18n;
const DAY = 86_400;

let ada: Developer;
let grace: Developer;

async function createMember(name: string, tokens: bigint): Promise<Developer> {
  const email = `${name}-votes@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  const credentials = { email, password: "Lovelace!1843" };
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  await fundAccount(id, Assets.native.symbol, tokens * TOKEN);
  return createDeveloper(platform, body.token);
}

beforeAll(async () => {
  ada = await createMember("ada", 60_000_000n);
  grace = await createMember("grace", 10n);
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Listed<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
interface Proposal {
  readonly id: string;
  readonly status: string;
  readonly starts_at: string;
}
interface Failure {
  readonly error: { readonly code: string };
}

const draft = { title: "Lower the fee", description: "More trades.", category: "protocol" };
const codeOf = ({ status, body }: Answer<Failure>) => [status, body.error.code];

describe("a proposal", () => {
  it("requires voting power, and is returned as it was created", async () => {
    const made = await ada.post<Proposal>("/v1/governance/proposals", draft);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "proposal",
      livemode: true,
      status: "pending",
      for_votes: "0",
      actions: [],
      discussion_url: null,
      proposer: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    });
    expect((await ada.get(`/v1/governance/proposals/${made.body.id}`)).body).toEqual(made.body);
    expect(codeOf(await grace.post<Failure>("/v1/governance/proposals", draft))).toEqual([
      400,
      "INSUFFICIENT_VOTING_POWER",
    ]);
  });

  it("accepts one vote per user, and its votes are public", async () => {
    const made = await ada.post<Proposal>("/v1/governance/proposals", draft);
    const votes = `/v1/governance/proposals/${made.body.id}/votes`;
    expect(codeOf(await ada.post<Failure>(votes, { vote: "for" }))).toEqual([400, "PROPOSAL_NOT_ACTIVE"]);
    await platform.advance(2 * DAY + 1);
    const cast = await ada.post(votes, { vote: "for", reason: "It is too high." }, "one-vote");
    expect(cast.status).toBe(201);
    expect(cast.body).toMatchObject({
      object: "vote",
      vote: "for",
      voting_power: "60000000",
      reason: "It is too high.",
    });
    const replayed = await ada.post(votes, { vote: "for", reason: "It is too high." }, "one-vote");
    expect([replayed.body, replayed.headers.get("idempotency-replayed")]).toEqual([cast.body, "true"]);
    expect(codeOf(await ada.post<Failure>(votes, { vote: "against" }))).toEqual([400, "ALREADY_VOTED"]);
    expect((await grace.post(votes, { vote: "against" })).status).toBe(201);

    const path = `/api/defi/governance/proposals/${made.body.id}/votes`;
    const seen: { voteType: string; reason?: string }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Answer<{ votes: typeof seen; nextCursor: string | null }> = await platform.call(
        "GET",
        `${path}?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.body.votes);
      cursor = page.body.nextCursor;
    }
    expect(seen.map(({ voteType }) => voteType).sort()).toEqual(["against", "for"]);
    expect((await platform.call("GET", `${path}?cursor=invalid`)).status).toBe(400);
    expect((await platform.call("GET", "/api/defi/governance/proposals/prp_nothing/votes")).status).toBe(404);
  });

  it("is not listed on two pages if another proposal is created after the first page was read", async () => {
    const first = (await ada.get<Listed<Proposal>>("/v1/governance/proposals?limit=1")).body;
    await ada.post("/v1/governance/proposals", draft);
    const next = (
      await ada.get<Listed<Proposal>>(`/v1/governance/proposals?limit=1&cursor=${first.next_cursor}`)
    ).body;
    expect(next.data[0]?.id).not.toBe(first.data[0]?.id);
    const active = (await ada.get<Listed<Proposal>>("/v1/governance/proposals?status=active")).body;
    expect(active.data.every(({ status }) => status === "active")).toBe(true);
  });
});

describe("voting power", () => {
  it("is a decimal string in /v1, and an amount with its asset in /v2", async () => {
    const { body } = await ada.get("/v1/governance/voting-power");
    expect(body).toMatchObject({ object: "voting_power", total_power: "60000000", delegated_to: null });
    const v2 = await ada.get("/v2/governance/voting-power");
    expect(v2.body).toMatchObject({ total_power: { value: "60000000", asset: Assets.native.symbol } });
  });

  it("can be delegated, and returns when the delegation is removed", async () => {
    const { address } = (await ada.get<{ address: string }>("/v1/governance/voting-power")).body;
    const given = await grace.send("PUT", "/v1/governance/delegation", { delegate: address });
    expect(given.body).toMatchObject({ object: "delegation", delegated_to: address });
    expect((await ada.get("/v1/governance/voting-power")).body).toMatchObject({ delegated_power: "10" });
    const back = await grace.send("PUT", "/v1/governance/delegation", { delegate: null });
    expect(back.body).toMatchObject({ delegated_to: null, since: null });
  });
});

it("returns the treasury and the reward reserves without sign-in", async () => {
  const { status, body } = await platform.call<{ rewards: object }>("GET", "/api/defi/governance/treasury");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    treasury: expect.any(Array),
    poolShares: expect.any(Array),
    rewards: { asset: Assets.native.symbol, balance: expect.stringMatching(/^\d+(\.\d+)?$/) },
  });
});

describe("prices", () => {
  it("are listed, read by asset, and returned as candles", async () => {
    const list = (await ada.get<Listed<{ asset: string; usd: string }>>("/v1/prices?limit=2")).body;
    expect(list.data).toHaveLength(2);
    expect(list.has_more).toBe(true);
    const one = await ada.get("/v1/prices/btc");
    expect(one.body).toMatchObject({ object: "price", id: "BTC", usd: expect.stringMatching(/^\d+/) });
    const candles = await ada.get<{ data: object[] }>("/v1/prices/BTC/history?interval=1d");
    expect(candles.body.data.length).toBeGreaterThan(50);
    expect(codeOf(await ada.get<Failure>("/v1/prices/NONE"))).toEqual([404, "ASSET_NOT_FOUND"]);
  });
});
