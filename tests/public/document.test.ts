import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import spectral from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../contract/bin/openapi.ts";
import { errorsOf } from "../../contract/errors.ts";
import { routes } from "../../contract/index.ts";
import { servedIn } from "../../contract/openapi/public.ts";
import { versions } from "../../contract/public/schemas.ts";
import { withPlatform } from "../support/platform.ts";

/** Validates the API documents with the tools that developers use. */

interface Answer {
  readonly headers?: object;
  readonly content?: Readonly<
    Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }>
  >;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly requestBody?: Answer;
  readonly "x-codeSamples": readonly { readonly lang: string; readonly source: string }[];
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const SERVER = "https://svc.example";
const read = (version: (typeof versions)[number]) => documentOf(version, SERVER) as unknown as Document;
const documents = versions.map((version) => [version, read(version)] as const);

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** The `/v1` of the specification. */
const specified: Readonly<Record<string, readonly string[]>> = {
  "/v1/wallets": ["GET", "POST"],
  "/v1/wallets/{id}": ["GET"],
  "/v1/wallets/{id}/transactions": ["GET"],
  "/v1/wallets/{id}/deposit-address": ["GET"],
  "/v1/wallets/{id}/withdrawals": ["POST"],
  "/v1/transfers": ["POST"],
  "/v1/transfers/{id}": ["GET"],
  "/v1/portfolio": ["GET"],
  "/v1/staking/pools": ["GET"],
  "/v1/staking/pools/{id}": ["GET"],
  "/v1/staking/positions": ["GET", "POST"],
  "/v1/staking/positions/{id}": ["GET"],
  "/v1/staking/positions/{id}/unstake": ["POST"],
  "/v1/staking/positions/{id}/claim": ["POST"],
  "/v1/staking/positions/{id}/compounding": ["PUT"],
  "/v1/staking/rewards": ["GET"],
  "/v1/exchange/pairs": ["GET"],
  "/v1/exchange/pairs/{id}": ["GET"],
  "/v1/exchange/pairs/{id}/trades": ["GET"],
  "/v1/exchange/quotes": ["GET"],
  "/v1/exchange/swaps": ["POST"],
  "/v1/exchange/swaps/{id}": ["GET"],
  "/v1/exchange/positions": ["GET", "POST"],
  "/v1/exchange/positions/{id}/remove": ["POST"],
  "/v1/farming/farms": ["GET"],
  "/v1/farming/farms/{id}": ["GET"],
  "/v1/farming/positions": ["GET", "POST"],
  "/v1/farming/positions/{id}": ["GET"],
  "/v1/farming/positions/{id}/withdraw": ["POST"],
  "/v1/farming/positions/{id}/harvest": ["POST"],
  "/v1/governance/proposals": ["GET", "POST"],
  "/v1/governance/proposals/{id}": ["GET"],
  "/v1/governance/proposals/{id}/votes": ["POST"],
  "/v1/governance/voting-power": ["GET"],
  "/v1/governance/delegation": ["PUT"],
  "/v1/prices": ["GET"],
  "/v1/prices/{symbol}": ["GET"],
  "/v1/prices/{symbol}/history": ["GET"],
};

it("documents exactly the 38 paths and 43 operations of the specification in /v1", () => {
  const stated = Object.entries(read("v1").paths).map(([path, methods]) => [
    path,
    Object.keys(methods)
      .map((method) => method.toUpperCase())
      .toSorted(),
  ]);
  expect(Object.fromEntries(stated)).toEqual(specified);
  expect([stated.length, stated.flatMap(([, methods]) => methods).length]).toEqual([38, 43]);
  // The other routes belong to test mode.
  const served = servedIn(routes, "v1").map(({ spec, path }) => `${spec.method} ${path}`);
  expect(served).toHaveLength(43);
  const others = routes
    .filter(({ auth, path }) => auth === "apiKey" && path.startsWith("/v1/"))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((one) => !served.includes(one) && !/^[A-Z]+ \/v1\/test\//.test(one));
  expect(others).toEqual([]);
});

describe.each(documents)("the document of /%s", (version, document) => {
  it("is OpenAPI 3.0.3 and has exactly the operations of the version", () => {
    expect(document.openapi).toBe("3.0.3");
    const served = servedIn(routes, version).map(({ spec, path }) => `${spec.method} ${path}`);
    const stated = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(stated.toSorted()).toEqual(served.toSorted());
    expect(stated.filter((one) => !one.includes(` /${version}/`) || one.includes("/test/"))).toEqual([]);
  });

  it("passes Redocly's recommended rules, including examples against their schemas", () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-lint-"));
    try {
      writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
      const { stdout } = spawnSync(
        "redocly",
        ["lint", join(folder, "openapi.json"), "--extends=recommended", "--format=json"],
        { encoding: "utf8" },
      );
      const { problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
        problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
      };
      expect(problems.map((one) => `${one.ruleId}: ${one.message} ${one.location[0]?.pointer}`)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("passes Spectral's OpenAPI rules", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [[oas, "recommended"]] } as never);
    const problems = await linter.run({ ...document });
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)).toEqual([]);
  });

  it("has an example response, an example request body, and sample programs for every operation", () => {
    for (const { operationId, responses, requestBody, "x-codeSamples": programs } of operationsOf(document)) {
      const good = Object.entries(responses).filter(([status]) => status < "300");
      for (const [, one] of good)
        expect(one.content?.["application/json"]?.example, operationId).toBeDefined();
      if (requestBody) expect(requestBody.content?.["application/json"]?.example, operationId).toBeDefined();
      expect(
        programs.map(({ lang }) => lang),
        operationId,
      ).toEqual(["Shell", "TypeScript", "Python"]);
      for (const { source } of programs) expect(source, operationId).toContain("SVC_API_KEY");
    }
  });

  it("has example objects with their type, id, mode and creation time", () => {
    for (const { operationId, responses } of operationsOf(document)) {
      const good = Object.entries(responses).find(([status]) => status < "300")?.[1];
      const answer = good?.content?.["application/json"]?.example as {
        readonly object?: string;
        readonly data?: readonly object[];
      };
      for (const one of answer.object === "list" ? (answer.data ?? []) : [answer])
        expect(Object.keys(one), operationId).toEqual(
          expect.arrayContaining(["object", "id", "livemode", "created_at"]),
        );
    }
  });

  it("has an example of every error of an operation, and the rate limit headers of its success", () => {
    for (const { spec, path } of servedIn(routes, version)) {
      const responses = document.paths[path]?.[spec.method.toLowerCase()]?.responses ?? {};
      const shown = Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.["application/json"]?.examples ?? {}),
      );
      expect(new Set(shown), spec.id).toEqual(new Set(errorsOf(spec).map(({ code }) => code)));
      for (const one of Object.values(responses))
        expect(Object.keys(one.headers ?? {}), spec.id).toContain("X-Request-Id");
      expect(Object.keys(responses["200"]?.headers ?? responses["201"]?.headers ?? {})).toEqual(
        expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
      );
    }
  });
});

describe("amounts", () => {
  it("are decimal strings in /v1, and objects with their asset in /v2", () => {
    const balance = (version: (typeof versions)[number]) =>
      (documentOf(version, SERVER) as { components: { schemas: Record<string, never> } }).components.schemas[
        "Wallet"
      ]?.["properties"]?.["balance"];
    expect(balance("v1")).toMatchObject({ type: "string", format: "decimal" });
    expect(balance("v2")).toMatchObject({ allOf: [{ $ref: "#/components/schemas/Amount" }] });
  });
});

describe("the platform", () => {
  const platform = withPlatform({ seeded: false });

  it.each(["/v1/openapi.json", "/v2/openapi.json", "/api/openapi.json"])("serves %s", async (path) => {
    const { status, headers, body } = await platform.call<Document>("GET", path);
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("max-age=60")]);
    expect(body.openapi).toBe(path.startsWith("/api") ? "3.1.0" : "3.0.3");
    expect(body.servers).toEqual([{ url: process.env["PUBLIC_URL"] }]);
  });
});
