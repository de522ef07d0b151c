import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import * as tls from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settingNames } from "../../../stacks/context.ts";
import { certificate } from "./certificate.fixture.ts";
import { EgressFailure, type Post, post, type Resolve, vet } from "./index.ts";

const PUBLIC = "93.184.215.14";

/**
 * Returns a resolver that returns these results in order, repeats the last one, and counts its calls.
 */
function answers(...all: (readonly string[])[]): Resolve & { asked: number } {
  const resolve = Object.assign(
    async () => {
      const answer = all[Math.min(resolve.asked, all.length - 1)] ?? [];
      resolve.asked++;
      return answer;
    },
    { asked: 0 },
  );
  return resolve;
}

const local = (allowed: boolean) => vi.stubEnv("EGRESS_ALLOW_PRIVATE", String(allowed));
beforeEach(() => local(true));
afterEach(() => {
  vi.unstubAllEnvs();
});

let server: http.Server;
let origin = "";
let port = 0;
const seen: http.IncomingMessage[] = [];
/** The behaviour of the test server by path. */
const paths: Record<string, (response: http.ServerResponse, socket: Socket) => void> = {
  "/ok": (response) => response.writeHead(204).end(),
  "/text": (response) => response.writeHead(200, { "retry-after": "7" }).end("thank you"),
  "/moved": (response) => response.writeHead(302, { location: "/ok" }).end(),
  "/silent": () => undefined,
  "/trickle": (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/endless": (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (response.write("x".repeat(1000)));
      response.once("drain", more);
    };
    more();
  },
  "/closes": (_, socket) => socket.destroy(),
  "/breaks-off": (response, socket) => {
    response.writeHead(200, { "content-length": "100" }).write("a part");
    setImmediate(() => socket.destroy());
  },
  "/torn": (response) => response.end(`${"a".repeat(1999)}é`),
};

beforeAll(async () => {
  server = http.createServer((request, response) => {
    seen.push(request);
    request.resume().on("end", () => paths[request.url ?? ""]?.(response, request.socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
beforeEach(() => seen.splice(0));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const say = (url: string, more: Partial<Post> = {}, resolve?: Resolve) =>
  post(
    { url, headers: { "content-type": "application/json", "x-a": "b" }, body: '{"é":1}', ...more },
    resolve,
  );

describe("a request to a user's URL", () => {
  it("sends the body and headers, and returns the status, Retry-After and the beginning of the response", async () => {
    expect(await say(`${origin}/text`)).toEqual({ status: 200, retryAfter: "7", body: "thank you" });
    expect(seen[0]?.method).toBe("POST");
    expect(seen[0]?.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      "x-a": "b",
      "content-length": "8",
      connection: "close",
    });
  });

  it("does not follow redirects", async () => {
    expect(await say(`${origin}/moved`)).toMatchObject({ status: 302 });
    expect(seen.map(({ url }) => url)).toEqual(["/moved"]);
  });

  it("returns the first 2,000 bytes of an endless response", async () => {
    expect(await say(`${origin}/endless`)).toEqual({
      status: 200,
      retryAfter: undefined,
      body: "x".repeat(2000),
    });
  });

  it("drops a character that is cut at the end of the returned bytes", async () => {
    expect((await say(`${origin}/torn`)).body).toBe("a".repeat(1999));
  });

  it.each([
    // The second timeout is longer, so that even a busy machine receives the response's head within it.
    ["/silent", { kind: "timeout", status: undefined }, 150],
    ["/trickle", { kind: "timeout", status: 200 }, 2000],
  ])("fails with a timeout if the response of %s never completes", async (path, failure, timeoutMs) => {
    await expect(say(`${origin}${path}`, { timeoutMs })).rejects.toMatchObject({
      ...failure,
      message: `there was no complete answer within ${timeoutMs / 1000} seconds`,
    });
  });

  it("has a total timeout of 15 seconds by default", async () => {
    const timer = vi.spyOn(globalThis, "setTimeout");
    await say(`${origin}/ok`);
    expect(timer.mock.calls.map(([, ms]) => ms)).toContain(15_000);
    timer.mockRestore();
  });

  it("times out during the name lookup as well", async () => {
    const never = () => new Promise<never>(() => undefined);
    await expect(say("http://receiver.example/", { timeoutMs: 50 }, never)).rejects.toMatchObject({
      kind: "timeout",
    });
  });

  it("fails if the receiver closes or resets the connection", async () => {
    await expect(say(`${origin}/closes`)).rejects.toMatchObject({ kind: "connection", status: undefined });
    await expect(say(`${origin}/breaks-off`)).rejects.toMatchObject({ kind: "connection", status: 200 });
  });

  it("fails if no server listens", async () => {
    await expect(say("http://127.0.0.1:9/")).rejects.toThrow("the connection was refused");
  });

  it("fails if the server does not speak HTTP", async () => {
    const other = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const at = (other.address() as AddressInfo).port;
    await expect(say(`http://127.0.0.1:${at}/`)).rejects.toThrow("the answer is not HTTP");
    other.close();
  });

  it("ignores the proxy settings of the environment", async () => {
    vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:9");
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await say(`${origin}/ok`)).toMatchObject({ status: 204 });
  });
});

describe("a host name", () => {
  it("is resolved once, and its checked address is used for the connection", async () => {
    const resolve = answers(["127.0.0.1"], [PUBLIC]);
    expect(await say(`http://receiver.example:${port}/ok`, {}, resolve)).toMatchObject({ status: 204 });
    expect(resolve.asked).toBe(1);
    expect(seen[0]?.headers.host).toBe(`receiver.example:${port}`);
  });

  it("that resolves to another address later is called at the checked one, and checked again at the next attempt", async () => {
    // No server listens at the first address; the server above listens at the second.
    const resolve = answers(["127.0.0.2"], ["127.0.0.1"]);
    const url = `http://rebind.example:${port}/ok`;
    await expect(say(url, { timeoutMs: 2000 }, resolve)).rejects.toThrow(EgressFailure);
    expect([resolve.asked, seen]).toEqual([1, []]);
    local(false);
    await expect(say(url.replace("http", "https"), {}, resolve)).rejects.toMatchObject({ kind: "refused" });
    expect([resolve.asked, seen]).toEqual([2, []]);
  });

  it.each([
    [["10.0.0.1"]],
    [["169.254.169.254"]],
    [[PUBLIC, "10.0.0.1"]],
    [["fd00:ec2::254", PUBLIC]],
    [["127.0.0.1"]],
    [["not an address"]],
  ])("is rejected if it resolves to the addresses %j", async (addresses) => {
    local(false);
    await expect(say("https://receiver.example/", {}, answers(addresses))).rejects.toMatchObject({
      kind: "refused",
    });
  });

  it("cannot be called if it has no address or its DNS server fails", async () => {
    await expect(say("https://receiver.example/", {}, answers([]))).rejects.toMatchObject({
      kind: "unresolved",
    });
    const broken = () => Promise.reject(new Error("SERVFAIL"));
    await expect(say("https://receiver.example/", {}, broken)).rejects.toMatchObject({ kind: "unresolved" });
  });

  it("localhost is not looked up if calls to this machine are allowed", async () => {
    const resolve = answers([PUBLIC]);
    expect(await say(`http://localhost:${port}/ok`, {}, resolve)).toMatchObject({ status: 204 });
    expect(resolve.asked).toBe(0);
  });
});

describe("over TLS", () => {
  let secure: Server;
  let at = 0;
  const names: (string | false | null)[] = [];
  const authorities = tls.getCACertificates("default");
  beforeAll(async () => {
    secure = https.createServer(certificate, (_, response) => response.end("secure"));
    secure.on("secureConnection", (socket: tls.TLSSocket) => names.push(socket.servername));
    secure.listen(0, "127.0.0.1");
    await once(secure, "listening");
    at = (secure.address() as AddressInfo).port;
  });
  afterEach(() => tls.setDefaultCACertificates(authorities));
  afterAll(() => {
    secure.close();
  });
  const here = answers(["127.0.0.1"]);

  it("a request verifies the certificate against the host name, although it connects to an address", async () => {
    tls.setDefaultCACertificates([certificate.cert]);
    expect(await say(`https://receiver.example:${at}/`, {}, here)).toMatchObject({
      status: 200,
      body: "secure",
    });
    expect(names).toEqual(["receiver.example"]);
    await expect(say(`https://other.example:${at}/`, {}, here)).rejects.toMatchObject({ kind: "tls" });
  });

  it("a request rejects a certificate of an unknown authority, even if the environment would accept it", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await expect(say(`https://receiver.example:${at}/`, {}, here)).rejects.toMatchObject({ kind: "tls" });
  });
});

describe("a URL that a user enters", () => {
  const nowhere = answers([]);

  it.each([
    ["http://example.com/", "https://"],
    ["ftp://example.com/", "https://"],
    ["file:///etc/passwd", "https://"],
    ["gopher://example.com/", "https://"],
    ["javascript:alert(1)", "https://"],
    ["https://user@example.com/", "user name"],
    ["https://user:pass@example.com/", "user name"],
    ["https://169.254.169.254@example.com/", "user name"],
    ["https://example.com:22/", "port"],
    ["https://example.com:80/", "port"],
    ["https://example.com:1023/", "port"],
    ["https://0x7f.1/", "public address"],
    ["https://2130706433/", "public address"],
    ["https://0177.0.0.1/", "public address"],
    ["https://127.1/", "public address"],
    ["https://127.0.0.1/", "public address"],
    ["https://127。0。0。1/", "public address"],
    ["https://[::]/", "public address"],
    ["https://[::1]/", "public address"],
    ["https://[::ffff:169.254.169.254]/", "public address"],
    ["https://[64:ff9b::a9fe:a9fe]/", "public address"],
    ["https://169.254.169.254/latest/meta-data/", "public address"],
    ["https://10.1.2.3/", "public address"],
    ["https://localhost/", "public host name"],
    ["https://localhost./", "without a dot"],
    ["https://hooks.localhost/", "public host name"],
    ["https://example.com./", "without a dot"],
    ["https://metadata.google.internal/", "public host name"],
    ["https://printer.local/", "public host name"],
    ["https://router/", "public host name"],
    ["https://1.0.0.127.in-addr.arpa/", "public host name"],
    ["https://example..com/", "valid host name"],
    [`https://${"a".repeat(64)}.com/`, "valid host name"],
    [`https://${"a.".repeat(130)}com/`, "valid host name"],
    [`https://example.com/${"a".repeat(2048)}`, "at most 2048"],
    ["https://example.com/a b", "white space"],
    ["https://example.com\\@127.0.0.1/", "backslashes"],
    ["https://exam\nple.com/", "control characters"],
    ["//example.com/", "absolute URL"],
    ["example.com", "absolute URL"],
    ["https://", "absolute URL"],
    ["", "absolute URL"],
  ])("is rejected if it is %j, with the rule: %s", async (text, rule) => {
    local(false);
    const failure = await vet(text, nowhere).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "refused", message: expect.stringContaining(rule) });
  });

  it.each([
    ["https://example.com", "https://example.com/"],
    ["https://EXAMPLE.com:443/a?b=c", "https://example.com/a?b=c"],
    ["https://example.com:8443/", "https://example.com:8443/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("is normalized from %s to %s", async (text, taken) => {
    local(false);
    expect(await vet(text, answers([PUBLIC]))).toBe(taken);
  });

  it("is rejected if its name resolves to a private address, and accepted if it does not resolve yet", async () => {
    local(false);
    await expect(vet("https://receiver.example/", answers(["192.168.0.1"]))).rejects.toMatchObject({
      kind: "refused",
    });
    expect(await vet("https://receiver.example/", nowhere)).toBe("https://receiver.example/");
  });

  it.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://192.168.1.1/",
    "http://localhost./",
  ])("is rejected if it is %s, even if calls to this machine are allowed", async (text) => {
    await expect(vet(text, nowhere)).rejects.toMatchObject({ kind: "refused" });
  });

  it("is rejected if it is the local database or queue server, under any name of this machine", async () => {
    local(true);
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:18000");
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:19324");
    for (const port of [18_000, 19_324])
      for (const host of [
        "127.0.0.1",
        "127.0.0.2",
        "[::1]",
        "localhost",
        "db.localhost",
        "to-loopback.example",
      ])
        await expect(vet(`http://${host}:${port}/`, answers(["127.0.0.1"])), host).rejects.toMatchObject({
          kind: "refused",
          message: expect.stringContaining("port"),
        });
    expect(await vet("http://localhost:18001/", nowhere)).toBe("http://localhost:18001/");
    expect(await vet("http://localhost:80/", nowhere)).toBe("http://localhost/");
  });

  it("cannot be this machine with the settings of any stack", () => {
    expect(settingNames).not.toContain("EGRESS_ALLOW_PRIVATE");
    vi.stubEnv("EGRESS_ALLOW_PRIVATE", undefined);
    return expect(vet("http://127.0.0.1/", nowhere)).rejects.toMatchObject({ kind: "refused" });
  });
});
