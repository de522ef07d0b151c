import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Sockets from "../platform/connections.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import { save } from "../prices/latest.ts";
import * as Connections from "./connections.ts";
import { receive } from "./message.ts";
import { FLOOD_LIMIT, MESSAGE_LIMIT } from "./schema.ts";

withDatabase();

let connectionId = "";
let count = 0;
beforeEach(async () => {
  connectionId = `message-${count++}`;
  await Connections.open(connectionId, `key:${connectionId}`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  Sockets.configure({});
  await Connections.close(connectionId);
});

const subscribe = JSON.stringify({ action: "subscribe", symbols: ["BTC", "ETH", "USD", "EUR", "DOGE"] });

describe("a client that receives nothing", () => {
  it("is sent only the first answer to each message", async () => {
    const post = vi.spyOn(Sockets, "post").mockRejectedValue(new Error("timed out"));
    await receive(connectionId, subscribe);
    await receive(connectionId, "no json");
    expect(post).toHaveBeenCalledTimes(2);
  });

  it("gets at most three seconds for all answers to a message", async () => {
    await save(
      ["BTC", "ETH", "USD", "EUR"].map((symbol) => ({
        symbol,
        price: "1",
        change24h: "0",
        volume24h: "0",
        timestamp: Clock.nowIso(),
      })),
    );
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const within: unknown[] = [];
    vi.spyOn(Sockets, "post").mockImplementation(async (_, __, options) => {
      within.push(options.withinMs);
      nowMs += 1400;
      return true;
    });
    await receive(connectionId, subscribe);
    expect(within).toEqual([3000, 1600, 200]);
  });

  it("is sent no further attempt after the time limit of a post", async () => {
    let posts = 0;
    vi.stubEnv("CONNECTIONS_URL", "http://localhost");
    Sockets.configure({
      region: "local",
      credentials: { accessKeyId: "x", secretAccessKey: "x" },
      requestHandler: {
        handle: (_: unknown, { abortSignal }: { abortSignal: AbortSignal }) => {
          posts++;
          return new Promise((_, reject) =>
            abortSignal.addEventListener("abort", () => reject(new Error("aborted"))),
          );
        },
      },
    });
    const post = Sockets.post(connectionId, "{}", { timeoutMs: 60_000, attempts: 100, withinMs: 20 });
    await expect(post).rejects.toThrow("aborted");
    expect(posts).toBeLessThan(5);
  });
});

describe("a flood", () => {
  it("is answered once per message without a retry until the limit, then ends the connection", async () => {
    const post = vi.spyOn(Sockets, "post").mockResolvedValue(true);
    const end = vi.spyOn(Sockets, "end").mockResolvedValue();
    for (let taken = 0; taken < MESSAGE_LIMIT.max; taken++) await RateLimit.take(MESSAGE_LIMIT, connectionId);
    for (let sent = 0; sent < FLOOD_LIMIT.max; sent++) await receive(connectionId, subscribe);
    expect(post).toHaveBeenCalledTimes(FLOOD_LIMIT.max);
    for (const [, text, options] of post.mock.calls) {
      expect(JSON.parse(String(text))).toMatchObject({ type: "error", code: "RATE_LIMITED" });
      expect(options.attempts).toBe(1);
    }
    expect(end).not.toHaveBeenCalled();
    await receive(connectionId, subscribe);
    expect(end).toHaveBeenCalledTimes(1);
    expect(post).toHaveBeenCalledTimes(FLOOD_LIMIT.max);
  });
});
