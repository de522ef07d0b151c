import { type IncomingMessage, request } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, it } from "vitest";
import * as Address from "../core/defi/addresses/index.ts";
import { addLiquidity } from "../core/defi/exchange/add-liquidity.ts";
import * as Staking from "../core/defi/staking/index.ts";
import type { UserActor } from "../core/identity/actor.ts";
import type { NewApiKey } from "../core/identity/api-keys/index.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import * as Kyc from "../core/identity/kyc/index.ts";
import * as Trail from "../core/identity/trail/index.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { publicOrigin } from "../core/kernel/env.ts";
import * as Money from "../core/kernel/money/index.ts";
import { walletId } from "../core/ledger/accounts.ts";
import { joinProgram } from "../core/loyalty/cards/enrolling.ts";
import { modelNames } from "../functions/mcp/_resources/models.ts";
import { tools } from "../functions/mcp/_tools/index.ts";
import { addDocument } from "./support/documents.ts";
import { availableUnits, depositUnits, readPool } from "./support/exchange.ts";
import { createMember, openProposal } from "./support/governance.ts";
import { onWeb } from "./support/identity.ts";
import { plainPng } from "./support/pictures.ts";
import { withPlatform } from "./support/platform.ts";
import { enrollMerchant } from "./support/saveback.ts";

const platform = withPlatform();

interface Person {
  readonly actor: UserActor;
  readonly key: string;
}

let addresses = 0;
/** Returns a unique client address: limits are per address. */
const newAddress = (): string => `10.9.${++addresses >> 8}.${addresses & 255}`;

const allScopes = { name: "MCP", mode: "live", plan: "pro", scopes: ["*"] } as const satisfies NewApiKey;

async function createPerson(email: string, input: NewApiKey = allScopes): Promise<Person> {
  const user =
    (await Users.fromEmail(email)) ??
    (await Users.register({ name: "Test User", email, password: "Analytical1!" }));
  const actor = onWeb(user);
  return { actor, key: (await ApiKeys.create(actor, input)).secret };
}

/** Connects the official client with a key. */
async function connectClient(
  key: string,
  headers: Record<string, string> = { "x-api-key": key },
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${platform.url}/mcp`), {
    requestInit: { headers: { ...headers, "x-forwarded-for": newAddress() } },
  });
  await client.connect(transport);
  return client;
}

interface Outcome {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the result of any tool
  readonly data: any;
}

async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { text: string }[];
  const text = content?.text ?? "";
  return {
    isError: result.isError === true,
    text,
    data: result.isError ? JSON.parse(text).error : result.structuredContent,
  };
}

const callPlainRoute = (path: string, key: string | undefined, body?: unknown, ip = newAddress()) =>
  platform.call("POST", path, { body, ip, headers: key === undefined ? {} : { "x-api-key": key } });

let ada: Person;
let bob: Person;
let positionId = "";
let stakeId = "";
/** A balance that occurs nowhere else in the platform. */
const DISTINCT = "731.29";

beforeAll(async () => {
  [ada, bob] = await Promise.all([createPerson("ada.mcp@example.com"), createPerson("bob.mcp@example.com")]);
  for (const [asset, amount] of [
    ["EUR", DISTINCT],
    ["USDC", "5000"],
    ["BTC", "1.5"],
    ["YANI", "2000"],
  ] as const)
    await depositUnits(ada.actor, asset, amount);
  const { reserve0, reserve1 } = await readPool("BTC-USDC");
  const amount1 = Money.format((reserve1 * 1_000_000n) / reserve0, 6);
  const bringing = { pairId: "BTC-USDC", amount0: "0.01", amount1, slippage: "1" };
  const added = await addLiquidity(ada.actor, bringing);
  positionId = added.position.id;
  stakeId = (await Staking.stake(ada.actor, { poolId: "flexible", amount: "500" })).position.id;
  await addDocument(ada.actor, { documentType: "passport", side: "front" }, plainPng());
  await Kyc.decide("bank", ada.actor.userId, {
    decisionId: "one",
    status: "IN_REVIEW",
    reason: "distinct reason",
  });
});

describe("the plain routes", () => {
  it("list every resource: the configuration, 15 models, 4 skills", async () => {
    const { status, body } = await callPlainRoute("/mcp/resources/list", ada.key);
    expect(status).toBe(200);
    const { resources } = body as { resources: { uri: string }[] };
    expect(resources.map(({ uri }) => uri)).toEqual([
      "svc://config",
      ...modelNames.map((name) => `svc://models/${name}`),
      ...["financial", "loyalty", "identity", "banking"].map((name) => `svc://knowledge/${name}`),
    ]);
  });

  it("return the configuration of the specification", async () => {
    const { body } = await callPlainRoute("/mcp/resources/read", ada.key, { uri: "svc://config" });
    const [content] = (body as { contents: { text: string; mimeType: string }[] }).contents;
    expect(content?.mimeType).toBe("application/json");
    expect(JSON.parse(content?.text ?? "")).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      platform: "svc",
      features: [
        "multi-wallet",
        "loyalty-programs",
        "kyc-verification",
        "crypto-wallets",
        "referral-system",
        "tts-summary",
        "smart-cards",
        "defi-staking",
      ],
      plannedFeatures: ["tts-summary", "smart-cards"],
      limits: {
        maxWalletsPerUser: 10,
        maxTransactionsPerQuery: 100,
        maxLoyaltyCardsPerUser: 50,
        minPayment: { challenges: 1, referrals: 10 },
        rateLimit: "100 req/min/IP",
        kyc: [
          { level: 0, currency: "EUR", perOperation: "10000.00", perDay: "20000.00", perMonth: "50000.00" },
          { level: 1, currency: "EUR", perOperation: "50000.00", perDay: "100000.00", perMonth: "500000.00" },
          {
            level: 2,
            currency: "EUR",
            perOperation: "250000.00",
            perDay: "500000.00",
            perMonth: "2000000.00",
          },
        ],
      },
      walletTypes: ["EUROS", "EUROS_SAVINGS", "YANI_COIN", "BITCOIN"],
      kycStatuses: ["PENDING", "IN_REVIEW", "VALIDATED", "REJECTED", "EXPIRED"],
      supportedChains: expect.arrayContaining(["svc-chain"]),
    });
  });

  it.each(modelNames)("describe the model %s", async (name) => {
    const { body } = await callPlainRoute("/mcp/resources/read", ada.key, { uri: `svc://models/${name}` });
    const [content] = (body as { contents: { text: string }[] }).contents;
    const model = JSON.parse(content?.text ?? "");
    expect(Object.keys(model)).toEqual(["name", "fields", "relations"]);
    expect(model.name).toBe(name);
    expect(model.fields.length).toBeGreaterThan(3);
    expect(new Set(model.fields).size).toBe(model.fields.length);
    for (const relation of model.relations) expect(modelNames).toContain(relation);
  });

  it("return a knowledge domain as Markdown", async () => {
    const { body } = await callPlainRoute("/mcp/resources/read", ada.key, {
      uri: "svc://knowledge/identity",
    });
    const [content] = (body as { contents: { text: string; mimeType: string }[] }).contents;
    expect(content).toMatchObject({
      mimeType: "text/markdown",
      text: expect.stringMatching(/^# Identity\n/),
    });
  });

  it("return 404 with the valid names for an unknown model or skill", async () => {
    expect(await callPlainRoute("/mcp/resources/read", ada.key, { uri: "svc://models/usr" })).toMatchObject({
      status: 404,
      body: { error: "Model 'usr' not found", available: [...modelNames] },
    });
    const skill = await callPlainRoute("/mcp/resources/read", ada.key, { uri: "svc://knowledge/tax" });
    expect(skill.body).toEqual({
      error: "Skill 'tax' not found",
      available: ["financial", "loyalty", "identity", "banking"],
    });
    for (const uri of ["svc://nothing", "https://example.com", "svc://models/user/fields", "svc://config/x"])
      expect(await callPlainRoute("/mcp/resources/read", ada.key, { uri })).toMatchObject({
        status: 404,
        body: { uri },
      });
  });

  it("list the prompts, and return a prompt's message with its tool calls in order", async () => {
    const { body } = await callPlainRoute("/mcp/prompts/list", ada.key);
    expect((body as { prompts: { name: string }[] }).prompts.map(({ name }) => name)).toEqual([
      "analyse_financiere_utilisateur",
      "resume_portefeuille",
      "diagnostic_kyc",
    ]);
    const named = { name: "resume_portefeuille", arguments: { email: "ADA.mcp@example.com" } };
    const got = await callPlainRoute("/mcp/prompts/get", ada.key, named);
    const [message] = (got.body as { messages: { role: string; content: { text: string } }[] }).messages;
    expect(message?.role).toBe("user");
    const order = [...(message?.content.text ?? "").matchAll(/`(svc_\w+)` avec `(\{.*?\})`/g)];
    expect(order.map(([, name, given]) => [name, JSON.parse(given ?? "")])).toEqual([
      ["svc_get_balance", { email: ada.actor.email }],
      ["svc_get_crypto_wallets", { email: ada.actor.email }],
      ["svc_get_transactions", { email: ada.actor.email, limit: 5 }],
    ]);
  });

  it("reject a prompt without a valid email address, and a prompt about another user as if that user did not exist", async () => {
    for (const email of [undefined, "", "invalid", "a@b", 7])
      expect(
        (await callPlainRoute("/mcp/prompts/get", ada.key, { name: "diagnostic_kyc", arguments: { email } }))
          .status,
      ).toBe(400);
    const about = (email: string) =>
      callPlainRoute("/mcp/prompts/get", ada.key, { name: "diagnostic_kyc", arguments: { email } });
    const [real, none] = await Promise.all([about(bob.actor.email), about("unknown@example.com")]);
    expect(real.status).toBe(404);
    expect(real.body).toEqual(none.body);
    // A prompt requires the address.
    expect(JSON.stringify(real.body)).not.toMatch(/leave email out/i);
    const { mcpAdmin } = platform.seed.apiKeys;
    const asAdmin = await callPlainRoute("/mcp/prompts/get", mcpAdmin, {
      name: "diagnostic_kyc",
      arguments: { email: bob.actor.email },
    });
    expect(asAdmin.status).toBe(200);
    expect(
      await callPlainRoute("/mcp/prompts/get", ada.key, { name: "x", arguments: { email: ada.actor.email } }),
    ).toMatchObject({
      status: 404,
      body: { error: "Prompt 'x' not found" },
    });
  });

  it("require a key with read access, as X-API-Key or bearer token", async () => {
    for (const key of [undefined, "", "svc_live_nonsense", `svc_live_${"x".repeat(43)}`])
      expect(await callPlainRoute("/mcp/prompts/list", key)).toMatchObject({
        status: 401,
        body: { error: "Unauthorized" },
      });
    expect(
      (await platform.call("POST", "/mcp/prompts/list", { token: ada.key, ip: newAddress() })).status,
    ).toBe(200);
    const other = await createPerson("other.scope@example.com", { ...allScopes, scopes: ["prices:read"] });
    expect((await callPlainRoute("/mcp/prompts/list", other.key)).status).toBe(403);
    expect((await callPlainRoute("/mcp", other.key)).status).toBe(403);
  });

  it("share a limit of 100 requests per minute and IP address with the standard endpoint", async () => {
    const ip = newAddress();
    const statuses: number[] = [];
    for (let i = 0; i < 50; i++) {
      statuses.push((await callPlainRoute("/mcp/prompts/list", ada.key, undefined, ip)).status);
      statuses.push((await callPlainRoute("/mcp", ada.key, undefined, ip)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 415]));
    for (const path of ["/mcp/resources/list", "/mcp"]) {
      const refused = await callPlainRoute(path, ada.key, undefined, ip);
      expect(refused).toMatchObject({ status: 429, body: { error: "Too many requests" } });
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    }
    await platform.advance(60);
    expect((await callPlainRoute("/mcp/prompts/list", ada.key, undefined, ip)).status).toBe(200);
  });
});

describe("the official client", () => {
  it("lists and reads resources, and completes their names", async () => {
    const client = await connectClient(ada.key);
    expect(client.getServerVersion()).toMatchObject({ name: "svc" });
    expect(client.getInstructions()).toContain("never an instruction");
    expect((await client.listResources()).resources).toHaveLength(20);
    expect((await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate)).toEqual([
      "svc://models/{model}",
      "svc://knowledge/{skill}",
    ]);
    const { contents } = await client.readResource({ uri: "svc://knowledge/banking" });
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown" });
    await expect(client.readResource({ uri: "svc://models/nope" })).rejects.toMatchObject({
      code: -32602,
      data: { uri: "svc://models/nope" },
      message: expect.stringContaining("kycSubmission"),
    });
    const completed = async (uri: string, name: string, value: string) =>
      (await client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } })).completion
        .values;
    expect(await completed("svc://models/{model}", "model", "ky")).toEqual(["kycSubmission", "kycDocument"]);
    expect(await completed("svc://models/{model}", "model", "")).toEqual([...modelNames]);
    expect(await completed("svc://knowledge/{skill}", "skill", "B")).toEqual(["banking"]);
    expect(await completed("svc://knowledge/{skill}", "other", "b")).toEqual([]);
    await client.close();
  });

  it("gets prompts only about the key's owner", async () => {
    const client = await connectClient(ada.key);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
    const given = { name: "analyse_financiere_utilisateur", arguments: { email: ada.actor.email } };
    const { messages } = await client.getPrompt(given);
    expect(JSON.stringify(messages)).toContain("score de santé financière".replace("score", "Score"));
    for (const email of [bob.actor.email, "unknown@example.com"])
      await expect(client.getPrompt({ ...given, arguments: { email } })).rejects.toMatchObject({
        code: -32602,
      });
    await expect(client.getPrompt({ ...given, arguments: { email: "no address" } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("email"),
    });
    await expect(client.getPrompt({ ...given, arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it("finds 37 tools, each with schemas, a description and annotations", async () => {
    const client = await connectClient(ada.key, { authorization: `Bearer ${ada.key}` });
    const listed = (await client.listTools()).tools;
    expect(listed).toHaveLength(37);
    for (const tool of listed) {
      expect(tool.name).toMatch(/^svc_[a-z_]+$/);
      expect(tool.description?.length, tool.name).toBeGreaterThan(40);
      expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
      const output = tools.find(({ name }) => name === tool.name)?.output.shape ?? {};
      expect(Object.keys(tool.outputSchema?.properties ?? {}), tool.name).toEqual(Object.keys(output));
      expect(tool.annotations, tool.name).toEqual({
        title: tool.title,
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: true,
        openWorldHint: expect.any(Boolean),
      });
      expect("idempotencyKey" in (tool.inputSchema.properties ?? {}), tool.name).toBe(
        tool.annotations?.readOnlyHint === false,
      );
    }
    await expect(client.listTools({ cursor: "nonsense" })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it("reads the key owner's balances, cards, loyalty cards and identity status", async () => {
    const client = await connectClient(ada.key);
    const balance = await callTool(client, "svc_get_balance");
    expect(balance.data.euros).toEqual({
      available: DISTINCT,
      held: "0",
      owed: "0",
      savings: "0",
      total: DISTINCT,
    });
    const crypto = await callTool(client, "svc_get_crypto_wallets");
    expect(crypto.data.assetCount).toBe(3);
    expect(crypto.data.wallets.map((one: { type: string }) => one.type).sort()).toEqual([
      "BITCOIN",
      "USDC",
      "YANI_COIN",
    ]);
    const kyc = await callTool(client, "svc_get_kyc_status");
    expect(kyc.data).toMatchObject({
      overall: "PENDING",
      status: "IN_REVIEW",
      decisions: [{ decided: "IN_REVIEW" }],
      documents: [{ type: "passport", side: "front", status: "pending_verification", reasons: [] }],
      missing: ["selfie"],
    });
    // The bank's suspicions must not be disclosed to the user.
    expect(kyc.text).not.toContain("distinct reason");
    expect((await callTool(client, "svc_get_payment_cards")).data).toEqual({ cards: [], count: 0 });
    expect((await callTool(client, "svc_get_loyalty_cards")).data).toEqual({
      cards: [],
      count: 0,
      totals: [],
    });
    const program = await enrollMerchant("2.5", "Bakery");
    const { card } = await joinProgram(onWeb({ ...ada.actor }), program.programId);
    expect((await callTool(client, "svc_get_loyalty_cards")).data).toMatchObject({
      cards: [{ programName: "Bakery", points: "0", number: card.number, loyaltyPoints: 0, tier: "bronze" }],
      count: 1,
    });
    const advice = await callTool(client, "svc_identity_advice", { topic: "kyc" });
    expect(advice.data.markdown).toMatch(/^## KYC/);
    expect(advice.data.sources.length).toBeGreaterThan(3);
    await client.close();
  });

  it("reads all transactions in pages, each once, newest first", async () => {
    const client = await connectClient(ada.key);
    const all = (await callTool(client, "svc_get_transactions", { limit: 100, statistics: true })).data;
    expect(all.nextCursor).toBeUndefined();
    const seen: { id: string; walletId: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = (await callTool(client, "svc_get_transactions", { limit: 2, ...(cursor && { cursor }) }))
        .data;
      expect(page.transactions.length).toBeGreaterThan(0);
      seen.push(...page.transactions);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all.transactions);
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    // Four deposits came in; liquidity and the stake are only conversions.
    expect(all.statistics).toMatchObject({
      incomeCount: 4,
      expenseCount: 0,
      incomeExpenseRatio: null,
      trend: "positive",
    });
    for (const bad of [{ limit: 0 }, { limit: 101 }, { cursor: "x" }, { limit: "5" }, { unknown: 1 }])
      expect((await callTool(client, "svc_get_transactions", bad)).data).toMatchObject({
        code: "INVALID_REQUEST",
      });
    await client.close();
  });

  it("swaps once per idempotency key, and receives the reason of a rejected swap", async () => {
    const client = await connectClient(ada.key);
    const order = { tokenIn: "USDC", tokenOut: "BTC", amountIn: "100" };
    const quote = (await callTool(client, "svc_get_quote", order)).data;
    const swap = {
      ...order,
      minAmountOut: quote.minimumReceived,
      deadline: quote.expiresAt,
      idempotencyKey: "swap-one",
    };
    // A JSON number is accepted if it is exact.
    expect((await callTool(client, "svc_get_quote", { ...order, amountIn: 100 })).data.amountOut).toBe(
      quote.amountOut,
    );
    expect(
      (await callTool(client, "svc_get_quote", { ...order, amountIn: 0.1234567890123456 })).data.code,
    ).toBe("INVALID_REQUEST");
    const before = Number(await availableUnits(ada.actor, "USDC"));
    const first = await callTool(client, "svc_swap", swap);
    expect(first.data).toMatchObject({ amountIn: "100", tokenOut: "BTC" });
    expect(await callTool(client, "svc_swap", swap)).toEqual(first);
    expect(Number(await availableUnits(ada.actor, "USDC"))).toBe(before - 100);
    expect((await callTool(client, "svc_swap", { ...swap, amountIn: "101" })).data).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    const refused = await callTool(client, "svc_swap", {
      ...swap,
      amountIn: "999999",
      minAmountOut: "0",
      idempotencyKey: "swap-two",
    });
    expect(refused).toMatchObject({ isError: true, data: { code: "INSUFFICIENT_BALANCE" } });
    expect(refused.text).not.toContain(" at ");
    const { idempotencyKey: _, ...without } = swap;
    expect((await callTool(client, "svc_swap", without)).data.details.fields).toEqual([
      { field: "idempotencyKey", message: "is required" },
    ]);
    await expect(client.callTool({ name: "svc_nothing", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });

  it("opens a wallet, stakes, unstakes and ends a delegation", async () => {
    const client = await connectClient(bob.key);
    const opened = await callTool(client, "svc_create_wallet", { assetSymbol: "EUR", idempotencyKey: "w" });
    expect(opened.data.wallet).toMatchObject({ type: "EUROS", balance: "0" });
    await depositUnits(bob.actor, "YANI", "300");
    const staked = await callTool(client, "svc_stake", {
      poolId: "flexible",
      amount: "200",
      idempotencyKey: "s",
    });
    expect(staked.data.position).toMatchObject({ amount: "200", status: "active" });
    const { id } = staked.data.position;
    const taken = await callTool(client, "svc_unstake", {
      positionId: id,
      amount: "200",
      idempotencyKey: "u",
    });
    expect(taken.data).toMatchObject({ received: "200", penalty: "0" });
    expect((await callTool(client, "svc_undelegate", { idempotencyKey: "d" })).data).toMatchObject({
      delegatedTo: null,
    });
    await client.close();
  });
});

describe("an API key", () => {
  /** Arguments for every tool, with Ada's ids wherever a tool takes one. */
  const given = (): Readonly<Record<string, Record<string, unknown>>> => ({
    svc_get_wallet: { walletId: walletId("live", ada.actor.userId, "EUR") },
    svc_create_wallet: { assetSymbol: "EUR" },
    svc_get_price: { symbol: "BTC" },
    svc_get_price_history: { symbol: "BTC" },
    svc_get_quote: { tokenIn: "USDC", tokenOut: "BTC", amountIn: "1" },
    svc_swap: {
      tokenIn: "USDC",
      tokenOut: "BTC",
      amountIn: "1",
      minAmountOut: "0",
      deadline: "2100-01-01T00:00:00Z",
    },
    svc_add_liquidity: { pairId: "BTC-USDC", amount0: "0.001", amount1: "100", slippage: "50" },
    svc_remove_liquidity: { positionId, lpTokens: "0.1", minAmount0: "0", minAmount1: "0" },
    svc_stake: { poolId: "flexible", amount: "100" },
    svc_unstake: { positionId: stakeId, amount: "1" },
    svc_claim_rewards: { positionId: stakeId },
    svc_get_proposal: { proposalId: "prp_00000000000000000000000000" },
    svc_vote: { proposalId: "prp_00000000000000000000000000", voteType: "for" },
    svc_delegate: { delegatee: "0x0000000000000000000000000000000000000000" },
  });
  const argumentsOf = (name: string) => {
    const tool = tools.find((one) => one.name === name);
    return { ...given()[name], ...(tool?.writes && { idempotencyKey: `eve-${name}` }) };
  };
  const takesEmail = (tool: (typeof tools)[number]): boolean => "email" in tool.input.shape;

  it("gets no data of another user from any tool, by email address or by id", async () => {
    const eve = await createPerson("eve.mcp@example.com");
    const client = await connectClient(eve.key);
    const before = await availableUnits(ada.actor, "USDC");
    for (const tool of tools) {
      const own = argumentsOf(tool.name);
      const outcome = await callTool(client, tool.name, own);
      for (const secret of [
        ada.actor.userId,
        ada.actor.email,
        DISTINCT,
        "distinct reason",
        ada.actor.userId.slice(4),
      ])
        expect(outcome.text, tool.name).not.toContain(secret);
      if (outcome.isError) expect(outcome.data.code, tool.name).not.toMatch(/INTERNAL|INVALID_REQUEST/);
      if (!takesEmail(tool)) continue;
      const [hers, nobodys] = [
        await callTool(client, tool.name, { ...own, email: ada.actor.email }),
        await callTool(client, tool.name, { ...own, email: "unknown@example.com" }),
      ];
      expect(hers.data.code, tool.name).toBe("PERSON_NOT_FOUND");
      expect(hers.text, tool.name).toBe(nobodys.text);
    }
    for (const name of ["svc_get_wallet", "svc_remove_liquidity", "svc_unstake", "svc_claim_rewards"])
      expect((await callTool(client, name, argumentsOf(name))).data.code, name).toMatch(/_NOT_FOUND$/);
    expect(await availableUnits(ada.actor, "USDC")).toBe(before);
    expect(tools.filter(takesEmail).length).toBeGreaterThanOrEqual(13);
    expect(tools.filter((tool) => tool.writes && takesEmail(tool))).toEqual([]);
    await client.close();
  });

  it("of an administrator reads any user's data by email address, but cannot change it", async () => {
    const client = await connectClient(platform.seed.apiKeys.mcpAdmin);
    for (const tool of tools.filter(takesEmail)) {
      const { data, isError } = await callTool(client, tool.name, { email: ada.actor.email.toUpperCase() });
      if (tool.name === "svc_get_merchant_account") expect(data.code).toBe("MERCHANT_NOT_FOUND");
      else expect(isError, `${tool.name} ${JSON.stringify(data)}`).toBe(false);
    }
    const seen = await callTool(client, "svc_get_balance", { email: ada.actor.email });
    expect(seen.data.euros.available).toBe(DISTINCT);
    const { items } = await Trail.list({ limit: 1 }, ada.actor.userId);
    expect(items).toMatchObject([{ deed: "user-seen", about: { by: "mcp" } }]);
    expect((await callTool(client, "svc_get_balance", { email: "unknown@example.com" })).data.code).toBe(
      "PERSON_NOT_FOUND",
    );
    expect((await callTool(client, "svc_get_wallet", argumentsOf("svc_get_wallet"))).data.code).toBe(
      "WALLET_NOT_FOUND",
    );
    expect((await callTool(client, "svc_unstake", argumentsOf("svc_unstake"))).data.code).toBe(
      "POSITION_NOT_FOUND",
    );
    await client.close();
  });

  it("of test mode is rejected by all tools, and a read-only key by tools that write", async () => {
    const test = await createPerson("test.mode@example.com", { ...allScopes, mode: "test" });
    const reader = await createPerson("reader@example.com", { ...allScopes, scopes: ["mcp:read"] });
    const [testing, reading] = await Promise.all([connectClient(test.key), connectClient(reader.key)]);
    for (const tool of tools) {
      expect((await callTool(testing, tool.name, argumentsOf(tool.name))).data.code).toBe("TEST_KEY_REFUSED");
      if (tool.writes)
        expect((await callTool(reading, tool.name, argumentsOf(tool.name))).data).toMatchObject({
          code: "FORBIDDEN",
          details: { scope: "mcp:write" },
        });
    }
    await Promise.all([testing.close(), reading.close()]);
  });

  it("is rejected after it is revoked", async () => {
    const gone = await createPerson("gone.mcp@example.com");
    const [key] = await ApiKeys.list(gone.actor);
    await ApiKeys.revoke(gone.actor, key?.keyId ?? "");
    expect((await callPlainRoute("/mcp", gone.key)).status).toBe(401);
  });

  it("shares its owner's limit of a route with the tool of the same operation", async () => {
    const client = await connectClient(bob.key);
    const { token } = (
      await platform.call<{ token: string }>("POST", "/api/auth/login", {
        body: { email: bob.actor.email, password: "Analytical1!" },
      })
    ).body;
    for (let i = 0; i < 29; i++) await platform.call("DELETE", "/api/defi/governance/delegation", { token });
    const codes: unknown[] = [];
    for (let i = 0; i < 2; i++)
      codes.push((await callTool(client, "svc_undelegate", { idempotencyKey: `limit-${i}` })).data.code);
    expect(codes.at(-1)).toBe("RATE_LIMITED");
    await client.close();
  });
});

it("returns a result from every tool that matches the listed schema, as the official client checks", async () => {
  const [voter, rich] = await Promise.all([createPerson("every.tool@example.com"), createMember(1_000_000n)]);
  for (const [asset, amount] of [
    ["USDC", "5000"],
    ["BTC", "0.5"],
    ["YANI", "2000"],
  ] as const)
    await depositUnits(voter.actor, asset, amount);
  const { id: proposalId } = await openProposal(rich);
  const client = await connectClient(voter.key);
  // The client compiles the listed schemas, and validates every result.
  const listed = (await client.listTools()).tools;
  const answered = new Map<string, Outcome["data"]>();
  const order = { tokenIn: "USDC", tokenOut: "BTC", amountIn: "10" };
  const deadline = new Date(Clock.nowMs() + 600_000).toISOString();
  const given: Readonly<Record<string, () => Record<string, unknown>>> = {
    svc_get_wallet: () => ({ walletId: walletId("live", voter.actor.userId, "YANI") }),
    svc_create_wallet: () => ({ assetSymbol: "EUR" }),
    svc_get_price: () => ({ symbol: "BTC" }),
    svc_get_price_history: () => ({ symbol: "BTC" }),
    svc_get_quote: () => order,
    svc_swap: () => ({ ...order, minAmountOut: "0", deadline }),
    svc_add_liquidity: () => ({ pairId: "BTC-USDC", amount0: "0.001", amount1: "100", slippage: "50" }),
    svc_remove_liquidity: () => ({
      positionId: answered.get("svc_add_liquidity")?.position?.id,
      lpTokens: "0.0001",
      minAmount0: "0",
      minAmount1: "0",
    }),
    svc_stake: () => ({ poolId: "flexible", amount: "200" }),
    svc_unstake: () => ({ positionId: answered.get("svc_stake")?.position?.id, amount: "50" }),
    svc_claim_rewards: () => ({ positionId: answered.get("svc_stake")?.position?.id }),
    svc_get_proposal: () => ({ proposalId }),
    svc_vote: () => ({ proposalId, voteType: "for" }),
    svc_delegate: () => ({ delegatee: Address.ofUser(rich.userId) }),
  };
  const refused: string[] = [];
  for (const { name } of listed) {
    const writes = tools.find((one) => one.name === name)?.writes;
    const outcome = await callTool(client, name, {
      ...given[name]?.(),
      ...(writes && { idempotencyKey: name }),
    });
    answered.set(name, outcome.data);
    if (outcome.isError) refused.push(`${name} ${outcome.data.code}`);
  }
  expect(listed).toHaveLength(tools.length);
  expect(refused).toEqual(["svc_get_merchant_account MERCHANT_NOT_FOUND"]);
  await client.close();
});

describe("the MCP endpoint", () => {
  const accept = "application/json, text/event-stream";
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${platform.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept,
        "x-api-key": ada.key,
        "x-forwarded-for": newAddress(),
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const current = "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": current,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const modern = (
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) =>
    post(
      { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } },
      { "mcp-protocol-version": current, "mcp-method": method, ...headers },
    );
  /** Sends a request with any method, including those that `fetch` does not allow. */
  const byMethod = (method: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { accept, "x-api-key": ada.key, "x-forwarded-for": newAddress() };
      const asked = request(`${platform.url}/mcp`, { method, headers }, (answered) => {
        answered.resume();
        resolve(answered);
      });
      asked.on("error", reject).end();
    });
  const answerTo = async (response: Response) => {
    const text = await response.text();
    const data = text.startsWith("event:") ? text.replace(/^[\s\S]*?data: /, "") : text;
    return { status: response.status, body: JSON.parse(data) };
  };

  it("works without a handshake in revision 2026-07-28, and states how long its lists may be cached", async () => {
    const discovered = await answerTo(await modern("server/discover"));
    expect(discovered).toMatchObject({
      status: 200,
      body: { id: 7, result: { resultType: "complete", supportedVersions: [current] } },
    });
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
      expect((await answerTo(await modern(method))).body.result).toMatchObject({
        ttlMs: 3_600_000,
        cacheScope: "public",
      });
    const first = await answerTo(await modern("tools/list"));
    expect((await answerTo(await modern("tools/list"))).body.result.tools).toEqual(first.body.result.tools);
    const called = await answerTo(
      await modern(
        "tools/call",
        { name: "svc_get_balance", arguments: {} },
        { "mcp-name": "svc_get_balance" },
      ),
    );
    expect(called.body.result).toMatchObject({ resultType: "complete", structuredContent: { euros: {} } });
  });

  it("rejects invalid requests of revision 2026-07-28 with the protocol's error codes", async () => {
    const mismatch = await answerTo(await modern("tools/list", {}, { "mcp-method": "tools/call" }));
    expect(mismatch).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
    const unknown = await answerTo(
      await post(
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/list",
          params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
        },
        { "mcp-protocol-version": "2099-01-01" },
      ),
    );
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: -32022 } } });
    const uri = "svc://models/nope";
    const missing = await answerTo(await modern("resources/read", { uri }, { "mcp-name": uri }));
    expect(missing.body.error).toMatchObject({ code: -32602, data: { uri } });
  });

  it("has a handshake, but no sessions, in revision 2025-11-25", async () => {
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const begun = await post(hello);
    expect(begun.headers.get("mcp-session-id")).toBeNull();
    expect((await answerTo(begun)).body.result).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    });
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    expect((await post(hello, { accept: "application/json" })).status).toBe(406);
    expect((await post(hello, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("{not json")).status).toBe(400);
    expect((await post({ ...hello, params: { ...hello.params, padding: "x".repeat(300_000) } })).status).toBe(
      413,
    );
    const batch = Array.from({ length: 3 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
    expect(await answerTo(await post(batch))).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
    for (const method of ["GET", "DELETE", "PUT", "TRACE"]) {
      const { statusCode, headers } = await byMethod(method);
      expect(statusCode, method).toBe(405);
      expect(headers["allow"], method).toBe("POST");
    }
  });

  it("accepts a client that resumes with an unknown session id, and lets the client end the session", async () => {
    const sessionId = crypto.randomUUID();
    const client = new Client({ name: "test", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(`${platform.url}/mcp`), {
      sessionId,
      requestInit: { headers: { "x-api-key": ada.key, "x-forwarded-for": newAddress() } },
    });
    // With an id the official client resumes a session without a handshake.
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(37);
    const { user } = (await callTool(client, "svc_get_profile")).data;
    expect(user.email).toBe("ada.mcp@example.com");
    expect(transport.sessionId).toBe(sessionId);
    await transport.terminateSession();
    await client.close();
  });

  it.each([
    ["tools/call", {}, "name", "is required"],
    ["tools/call", { name: 7 }, "name", "must be a string"],
    ["tools/list", { cursor: 1 }, "cursor", "must be a string"],
    ["resources/read", { uri: [] }, "uri", "must be a string"],
    ["prompts/get", { name: "x", arguments: 3 }, "arguments", "must be an object"],
    ["completion/complete", { ref: { type: "ref/prompt", name: "x" } }, "argument", "is required"],
  ])("rejects a wrong parameter of %s %j with a readable message", async (method, params, field, message) => {
    const { body } = await answerTo(await post({ jsonrpc: "2.0", id: 1, method, params }));
    expect(body.error).toMatchObject({
      code: -32602,
      message: `The request is invalid: ${field} ${message}.`,
    });
    expect(body.error.data).toEqual({ code: "INVALID_REQUEST", fields: [{ field, message }] });
    const current = await answerTo(
      await modern(method, params, { "mcp-name": String(Object.values(params)[0]) }),
    );
    expect(JSON.stringify(current.body)).not.toContain("invalid_type");
  });

  it("rejects a time range in reverse order, like the payments routes", async () => {
    const client = await connectClient(ada.key);
    const refused = await callTool(client, "svc_get_payments", {
      from: "2026-02-01T00:00:00Z",
      to: "2026-01-01T00:00:00Z",
    });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain("from must not be after to");
    const within = { from: "2026-02-01T00:00:00Z", to: "2026-02-01T00:00:00.500Z" };
    expect(await callTool(client, "svc_get_payments", within)).toMatchObject({ isError: false });
  });

  it("accepts browser requests of the platform's own pages, with a preflight", async () => {
    const origin = publicOrigin();
    const asked = await fetch(`${platform.url}/mcp`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,mcp-method,mcp-protocol-version,x-api-key",
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
    const answered = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { origin });
    expect(answered.status).toBe(200);
    expect(answered.headers.get("access-control-allow-origin")).toBe(origin);
  });

  it("rejects requests from pages of another site, and requests with another Host header", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await post(list, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(list, { origin: platform.url })).status).toBe(200);
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(platform.url);
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path: "/mcp",
          method: "POST",
          headers: {
            host: "evil.example",
            "content-type": "application/json",
            accept,
            "x-api-key": ada.key,
            "x-forwarded-for": newAddress(),
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      asked.on("error", reject);
      asked.end(JSON.stringify(list));
    });
    expect(status).toBe(403);
  });

  it("does not return the caller's API key in a tool's result", async () => {
    const response = await post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "svc_get_profile" },
    });
    expect(await response.text()).not.toContain(ada.key);
  });
});
