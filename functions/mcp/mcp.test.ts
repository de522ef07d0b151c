import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ORIGIN_SECRET_HEADER } from "../../contract/edge.ts";
import { MAX_WALLETS } from "../../core/ledger/opening.ts";
import { newActor } from "../../tests/support/ledger.ts";
import type { Client } from "../_chain/call.ts";
import * as Prompts from "./_prompts.ts";
import { answer } from "./_protocol/http.ts";
import { offer } from "./_protocol/server.ts";
import { config, VERSION } from "./_resources/config.ts";
import * as Resources from "./_resources/index.ts";
import * as Knowledge from "./_resources/knowledge/index.ts";
import { model } from "./_resources/models.ts";
import { loyaltyCard, movement, payment } from "./_tools/schemas.ts";

describe("the configuration", () => {
  it("has the version of package.json and the limit of wallets", () => {
    expect(VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    expect(config().limits.maxWalletsPerUser).toBe(MAX_WALLETS);
  });
});

describe("the models of the MCP server", () => {
  it("have public fields, but no internal field", () => {
    expect(model("user").fields).toEqual(expect.arrayContaining(["id", "email", "role", "preferences"]));
    expect(model("wallet").fields).toEqual(
      expect.arrayContaining(["walletId", "asset", "available", "held"]),
    );
    expect(model("paymentCard").fields).toEqual(expect.arrayContaining(["brand", "last4", "isDefault"]));
    for (const hidden of ["paymentMethodId", "fingerprint", "customerId"])
      expect(model("paymentCard").fields).not.toContain(hidden);
    for (const hidden of ["head", "seq"]) expect(model("wallet").fields).not.toContain(hidden);
  });

  it("have the fields of the tools' schemas and of the specification", () => {
    expect(model("loyaltyCard").fields).toEqual(Object.keys(loyaltyCard.shape));
    const { fields } = model("transaction");
    for (const field of [
      "id",
      "amount",
      "currency",
      "status",
      "type",
      "description",
      "cardLast4",
      "createdAt",
    ])
      expect(fields).toContain(field);
    expect(new Set(fields)).toEqual(new Set(Object.keys({ ...payment.shape, ...movement.shape })));
    const { description = "" } = Resources.resources.find(({ name }) => name === "transaction") ?? {};
    expect(description).toContain(`svc_get_transactions: ${Object.keys(movement.shape).join(", ")})`);
    expect(description).toContain(`svc_get_payments: ${Object.keys(payment.shape).join(", ")})`);
  });
});

describe("the completion of a resource template's variable", () => {
  it.each([
    ["svc://models/{model}", "model", "ky", ["kycSubmission", "kycDocument"]],
    ["svc://models/{model}", "model", "KY", ["kycSubmission", "kycDocument"]],
    ["svc://models/{model}", "model", "referralL", ["referralLink"]],
    ["svc://models/{model}", "model", "zzz", []],
    ["svc://models/{model}", "skill", "", []],
    ["svc://knowledge/{skill}", "skill", "", ["financial", "loyalty", "identity", "banking"]],
    ["svc://other/{x}", "x", "", []],
  ])("of %s, variable %s, typed %j, is %j", (uri, variable, typed, values) => {
    expect(Resources.complete(uri, variable, typed)).toEqual(values);
  });
});

describe("knowledge", () => {
  it.each(Knowledge.skillNames)(
    "of %s has 1,500 to 3,000 words, and every topic and its sources",
    (skill) => {
      const words = Knowledge.textOf(skill).split(/\s+/).length;
      expect(words).toBeGreaterThan(1500);
      expect(words).toBeLessThan(3000);
      for (const topic of Object.keys(Knowledge.skills[skill].topics))
        expect(Knowledge.section(skill, topic).split(/\s+/).length, topic).toBeGreaterThan(150);
      expect(Knowledge.sourcesOf(skill).length).toBeGreaterThan(4);
    },
  );

  it("of savings states the date of its rates, the dates of their changes, and their source", () => {
    const savings = Knowledge.section("financial", "savings");
    expect(savings).toMatch(/as of 1 February 2026[^.]*1\.5 %/);
    expect(savings).toMatch(/change on 1 February and 1 August/);
    expect(savings).toMatch(/service-public\.gouv\.fr|banque-france\.fr/);
  });

  it("of data protection mentions the appeal against T-553/23", () => {
    expect(Knowledge.section("identity", "data_protection")).toContain("C-703/25 P");
  });

  it("throws for an unknown topic", () => {
    expect(() => Knowledge.section("loyalty", "nothing")).toThrow(TypeError);
  });
});

describe("prompts", () => {
  const textOf = (name: string) => {
    const actor = newActor();
    const [message] = Prompts.get(actor, name, actor.email).messages;
    return { text: message?.content.text ?? "", email: actor.email };
  };
  const callsOf = (text: string) => [...text.matchAll(/^\d\. `(svc_\w+)`/gm)].map(([, tool]) => tool);

  it("request the specification's tool calls in its order", () => {
    expect(callsOf(textOf("analyse_financiere_utilisateur").text)).toEqual([
      "svc_get_balance",
      "svc_get_transactions",
      "svc_get_payment_cards",
      "svc_get_crypto_wallets",
      "svc_get_loyalty_cards",
    ]);
    expect(callsOf(textOf("resume_portefeuille").text)).toEqual([
      "svc_get_balance",
      "svc_get_crypto_wallets",
      "svc_get_transactions",
    ]);
    expect(callsOf(textOf("diagnostic_kyc").text)).toEqual(["svc_get_kyc_status", "svc_identity_advice"]);
  });

  it("request a response in the specification's format", () => {
    const { text, email } = textOf("analyse_financiere_utilisateur");
    expect(text).toContain(`{"email":"${email}","limit":50,"statistics":true}`);
    for (const part of ["sur 100", "points de fidélité", "ratio revenus/dépenses", "exactement 3"])
      expect(text).toContain(part);
    expect(textOf("resume_portefeuille").text).toContain("Exactement 5 lignes");
    expect(textOf("diagnostic_kyc").text).toContain("VERIFIED, PENDING, INCOMPLETE, REJECTED");
  });

  it("reject another user's email address, unless the actor is an administrator", () => {
    const refused = expect.objectContaining({ code: "PERSON_NOT_FOUND" });
    expect(() => Prompts.get(newActor("EMPLOYE"), "diagnostic_kyc", "a@example.com")).toThrow(refused);
    expect(Prompts.get(newActor("ADMIN"), "diagnostic_kyc", "a@example.com").messages).toHaveLength(1);
  });
});

describe("the list methods", () => {
  const lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
  type List = (request: {
    readonly params?: { readonly cursor?: string };
  }) => Readonly<Record<string, unknown>>;
  const handlers = new Map<string, List>();
  const setRequestHandler = (method: string, handler: List) => handlers.set(method, handler);
  offer({ setRequestHandler } as never, { actor: newActor() as never, requestId: "req_one" });

  it.each(lists)("return everything in one page (%s)", (method) => {
    const list = handlers.get(method)?.({});
    expect(list).not.toHaveProperty("nextCursor");
    expect(Object.values(list ?? {})).toEqual([expect.arrayContaining([expect.anything()])]);
  });

  it.each([
    "",
    "x",
    "0",
    Buffer.from("after:0").toString("base64url"),
    Buffer.from("after:5").toString("base64url"),
  ])("reject the invalid cursor %j", (cursor) => {
    for (const method of lists)
      expect(() => handlers.get(method)?.({ params: { cursor } }), method).toThrow(
        expect.objectContaining({ code: "INVALID_REQUEST" }),
      );
  });
});

const clientOf = (headers: Record<string, string>): Client => ({
  ip: "192.0.2.1",
  userAgent: "test",
  requestId: "req_one",
  cookies: {},
  headers: { host: "function.lambda-url.example", "content-type": "application/json", ...headers },
  method: "POST",
  path: "/mcp",
  origin: "",
  rawBody: "{}",
});

/** Returns the status of a response to a page of that site. 200 if the server got the request. */
const statusFor = async (origin: string | undefined): Promise<number | undefined> =>
  (await answer(clientOf(origin === undefined ? {} : { origin }), async () => new Response("seen"))).status;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a request that came through the distribution", () => {
  it("is passed to the MCP server without credentials and the distribution's secret", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    const dropped = [ORIGIN_SECRET_HEADER, "authorization", "x-api-key", "cookie"];
    const headers = {
      ...Object.fromEntries(dropped.map((name) => [name, "distinct"])),
      "mcp-method": "ping",
    };
    let seen: Request | undefined;
    await answer(clientOf(headers), async (request) => {
      seen = request;
      return new Response("");
    });
    expect(seen?.headers.get("mcp-method")).toBe("ping");
    expect(JSON.stringify([...(seen?.headers ?? [])])).not.toContain("distinct");
  });

  it("is accepted without an Origin, from the platform's own origin, and from configured origins only", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("PUBLIC_URL", "https://svc.example");
    vi.stubEnv("CORS_ORIGINS", "https://app.example, https://other.example");
    for (const origin of [undefined, "https://svc.example", "https://app.example", "https://other.example"])
      expect(await statusFor(origin), origin).toBe(200);
    for (const origin of ["https://evil.example", "http://localhost:3000", "null"])
      expect(await statusFor(origin), origin).toBe(403);
  });

  it("is accepted only without an Origin or from configured origins if PUBLIC_URL is empty", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("PUBLIC_URL", "");
    vi.stubEnv("CORS_ORIGINS", "https://d111.cloudfront.net");
    expect(await statusFor("https://d111.cloudfront.net")).toBe(200);
    expect(await statusFor("https://d222.cloudfront.net")).toBe(403);
    vi.stubEnv("CORS_ORIGINS", "");
    expect(await statusFor(undefined)).toBe(200);
    expect(await statusFor("https://d111.cloudfront.net")).toBe(403);
  });
});
