import { beforeAll, describe, expect, it } from "vitest";
import { publicRead } from "../contract/limits.ts";
import { audit } from "../core/audit/index.ts";
import * as Address from "../core/defi/addresses/index.ts";
import { actionOf } from "../core/defi/governance/actions/index.ts";
import * as Governance from "../core/defi/governance/index.ts";
import { MAX_DESCRIPTION, MAX_TITLE } from "../core/defi/governance/schema.ts";
import { SNAPSHOT_MARGIN_MS } from "../core/defi/governance/status.ts";
import { exchangeParameters } from "../core/defi/parameters/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { newActor } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";

/** Governance over HTTP (spec 2, sections 2.5, 3, 4.5, 7 and 8): the lifecycle of a proposal with its effects. */

const platform = withPlatform();
const DAY = 86_400;
const base = "/api/defi/governance";
const proposals = `${base}/proposals`;
type Person = "user" | "employee" | "professional";

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly snapshotTime: string;
  readonly transactionHash: string;
}
interface Power {
  readonly address: string;
  readonly totalPower: string;
}

const tokens = new Map<Person, string>();

/** Signs all users in again, because tokens expire when the clock advances. */
async function signIn(): Promise<void> {
  for (const person of ["user", "employee", "professional"] as const) {
    const { body } = await platform.call<{ token?: string; accessToken?: string }>(
      "POST",
      "/api/auth/login",
      {
        body: platform.seed[person],
        ip: `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
      },
    );
    tokens.set(person, body.accessToken ?? body.token ?? "");
  }
}

async function advanceDays(days: number): Promise<void> {
  await platform.advance(days * DAY);
  await platform.drain();
  await signIn();
}

const as = <T = Record<string, unknown>>(
  person: Person,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) =>
  platform.call<T>(method, path, {
    token: tokens.get(person) ?? "",
    ...(body !== undefined && { body }),
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });

async function depositTokens(person: Person, amount: number): Promise<string> {
  const opened = await as<{ wallet: { id: string } }>(person, "POST", "/api/defi/wallets", {
    assetSymbol: "YANI",
  });
  const { id } = opened.body.wallet;
  const given = await as("employee", "PUT", `/api/defi/wallets/${id}`, {
    operation: "DEPOSIT",
    amount,
    reason: "a test",
  });
  expect(given.status).toBe(200);
  return id;
}

const draft = (changes = {}) => ({
  title: "Lower the fee",
  description: "# Why\n\nIt is **high**.",
  category: "treasury",
  actions: [] as unknown[],
  discussionUrl: "https://forum.example/lower-the-fee",
  ...changes,
});

const read = async (id: string) => (await platform.call<Shown>("GET", `${proposals}/${id}`)).body;

let wallet: string;
beforeAll(async () => {
  await signIn();
  wallet = await depositTokens("user", 45_000_000);
  await depositTokens("professional", 1_500_000);
});

describe("governance", () => {
  it("takes a proposal from its creation to the execution of its actions", { timeout: 120_000 }, async () => {
    const { body: power } = await as<Power>("professional", "GET", `${base}/voting-power`);
    expect(power).toEqual({
      address: expect.stringMatching(/^0xEC999567[0-9a-fA-F]{32}$/i),
      yaniBalance: "1500000",
      stakedYani: "0",
      stakingMultiplier: "1.0",
      delegatedPower: "0",
      totalPower: "1500000",
      votingPowerPercent: "0.1500",
      delegatedTo: null,
    });
    const actions = [
      actionOf("treasury", "transfer", {
        recipient: power.address,
        asset: "YANI",
        amount: 250_000n * 10n ** 18n,
      }),
      actionOf("exchange", "setFee", { feeBps: 25n }),
      actionOf("staking", "setPool", {
        poolId: "locked-365",
        apyBps: 2000n,
        minStake: 10n ** 18n,
        maxStake: 10n ** 24n,
        active: true,
      }),
    ];
    const key = Ids.secret();
    const created = await as<Shown>("professional", "POST", proposals, draft({ actions }), key);
    expect(created).toMatchObject({ status: 200, body: { title: "Lower the fee", status: "pending" } });
    const { id, startTime, endTime } = created.body;
    expect(Date.parse(endTime) - Date.parse(startTime)).toBe(7 * DAY * 1000);
    const again = await as("professional", "POST", proposals, draft({ actions }), key);
    expect(again.body).toEqual(created.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const unwanted = await as<Shown>("professional", "POST", proposals, draft({ title: "Without votes" }));

    expect(await as("user", "POST", `${proposals}/${id}/vote`, { voteType: "for" })).toMatchObject({
      status: 400,
      body: { code: "PROPOSAL_NOT_ACTIVE", status: "pending", startTime, endTime },
    });

    await advanceDays(2);
    expect(await read(id)).toMatchObject({
      ...created.body,
      status: "active",
      proposer: power.address,
      forVotes: "0",
      quorumVotes: "40000000",
      actions,
      discussionUrl: "https://forum.example/lower-the-fee",
      snapshotTime: new Date(Date.parse(startTime) - SNAPSHOT_MARGIN_MS).toISOString(),
      executableAt: new Date(Date.parse(endTime) + 2 * DAY * 1000).toISOString(),
      executedAt: null,
    });

    // Money that moves after the snapshot does not change the votes.
    await as("employee", "PUT", `/api/defi/wallets/${wallet}`, {
      operation: "WITHDRAW",
      amount: 44_000_000,
      reason: "a test",
    });
    const voteKey = Ids.secret();
    const ballot = { voteType: "for", reason: "It is time." };
    const voted = await as("user", "POST", `${proposals}/${id}/vote`, ballot, voteKey);
    expect(voted).toMatchObject({
      status: 200,
      body: {
        proposalId: id,
        voter: expect.stringMatching(/^0x/),
        ...ballot,
        votingPower: "45000000",
        timestamp: expect.any(String),
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    });
    const repeated = await as("user", "POST", `${proposals}/${id}/vote`, ballot, voteKey);
    expect(repeated.body).toEqual(voted.body);
    expect(await as("user", "POST", `${proposals}/${id}/vote`, ballot)).toMatchObject({
      status: 400,
      body: { code: "ALREADY_VOTED", voteType: "for" },
    });
    await as("professional", "POST", `${proposals}/${id}/vote`, { voteType: "against" });
    const votesOf = (voter: unknown, query = "") =>
      platform.call<{ votes: unknown[] }>("GET", `${proposals}/${id}/votes?voter=${voter}${query}`);
    expect((await votesOf(voted.body["voter"])).body).toEqual({ votes: [voted.body], nextCursor: null });
    expect((await votesOf(voted.body["voter"], "&voteType=against")).body.votes).toEqual([]);
    expect((await votesOf(`0x${"1".repeat(40)}`)).body.votes).toEqual([]);

    await platform.advance(9 * DAY);
    await platform.drain();
    await signIn();
    expect(await read(id)).toMatchObject({
      status: "executed",
      forVotes: "45000000",
      againstVotes: "1500000",
      abstainVotes: "0",
      executedAt: expect.any(String),
    });
    expect((await as<Power>("professional", "GET", `${base}/voting-power`)).body.totalPower).toBe("1750000");
    const { body: staking } = await platform.call<{ pools: { id: string }[] }>(
      "GET",
      "/api/defi/staking/pools",
    );
    expect(staking.pools.find((pool) => pool.id === "locked-365")).toMatchObject({
      apy: "20",
      minStake: "1",
      maxStake: "1000000",
    });
    expect(await exchangeParameters.read("live")).toEqual({ feeBps: 25n });
    const quoted = await platform.call("GET", "/api/defi/dex/quote?tokenIn=USDC&tokenOut=BTC&amountIn=1000");
    expect(quoted.body).toMatchObject({ amountIn: "1000", fee: "2.5" });
    const mail = platform.mail(platform.seed.professional.email);
    expect(mail.map(({ subject }) => subject).filter((one) => /propos/.test(one))).toEqual(
      expect.arrayContaining(["Votre proposition a été exécutée", "Votre proposition a été rejetée"]),
    );
    expect(mail.find(({ subject }) => subject.endsWith("rejetée"))?.text).toContain(
      "«\u202fWithout votes\u202f»",
    );
    expect(await read(unwanted.body.id)).toMatchObject({ status: "defeated", forVotes: "0" });
    expect((await audit()).differences).toEqual([]);
  });

  it("states the terms of a new proposal without sign-in", async () => {
    expect((await platform.call("GET", `${base}/parameters`)).body).toEqual({
      proposalThreshold: "1000000",
      quorumVotes: "40000000",
      votingDelaySeconds: 2 * DAY,
      votingPeriodSeconds: 7 * DAY,
      timelockSeconds: 2 * DAY,
    });
  });

  it("lists proposals without sign-in, in pages, without their actions", async () => {
    const made = [];
    for (let i = 0; i < 3; i++) {
      made.push((await as<Shown>("professional", "POST", proposals, draft({ title: `No. ${i}` }))).body.id);
    }
    interface Listed {
      readonly proposals: (Shown & { readonly actions?: unknown })[];
      readonly totalCount: number;
      readonly page: number;
      readonly totalPages: number;
    }
    const page = (query: string) => platform.call<Listed>("GET", `${proposals}?${query}`);
    const { body } = await page("status=pending&limit=2");
    expect(body).toMatchObject({ totalCount: 3, page: 1, totalPages: 2 });
    expect(body.proposals.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 2));
    expect(body.proposals[0]).toMatchObject({ description: "# Why\n\nIt is **high**.", status: "pending" });
    expect(body.proposals[0]).not.toHaveProperty("actions");
    expect((await page("status=pending&limit=2&page=2")).body.proposals.map(({ id }) => id)).toEqual([
      made[0],
    ]);
    expect((await page("")).body).toMatchObject({ page: 1, totalPages: 1 });
    for (const query of ["status=done", "page=0", "limit=101", "limit=x", "page=1.5"]) {
      expect(await page(query)).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
    }
  });

  it("allows the proposer to cancel a proposal once, and rejects a cancellation by another user", async () => {
    const { body: created } = await as<Shown>("professional", "POST", proposals, draft());
    const path = `${proposals}/${created.id}/cancel`;
    expect(await as("user", "POST", path)).toMatchObject({
      status: 403,
      body: { code: "CANCEL_NOT_ALLOWED", proposalThreshold: "1000000" },
    });
    const key = Ids.secret();
    const cancelled = await as("professional", "POST", path, undefined, key);
    expect(cancelled).toMatchObject({ status: 200, body: { id: created.id, status: "cancelled" } });
    expect((await as("professional", "POST", path, undefined, key)).body).toEqual(cancelled.body);
    expect(await as("professional", "POST", path)).toMatchObject({
      status: 409,
      body: { code: "PROPOSAL_CLOSED", status: "cancelled" },
    });
    expect((await platform.call("GET", `${proposals}?status=cancelled`)).body).toMatchObject({
      totalCount: 1,
    });
    await platform.drain();
    const messages = platform
      .mail(platform.seed.professional.email)
      .filter(({ subject }) => subject === "Votre proposition a été annulée");
    expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining("vous l'avez annulée")]);
  });

  it("moves voting power to the delegate, and back when the delegation is deleted", async () => {
    const [{ body: mine }, { body: theirs }] = await Promise.all([
      as<Power>("user", "GET", `${base}/voting-power`),
      as<Power>("professional", "GET", `${base}/voting-power`),
    ]);
    const set = await as("user", "PUT", `${base}/delegation`, { delegatee: theirs.address.toLowerCase() });
    expect(set).toMatchObject({ status: 200, body: { address: mine.address, delegatedTo: theirs.address } });
    expect((await as("user", "GET", `${base}/voting-power`)).body).toMatchObject({
      yaniBalance: "1000000",
      totalPower: "0",
      delegatedTo: theirs.address,
    });
    expect((await as("professional", "GET", `${base}/voting-power`)).body).toMatchObject({
      delegatedPower: "1000000",
      totalPower: "2750000",
    });
    expect((await as("professional", "GET", `${base}/delegation`)).body).toMatchObject({ delegators: 1 });
    expect(await as("user", "PUT", `${base}/delegation`, { delegatee: `0x${"1".repeat(40)}` })).toMatchObject(
      {
        status: 400,
        body: { code: "INVALID_DELEGATE" },
      },
    );
    expect(await as("user", "DELETE", `${base}/delegation`)).toMatchObject({
      status: 200,
      body: { delegatedTo: null, since: null },
    });
    expect((await as("user", "GET", `${base}/voting-power`)).body).toMatchObject({ totalPower: "1000000" });
  });

  it("responds with the specification's errors", async () => {
    const nothing = `${proposals}/prp_01jd3v8y2m9t4k6q0s5w7x1z3b`;
    expect(await platform.call("GET", nothing)).toMatchObject({
      status: 404,
      body: { code: "PROPOSAL_NOT_FOUND" },
    });
    expect(await as("user", "POST", `${nothing}/vote`, { voteType: "for" })).toMatchObject({ status: 404 });
    expect(await as("user", "POST", `${nothing}/cancel`)).toMatchObject({ status: 404 });
    expect(await as("employee", "POST", proposals, draft())).toMatchObject({
      status: 400,
      body: { code: "INSUFFICIENT_VOTING_POWER", required: "1000000", votingPower: "0" },
    });
    const flawed = [
      { actions: "none" },
      { actions: undefined },
      { actions: [{ target: "0x00", value: "0", signature: "f()", calldata: "0x" }] },
      { actions: [{}] },
    ];
    for (const changes of flawed) {
      expect(await as("professional", "POST", proposals, draft(changes))).toMatchObject({
        status: 400,
        body: { code: "INVALID_ACTIONS", error: expect.any(String), rule: expect.any(String) },
      });
    }
    const invalid = [
      { title: "" },
      { title: "x".repeat(201) },
      { description: "x".repeat(10_001) },
      { title: "Two\nlines" },
      { title: "A control character \u0007" },
      { title: "Backwards \u202e" },
      { title: "Unseen \u{e0041}" },
      { description: "A control character \u0007" },
      { description: "Half a pair \ud83d" },
      { category: "other" },
      { discussionUrl: "http://forum.example/x" },
      { discussionUrl: "javascript:alert(1)" },
      { more: 1 },
    ];
    for (const changes of invalid) {
      expect(await as("professional", "POST", proposals, draft(changes))).toMatchObject({
        status: 400,
        body: { code: "INVALID_REQUEST" },
      });
    }
    const long = await as("professional", "POST", proposals, draft({ description: "\u20ac".repeat(10_000) }));
    expect(long.status).toBe(200);
    const several = await as(
      "professional",
      "POST",
      proposals,
      draft({ description: "One\r\n\ttwo \u{1f680}" }),
    );
    expect(several.status).toBe(200);
    for (const [method, path] of [
      ["POST", proposals],
      ["POST", `${nothing}/vote`],
      ["GET", `${base}/voting-power`],
      ["GET", `${base}/delegation`],
    ] as const) {
      expect((await platform.call(method, path, method === "POST" ? { body: {} } : {})).status).toBe(401);
    }
  });

  it("fits 100 of the longest proposals into one response of a Lambda", { timeout: 60_000 }, async () => {
    const { body } = await as<Power>("professional", "GET", `${base}/voting-power`);
    const actor = { ...newActor(), userId: Address.userOf(body.address) ?? "" };
    // A quotation mark is escaped in the body, and both characters again in the Lambda's response.
    const longest = {
      ...draft({
        title: '"'.repeat(MAX_TITLE),
        description: '"'.repeat(MAX_DESCRIPTION),
        discussionUrl: `https://forum.example/${"\u20ac".repeat(1975)}`,
      }),
      category: "protocol" as const,
    };
    for (let i = 0; i < 10; i++)
      await Promise.all(Array.from({ length: 10 }, () => Governance.create(actor, longest)));
    const response = await fetch(`${platform.url}${proposals}?limit=100`);
    const text = await response.text();
    expect((JSON.parse(text) as { proposals: unknown[] }).proposals).toHaveLength(100);
    expect(Buffer.byteLength(JSON.stringify({ statusCode: 200, body: text }))).toBeLessThan(6_000_000);
  });

  it("limits how often one account may call each route", async () => {
    const nothing = `${proposals}/prp_01jd3v8y2m9t4k6q0s5w7x1z3b`;
    const limited = [
      ["POST", proposals, 100],
      ["POST", `${nothing}/vote`, 60],
      ["POST", `${nothing}/cancel`, 60],
      ["GET", `${base}/voting-power`, 120],
      ["PUT", `${base}/delegation`, 30],
      ["DELETE", `${base}/delegation`, 30],
    ] as const;
    for (const [method, path, max] of limited) {
      const { headers } = await as("employee", method, path, method === "GET" ? undefined : {});
      expect([path, headers.get("x-ratelimit-limit")]).toEqual([path, String(max)]);
    }
    for (const path of [proposals, nothing]) {
      const { headers } = await as("employee", "GET", path);
      expect(headers.get("x-ratelimit-limit")).toBe(String(publicRead.max));
    }
    const { headers: own } = await as("employee", "GET", `${base}/delegation`);
    expect(own.has("x-ratelimit-limit")).toBe(false);
    // Setting and deleting a delegation share one limit; two requests are used already.
    for (let i = 2; i < 30; i++) {
      const method = i % 2 === 0 ? "DELETE" : "PUT";
      expect((await as("employee", method, `${base}/delegation`, {})).status).not.toBe(429);
    }
    for (const method of ["PUT", "DELETE"]) {
      expect((await as("employee", method, `${base}/delegation`, {})).status).toBe(429);
    }
    expect((await as("user", "DELETE", `${base}/delegation`)).status).toBe(200);
  });

  it("rejects a delegation by a user without YANI", async () => {
    const { body } = await as<Power>("professional", "GET", `${base}/voting-power`);
    await platform.advance(DAY);
    await signIn();
    expect(await as("employee", "PUT", `${base}/delegation`, { delegatee: body.address })).toMatchObject({
      status: 400,
      body: { code: "INSUFFICIENT_VOTING_POWER", required: "1", votingPower: "0" },
    });
  });
});
