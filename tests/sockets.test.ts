import { createConnection } from "node:net";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { livePrices } from "../contract/defi/prices/live.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import { create as createUser } from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Connections from "../core/live/connections.ts";
import { open } from "../core/live/feed.ts";
import * as Subscribers from "../core/live/subscribers.ts";
import * as Table from "../core/platform/table/index.ts";
import type { Publisher } from "../core/prices/feed.ts";
import { save, type Tick } from "../core/prices/latest.ts";
import { onWeb } from "./support/identity.ts";
import { withPlatform } from "./support/platform.ts";
import {
  type ConnectOptions,
  connect,
  type Message,
  type SocketClient,
  UpgradeRejected,
} from "./support/socket.ts";

/**
 * Live prices over real WebSockets (spec 2, sections 5, 6 and 8). The test publishes prices itself;
 * `feed-socket.test.ts` uses the real feed.
 */

const platform = withPlatform({ consumers: consumers.filter((one) => one.id !== "prices.feed") });

let lastIp = 0;
/** Returns a unique IP address, because of the limits. */
const newIp = (): string => {
  lastIp++;
  return `10.9.${lastIp >> 8}.${lastIp & 255}`;
};
const clients: SocketClient[] = [];
const publishers: Publisher[] = [];

async function connectClient(
  options: Parameters<typeof connect>[1] = { ip: newIp() },
): Promise<SocketClient> {
  const made = await connect(platform.url, options);
  clients.push(made);
  return made;
}
const requestTicket = (apiKey: string) =>
  fetch(`${platform.url}/v2/price-tickets`, { method: "POST", headers: { "x-api-key": apiKey } });
async function ticketOf(apiKey: string): Promise<string> {
  const response = await requestTicket(apiKey);
  expect(response.status).toBe(201);
  return ((await response.json()) as { ticket: string }).ticket;
}
function createPublisher(): Publisher {
  const made = open(Clock.nowMs() + 60_000);
  publishers.push(made);
  return made;
}
const tick = (symbol: string, price: string, more: Partial<Tick> = {}): Tick => ({
  symbol,
  price,
  change24h: "1.25",
  volume24h: "1000.00",
  timestamp: Clock.nowIso(),
  ...more,
});

/** Returns the items of live prices in the table. */
async function remainingItems(): Promise<string[]> {
  const found: string[] = [];
  for await (const { pk, sk } of Table.scan()) if (String(pk).startsWith("LIVE")) found.push(`${pk} ${sk}`);
  return found;
}

beforeAll(() => save([]));

afterEach(async () => {
  platform.faults.clear();
  await Promise.all(publishers.splice(0).map((one) => one.close()));
  await Promise.all(clients.splice(0).map((one) => one.close()));
  await platform.drain();
  // No test may leave items of its connections behind.
  expect(await remainingItems()).toEqual([]);
  vi.unstubAllEnvs();
});

describe("a subscriber", () => {
  it("gets a confirmation, the last price of each symbol immediately, and then every change", async () => {
    await save([tick("BTC", "100.5"), tick("ETH", "7")]);
    const one = await connectClient();
    one.send({ action: "subscribe", symbols: ["btc", "ETH", "Usdc", "BTC"] });
    expect(await one.next()).toEqual({ type: "subscribed", symbols: ["BTC", "ETH", "USDC"] });
    expect([await one.next(), await one.next()]).toMatchObject([
      { type: "price_update", symbol: "BTC", price: "100.5", change24h: "1.25", volume24h: "1000.00" },
      { type: "price_update", symbol: "ETH", price: "7" },
    ]);
    createPublisher().publish([tick("BTC", "101"), tick("USDC", "1"), tick("EUR", "1.1")]);
    // A new publisher sends the last prices again, so one of them may arrive twice.
    expect(await one.next((message) => message["price"] === "101")).toMatchObject({ symbol: "BTC" });
    expect(await one.next((message) => message["price"] === "1")).toMatchObject({ symbol: "USDC" });
    for (const message of one.messages) expect(livePrices.sends.safeParse(message).success).toBe(true);
    expect(one.messages.map((message) => message["symbol"])).not.toContain("EUR");
  });

  it("that subscribes while the feed runs gets prices before the feed's next table read", async () => {
    const feed = createPublisher();
    feed.publish([]);
    const one = await connectClient();
    await one.subscribe("BTC");
    feed.publish([tick("BTC", "5")]);
    expect(await one.next((message) => message["price"] === "5")).toBeDefined();
  });

  it("receives a confirmation of an unsubscription, and no more prices", async () => {
    await save([]);
    const feed = createPublisher();
    const one = await connectClient();
    await one.subscribe("BTC", "ETH");
    one.send({ action: "unsubscribe", symbols: ["btc", "EUR"] });
    expect(await one.nextOf("unsubscribed")).toEqual({ type: "unsubscribed", symbols: ["BTC", "EUR"] });
    feed.publish([tick("BTC", "1"), tick("ETH", "2")]);
    expect(await one.nextOf("price_update")).toMatchObject({ symbol: "ETH" });
    expect(one.messages.map((message) => message["symbol"])).not.toContain("BTC");
  });

  it("never receives a price before the confirmation of its subscription", async () => {
    const feed = createPublisher();
    feed.publish([]);
    const one = await connectClient();
    let price = 0;
    const push = () => {
      price++;
      feed.publish([tick("BTC", String(price)), tick("ETH", String(price))]);
    };
    const pushing = setInterval(push, 1);
    try {
      for (const symbols of [["BTC"], ["ETH"]]) await one.subscribe(...symbols);
      await one.next((message) => message["symbol"] === "ETH");
    } finally {
      clearInterval(pushing);
    }
    const firstOf = (passes: (message: Message) => boolean) => one.messages.findIndex(passes);
    expect(one.messages[0]).toEqual({ type: "subscribed", symbols: ["BTC"] });
    const confirmed = firstOf(
      (message) => message.type === "subscribed" && String(message["symbols"]) === "ETH",
    );
    expect(confirmed).toBeLessThan(firstOf((message) => message["symbol"] === "ETH"));
  });
});

describe("a message", () => {
  const frames: readonly (readonly [string, unknown, string])[] = [
    ["text that is not JSON", "subscribe", "MALFORMED_JSON"],
    ["JSON of another type", [], "INVALID_MESSAGE"],
    ["no symbols", { action: "subscribe" }, "INVALID_MESSAGE"],
    ["an unknown action", { action: "order", symbols: ["BTC"] }, "UNKNOWN_ACTION"],
    ["an unknown symbol", { action: "subscribe", symbols: ["DOGE"] }, "UNKNOWN_SYMBOL"],
    ["an empty symbol", { action: "unsubscribe", symbols: [" "] }, "UNKNOWN_SYMBOL"],
    ["51 symbols", { action: "subscribe", symbols: Array(51).fill("BTC") }, "TOO_MANY_SYMBOLS"],
    ["5000 bytes", "x".repeat(5000), "MESSAGE_TOO_LARGE"],
  ];
  it.each(frames)("with %s gets an error, and the connection continues", async (_, message, code) => {
    const one = await connectClient();
    one.send(message);
    expect(await one.next()).toMatchObject({
      type: "error",
      code,
      message: expect.stringMatching(/^[A-Z].+\.$/),
    });
    expect(await one.subscribe("BTC")).toEqual({ type: "subscribed", symbols: ["BTC"] });
  });

  it("with known and unknown symbols subscribes to the known ones, and gets an error for the others", async () => {
    await save([]);
    const one = await connectClient();
    one.send({ action: "subscribe", symbols: ["DOGE", "BTC", "doge2"] });
    expect(await one.next()).toEqual({ type: "subscribed", symbols: ["BTC"] });
    expect(await one.next()).toMatchObject({
      code: "UNKNOWN_SYMBOL",
      message: "No prices are available for DOGE, doge2. Check the symbols.",
    });
  });

  it("gets RATE_LIMITED in a flood, until the flood ends, without an effect on other connections", async () => {
    const [flooding, calm] = await Promise.all([connectClient(), connectClient()]);
    for (let sent = 0; sent < 60; sent++) flooding.send({ action: "subscribe", symbols: ["BTC"] });
    const limited = await flooding.next((message) => message["code"] === "RATE_LIMITED");
    expect(limited.type).toBe("error");
    await calm.subscribe("ETH");
    await expect.poll(() => flooding.messages.filter((one) => one.type !== "price_update").length).toBe(60);
    expect(flooding.messages.filter((one) => one.type === "subscribed")).toHaveLength(50);
    await platform.advance(11);
    flooding.send({ action: "subscribe", symbols: ["ETH"] });
    expect(await flooding.next((message) => String(message["symbols"]) === "ETH")).toBeDefined();
  });

  it("of a continuing flood ends only its own connection", async () => {
    const [flooding, calm] = await Promise.all([connectClient(), connectClient()]);
    for (let sent = 0; sent < 120; sent++) flooding.send("flood");
    expect(await flooding.closed).toBe(1000);
    await calm.subscribe("ETH");
  });

  it("that fails internally gets INTERNAL_ERROR, and works when it is sent again", async () => {
    const one = await connectClient();
    platform.faults.set({ dependency: "dynamodb", kind: "error", rate: 1 });
    one.send({ action: "subscribe", symbols: ["BTC"] });
    expect(await one.next()).toMatchObject({ type: "error", code: "INTERNAL_ERROR" });
    platform.faults.clear();
    await one.subscribe("BTC");
  });
});

describe("a connection", () => {
  it.each([
    ["a frame over 32 KB", (one: SocketClient) => one.socket.send("x".repeat(33 * 1024)), 1009],
    [
      "a message over 128 KB in small frames",
      ({ socket }: SocketClient) => {
        for (let sent = 0; sent < 9; sent++) socket.send("x".repeat(16 * 1024), { fin: sent === 8 });
      },
      1009,
    ],
    ["a binary frame", (one: SocketClient) => one.socket.send(Buffer.from("{}"), { binary: true }), 1003],
    [
      "text that is not UTF-8",
      (one: SocketClient) => one.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false }),
      1007,
    ],
  ])("is ended as by API Gateway for %s", async (_, send, code) => {
    const [one, other] = await Promise.all([connectClient(), connectClient()]);
    await one.subscribe("BTC");
    send(one);
    expect(await one.closed).toBe(code);
    await other.subscribe("BTC");
  });

  it("is ended for bytes that are not frames, without an effect on other connections", async () => {
    const one = await connectClient();
    const { port } = new URL(platform.url);
    const raw = createConnection(Number(port), "127.0.0.1");
    const key = Buffer.alloc(16).toString("base64");
    raw.write(
      `GET /ws/prices HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: ${newIp()}\r\n\r\n`,
    );
    const ended = new Promise((resolve) => raw.once("close", resolve));
    raw.once("data", () => raw.write(Buffer.alloc(64, 0xff)));
    await ended;
    await one.subscribe("BTC");
  });

  it("accepts a message of several frames below 32 KB", async () => {
    const one = await connectClient();
    const text = JSON.stringify({ action: "subscribe", symbols: ["BTC"] });
    one.socket.send(text.slice(0, 10), { fin: false });
    one.socket.send(text.slice(10), { fin: true });
    expect(await one.nextOf("subscribed")).toBeDefined();
  });
});

describe("a connect request", () => {
  const attempts = (count: number, options: Parameters<typeof connect>[1]) =>
    Promise.allSettled(Array.from({ length: count }, () => connectClient(options)));
  const statuses = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((one) =>
      one.status === "rejected" ? (one.reason instanceof UpgradeRejected ? one.reason.status : "broken") : [],
    );
  const opened = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.filter((one) => one.status === "fulfilled").length;

  it("is limited to 5 connections per IP address under parallel requests, and others get 429", async () => {
    const results = await attempts(25, { ip: "192.0.2.1" });
    expect(opened(results)).toBe(5);
    expect(new Set(statuses(results))).toEqual(new Set([429]));
    const [refused] = results.flatMap((one) =>
      one.status === "rejected" ? [one.reason as UpgradeRejected] : [],
    );
    expect(JSON.parse(refused?.body ?? "")).toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    await clients[0]?.close();
    await platform.drain();
    await connectClient({ ip: "192.0.2.1" });
  });

  it("is limited by the /64 of an IPv6 address", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => connectClient({ ip: `2001:db8:1:2::${index + 1}` })),
    );
    expect(opened(results)).toBe(5);
    await connectClient({ ip: "2001:db8:1:3::1" });
  });

  it("is limited to 5 connections per API key from any IP address, separately from the limit per IP address", async () => {
    const ip = newIp();
    const { pro } = platform.seed.apiKeys;
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => connectClient({ ip: newIp(), apiKey: pro })),
      ...Array.from({ length: 4 }, () => connectClient({ ip, path: `/ws/prices?apiKey=${pro}` })),
    ]);
    expect(opened(results)).toBe(5);
    expect(statuses(results)).toEqual([429, 429, 429]);
    expect(opened(await attempts(6, { ip }))).toBe(5);
  });

  it("with an unknown API key gets 401", async () => {
    const unknown = connectClient({ ip: newIp(), apiKey: `svc_live_${"x".repeat(43)}` });
    await expect(unknown).rejects.toMatchObject({ status: 401 });
    await expect(connectClient({ ip: newIp(), path: "/ws/prices?apiKey=" })).rejects.toMatchObject({
      status: 401,
    });
  });

  it("requires an API key's prices scope and an allowed IP address, and must not have two keys", async () => {
    const owner = onWeb(
      await createUser({ name: "Ada", email: "live.keys@example.com", emailVerified: true }),
    );
    const made = (input: Partial<ApiKeys.NewApiKey>) =>
      ApiKeys.create(owner, { name: "live", mode: "live", plan: "free", scopes: ["*"], ...input });
    const [prices, others, elsewhere] = await Promise.all([
      made({ scopes: ["prices:read"] }),
      made({ scopes: ["mcp:read"] }),
      made({ allowedAddresses: ["203.0.113.0/24"] }),
    ]);
    await connectClient({ ip: newIp(), apiKey: prices.secret });
    const refused = (apiKey: string, path = "/ws/prices") =>
      connectClient({ ip: newIp(), apiKey, path }).catch(({ status, body }: UpgradeRejected) => [
        status,
        JSON.parse(body).code,
      ]);
    expect(await refused(others.secret)).toEqual([403, "FORBIDDEN"]);
    expect(await refused(elsewhere.secret)).toEqual([403, "API_KEY_ADDRESS_NOT_ALLOWED"]);
    const two = `/ws/prices?apiKey=${others.secret}`;
    expect(await refused(prices.secret, two)).toEqual([400, "AMBIGUOUS_CREDENTIAL"]);
  });

  it("opens for pages of our site and for programs, but for a page of another site only with a credential", async () => {
    const from = (origin: string, more: object = {}) =>
      connectClient({ ip: newIp(), headers: { origin }, ...more }).then(
        () => "open",
        ({ status, body }: UpgradeRejected) => [status, JSON.parse(body).code],
      );
    expect(await from(platform.url)).toBe("open");
    for (const origin of ["https://evil.example", "null", `${platform.url}.evil.example`])
      expect(await from(origin)).toEqual([403, "FORBIDDEN"]);
    expect(await from("https://shop.example", { apiKey: platform.seed.apiKeys.pro })).toBe("open");
    await connectClient({ ip: newIp() });
  });

  it("opens once with a ticket of an API key, also under 8 parallel attempts, and counts for the key", async () => {
    const { pro } = platform.seed.apiKeys;
    const [first, second] = [await ticketOf(pro), await ticketOf(pro)];
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => connectClient({ ip: newIp(), path: `/ws/prices?ticket=${first}` })),
    );
    expect(opened(results)).toBe(1);
    expect(new Set(statuses(results))).toEqual(new Set([401]));
    const one = await connectClient({ ip: newIp(), path: `/ws/prices?ticket=${second}` });
    expect(await one.subscribe("BTC")).toMatchObject({ type: "subscribed", symbols: ["BTC"] });
    // Two of the key's five connections are open.
    const others = await attempts(5, { ip: newIp(), apiKey: pro });
    expect(opened(others)).toBe(3);
  });

  it("is rejected with a ticket that was used, has expired or is unknown, or beside another credential", async () => {
    const { pro } = platform.seed.apiKeys;
    const rejected = (ticket: string, options: ConnectOptions = {}) =>
      connectClient({ ip: newIp(), path: `/ws/prices?ticket=${ticket}`, ...options }).then(
        () => undefined,
        ({ status, body }: UpgradeRejected) => [status, JSON.parse(body).code],
      );
    const used = await ticketOf(pro);
    expect(await rejected(used)).toBeUndefined();
    expect(await rejected(used)).toEqual([401, "INVALID_TICKET"]);
    for (const unknown of ["x".repeat(43), ""])
      expect(await rejected(unknown)).toEqual([401, "INVALID_TICKET"]);
    const late = await ticketOf(pro);
    expect(await rejected(late, { apiKey: pro })).toEqual([400, "AMBIGUOUS_CREDENTIAL"]);
    const before = Clock.offset();
    Clock.setOffset(before + 60_000);
    expect(await rejected(late)).toEqual([401, "INVALID_TICKET"]);
    Clock.setOffset(before);
    // None of these rejections has used it up.
    expect(await rejected(late)).toBeUndefined();
  });

  it("has a ticket only for an API key with the prices scope, whose hash alone is stored", async () => {
    const { pro } = platform.seed.apiKeys;
    const ticket = await ticketOf(pro);
    const stored = await Array.fromAsync(Table.scan());
    expect(stored.some((item) => String(item["pk"]).startsWith("LIVETICKET#"))).toBe(true);
    expect(
      JSON.stringify(stored, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(ticket);
    await connectClient({ ip: newIp(), path: `/ws/prices?ticket=${ticket}` });
    const owner = onWeb(
      await createUser({ name: "Ada", email: "ticket.keys@example.com", emailVerified: true }),
    );
    const other = await ApiKeys.create(owner, {
      name: "mcp",
      mode: "live",
      plan: "free",
      scopes: ["mcp:read"],
    });
    expect((await requestTicket(other.secret)).status).toBe(403);
    expect((await requestTicket(`svc_live_${"x".repeat(43)}`)).status).toBe(401);
  });

  it("that bypasses the distribution is rejected if EDGE_REQUIRED is on", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("ORIGIN_SECRET", "from-our-distribution");
    await expect(connectClient({ ip: newIp() })).rejects.toMatchObject({ status: 403 });
    await connectClient({ ip: newIp(), headers: { "x-origin-secret": "from-our-distribution" } });
    vi.unstubAllEnvs();
  });

  it("is also limited while the table throttles and loses responses, and leaves no items if it is rejected", async () => {
    platform.faults.set({ dependency: "dynamodb", kind: "throttling", rate: 0.1 });
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.1 });
    const results = await attempts(20, { ip: "192.0.2.2" });
    expect(opened(results)).toBeLessThanOrEqual(5);
    expect(opened(results)).toBeGreaterThan(0);
    expect(statuses(results)).not.toContain("broken");
    platform.faults.clear();
  });

  it("for another WebSocket path gets 404", async () => {
    await expect(connectClient({ path: "/ws/other" })).rejects.toMatchObject({ status: 404 });
    expect((await platform.call("GET", "/ws/prices")).status).toBe(404);
  });
});

describe("connections", () => {
  it("that are gone are removed when a price cannot be sent to them", async () => {
    await Connections.open("ghost", "ip:ghost");
    await Subscribers.subscribe("ghost", ["BTC"]);
    const feed = createPublisher();
    feed.publish([tick("BTC", "1")]);
    await expect.poll(remainingItems).toEqual([]);
  });

  it("end after 2 hours, or after 10 minutes of silence", async () => {
    const [idle, busy] = await Promise.all([connectClient(), connectClient()]);
    await busy.subscribe("BTC");
    for (let minutes = 9; minutes < 120; minutes += 9) {
      await platform.advance(9 * 60);
      // The clock has jumped, so the connection may be closed already.
      if (busy.socket.readyState === busy.socket.OPEN) await busy.subscribe("BTC");
    }
    expect(await idle.closed).toBe(1001);
    await platform.advance(9 * 60);
    expect(await busy.closed).toBe(1001);
    expect(await remainingItems()).toEqual([]);
  });

  it("are closed by a reset, and new ones are accepted afterwards", async () => {
    const one = await connectClient();
    await one.subscribe("BTC");
    await platform.reset();
    expect(await one.closed).toBe(1001);
    const after = await connectClient();
    await after.subscribe("BTC");
  });
});

describe("the management API", () => {
  const manage = (method: string, id: string, body?: string) =>
    fetch(`${platform.url}/_local/sockets/@connections/${encodeURIComponent(id)}`, {
      method,
      body: body ?? null,
    });

  it("sends to a connection, describes it, ends it, and returns 410 for an ended one", async () => {
    const ip = newIp();
    const one = await connectClient({ ip, headers: { "user-agent": "test" } });
    await one.subscribe("BTC");
    const [member] = await Subscribers.list(0);
    const id = member?.connectionId ?? "";
    expect((await manage("POST", id, '{"type":"price_update","symbol":"X"}')).status).toBe(200);
    expect(await one.nextOf("price_update")).toMatchObject({ symbol: "X" });
    const shown = await manage("GET", id);
    expect(await shown.json()).toMatchObject({
      identity: { sourceIp: ip, userAgent: "test" },
      connectedAt: expect.any(String),
    });
    expect((await manage("DELETE", id)).status).toBe(204);
    await one.closed;
    const gone = await manage("POST", id, "{}");
    expect([gone.status, gone.headers.get("x-amzn-errortype")]).toEqual([410, "GoneException"]);
  });
});

describe("an undecodable path of the management API", () => {
  it("is rejected, and the platform continues", async () => {
    const path = "/_local/sockets/@connections/%zz";
    expect((await platform.call("GET", path)).status).toBe(400);
    expect((await platform.call("GET", path, { headers: { origin: "https://evil.example" } })).status).toBe(
      403,
    );
    await (await connectClient()).subscribe("BTC");
  });
});

describe("pushing prices", () => {
  it("to a client that does not read does not delay the others; when it reads again it gets the newest prices", async () => {
    const feed = createPublisher();
    await save([]);
    const [slow, ...fast] = await Promise.all(Array.from({ length: 3 }, () => connectClient()));
    if (!slow) throw new Error("no client");
    await Promise.all([slow, ...fast].map((one) => one.subscribe("BTC")));
    slow.socket.pause();
    // Large messages, so that the slow connection's buffer fills up soon.
    const volume24h = "9".repeat(100_000);
    const rounds = 200;
    for (let round = 1; round <= rounds; round++) {
      feed.publish([tick("BTC", String(round), { volume24h })]);
      await Promise.all(fast.map((one) => one.next((message) => message["price"] === String(round))));
    }
    slow.socket.resume();
    const newest = setInterval(() => feed.publish([tick("BTC", "newest")]), 50);
    await slow.next((message) => message["price"] === "newest").finally(() => clearInterval(newest));
    const prices = slow.messages
      .filter((one) => one.type === "price_update")
      .map((one) => Number(one["price"]));
    expect(prices.length).toBeLessThan(rounds);
    expect(prices.slice(0, -1)).toEqual(prices.slice(0, -1).toSorted((a, b) => a - b));
  });

  it("continues while posts fail, throttle and lose their responses", async () => {
    const feed = createPublisher();
    const some = await Promise.all(Array.from({ length: 10 }, () => connectClient()));
    await Promise.all(some.map((one) => one.subscribe("BTC")));
    platform.faults.set({ dependency: "connections", kind: "throttling", rate: 0.2 });
    platform.faults.set({ dependency: "connections", kind: "error", rate: 0.2 });
    platform.faults.set({ dependency: "connections", kind: "lost-response", rate: 0.2 });
    let price = 0;
    const push = () => feed.publish([tick("BTC", String(++price)), tick("ETH", String(price))]);
    const pushing = setInterval(push, 5);
    try {
      await Promise.all(some.map((one) => one.nextOf("price_update")));
      // Sends again, because responses may be lost.
      await Promise.all(some.map((one) => one.subscribe("ETH")));
    } finally {
      clearInterval(pushing);
    }
  });

  it("to another shard is done by another process, which reads the ticks from the table", async () => {
    vi.stubEnv("LIVE_SHARDS", "2");
    const all = await Promise.all(Array.from({ length: 12 }, () => connectClient()));
    for (const [index, one] of all.entries()) await one.subscribe(index % 2 === 0 ? "BTC" : "ETH");
    for (const shard of [0, 1]) expect((await Subscribers.list(shard)).length).toBeGreaterThan(0);
    const feed = createPublisher();
    const shown = async () => {
      const now = [tick("BTC", "42"), tick("ETH", "43")];
      feed.publish(now);
      await save(now);
      return all.every((one, index) =>
        one.messages.some((message) => message["price"] === (index % 2 === 0 ? "42" : "43")),
      );
    };
    await expect.poll(shown).toBe(true);
    for (const [index, one] of all.entries())
      expect(one.messages.map((message) => message["symbol"])).not.toContain(index % 2 === 0 ? "ETH" : "BTC");
  }, 30_000);
});
