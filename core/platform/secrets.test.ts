import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { configure, optionalSecret, secret, valid } from "./secrets.ts";

/** A double of Secrets Manager: values by the label of their version, and the received calls. */
interface Versions {
  AWSCURRENT?: string;
  AWSPREVIOUS?: string;
}
let stored: Record<string, Versions> = {};
let forbidden: string[] = [];
let asked: string[] = [];
let server: Server;

const arnOf = (name: string) =>
  `arn:aws:secretsmanager:eu-west-3:123456789012:secret:svc/test/${name}-a1b2c3`;

function answer(action: string | undefined, body: Record<string, unknown>): { status: number; json: object } {
  asked.push(action ?? "");
  if (action === "BatchGetSecretValue") {
    const ids = body["SecretIdList"] as string[];
    const missing = ids.filter((id) => !stored[id]?.AWSCURRENT);
    return {
      status: 200,
      json: {
        SecretValues: ids
          .filter((id) => !missing.includes(id) && !forbidden.includes(id))
          .map((id) => ({ ARN: id, SecretString: stored[id]?.AWSCURRENT, VersionStages: ["AWSCURRENT"] })),
        Errors: [
          ...missing.map((id) => ({ SecretId: id, ErrorCode: "ResourceNotFoundException" })),
          ...forbidden.map((id) => ({ SecretId: id, ErrorCode: "AccessDeniedException" })),
        ],
      },
    };
  }
  const value = stored[String(body["SecretId"])]?.[body["VersionStage"] as keyof Versions];
  if (value === undefined) return { status: 400, json: { __type: "ResourceNotFoundException" } };
  return { status: 200, json: { ARN: body["SecretId"], SecretString: value } };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const action = String(request.headers["x-amz-target"]).split(".")[1];
    const { status, json } = answer(action, JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  [stored, forbidden, asked] = [{}, [], []];
  configure({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "eu-west-3",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  has("JWT_SECRET", { AWSCURRENT: "now" });
  has("CSRF_SECRET", { AWSCURRENT: "c" });
  has("ORIGIN_SECRET", { AWSCURRENT: "o" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function has(name: string, versions: Versions): void {
  stored[arnOf(name)] = versions;
  vi.stubEnv(`SECRET_ARN_${name}`, arnOf(name));
}

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Returns the values that are tried until one matches. */
async function tried(name: string, fits?: string): Promise<string[]> {
  const values: string[] = [];
  for await (const value of valid(name)) {
    values.push(value);
    if (value === fits) break;
  }
  return values;
}

describe("secrets of Secrets Manager", () => {
  test("are read in one call for all secrets of a function under parallel requests, and cached", async () => {
    const all = await Promise.all(["JWT_SECRET", "CSRF_SECRET", "ORIGIN_SECRET"].map(secret));
    expect(all.map(({ current }) => current)).toEqual(["now", "c", "o"]);
    expect(await tried("JWT_SECRET", "now")).toEqual(["now"]);
    expect(asked).toEqual(["BatchGetSecretValue"]);
  });

  test("are read again after 5 minutes", async () => {
    await secret("JWT_SECRET");
    has("JWT_SECRET", { AWSCURRENT: "next", AWSPREVIOUS: "now" });
    later(299_000);
    expect((await secret("JWT_SECRET")).current).toBe("now");
    later(2_000);
    expect((await secret("JWT_SECRET")).current).toBe("next");
    expect(asked).toHaveLength(2);
  });

  test("are tried with both values during a rotation, and the previous value is read once", async () => {
    has("JWT_SECRET", { AWSCURRENT: "now", AWSPREVIOUS: "before" });
    expect(await tried("JWT_SECRET", "before")).toEqual(["now", "before"]);
    expect(await tried("JWT_SECRET", "before")).toEqual(["now", "before"]);
    expect(asked).toEqual(["BatchGetSecretValue", "GetSecretValue"]);
  });

  test("are read again if no cached value matches, at most twice a minute", async () => {
    expect(await tried("JWT_SECRET", "now")).toEqual(["now"]);
    has("JWT_SECRET", { AWSCURRENT: "next", AWSPREVIOUS: "now" });
    later(31_000);
    expect(await tried("JWT_SECRET", "next")).toEqual(["now", "now", "next"]);
    expect((await secret("JWT_SECRET")).current).toBe("next");
    const before = asked.length;
    for (let index = 0; index < 50; index++) await tried("JWT_SECRET", "nonsense");
    expect(asked.slice(before)).toEqual(["GetSecretValue"]);
  });

  test("are named in an error if they have no value, and read again later", async () => {
    has("BANK_API_KEY", {});
    expect(await optionalSecret("BANK_API_KEY")).toBeUndefined();
    await expect(secret("BANK_API_KEY")).rejects.toThrow("the secret BANK_API_KEY has no value");
    has("BANK_API_KEY", { AWSCURRENT: "key" });
    expect((await secret("BANK_API_KEY")).current).toBe("key");
  });

  test("are named in an error if the function may not read them, and do not affect readable ones", async () => {
    forbidden = [arnOf("CSRF_SECRET")];
    await expect(secret("CSRF_SECRET")).rejects.toThrow(/CSRF_SECRET.* AccessDeniedException/);
    expect((await secret("JWT_SECRET")).current).toBe("now");
    forbidden = [];
    await expect(secret("CSRF_SECRET")).rejects.toThrow();
    expect((await secret("CSRF_SECRET")).current).toBe("c");
  });
});

test("a secret and its previous value are read from environment variables on a local platform", async () => {
  vi.stubEnv("SECRET_ARN_JWT_SECRET", "");
  vi.stubEnv("JWT_SECRET", "mine");
  expect(await tried("JWT_SECRET")).toEqual(["mine"]);
  vi.stubEnv("JWT_SECRET_PREVIOUS", "older");
  expect(await tried("JWT_SECRET")).toEqual(["mine", "older"]);
  expect(asked).toEqual([]);
});
