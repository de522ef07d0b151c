import { createHmac } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import { SESSION_COOKIE } from "../../../contract/cookies.ts";
import type { Role } from "../../../core/identity/actor.ts";
import * as ApiKeys from "../../../core/identity/api-keys/index.ts";
import { depositUnits } from "../exchange.ts";
import { onWeb } from "../identity.ts";
import { createUser, tokenOf } from "../people.ts";
import { createResources, type Params, resourceKind } from "../resources.ts";
import type { Operation } from "./operations.ts";
import { schemas } from "./operations.ts";
import { changesOf, type RawRequest } from "./opposites.ts";
import { valuesOf } from "./values.ts";

/** Requests for the operations of the API document, sent by users who own a resource of each kind. */

export interface Caller {
  readonly token: string;
  readonly keys: readonly string[];
  readonly resources: Readonly<Record<string, Params>>;
}

/** Creates a user with money, resources and credentials of each kind. */
export async function createCaller(role: Role): Promise<Caller> {
  const user = await createUser(role);
  const actor = onWeb(user);
  const things = await createResources(actor);
  for (const [asset, amount] of [
    ["EUR", "5000"],
    ["BTC", "3"],
    ["USDC", "5000"],
    ["YANI", "200000"],
  ] as const)
    await depositUnits(actor, asset, amount);
  const key = async (mode: "live" | "test") =>
    (await ApiKeys.create(actor, { name: "document", mode, plan: "enterprise", scopes: ["*"] })).secret;
  return { token: await tokenOf(user), keys: [await key("live"), await key("test")], resources: things };
}

export interface Secrets {
  readonly psp: string;
  readonly bank: string;
}

/** Returns the alternatives of credentials that the operation accepts, as headers. */
function credentialsOf(
  { spec }: Operation,
  one: Caller,
  secrets: Secrets,
  body: string,
): Record<string, string>[] {
  const bearer = { authorization: `Bearer ${one.token}` };
  const cookie = { cookie: `${SESSION_COOKIE}=${one.token}`, "sec-fetch-site": "same-origin" };
  if (spec.auth === "apiKey") return one.keys.map((key) => ({ "x-api-key": key }));
  if (spec.signatureHeader === "stripe-signature") {
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: secrets.psp });
    return [{ "stripe-signature": header }];
  }
  if (spec.auth === "signature")
    return [{ "bank-signature": createHmac("sha256", secrets.bank).update(body).digest("hex") }];
  return spec.auth === "none" ? [{}, bearer] : [bearer, cookie];
}

/** Returns the arbitrary of requests that the document allows. */
function allowedRequests(
  { parameters, body, bodyRequired, types, spec, path }: Operation,
  owner: Caller,
): fc.Arbitrary<RawRequest> {
  const record = (where: "path" | "query" | "header") => {
    const here = parameters.filter((one) => one.in === where);
    const values = Object.fromEntries(here.map((one) => [one.name, valuesOf(one.schema, schemas)]));
    return fc.record(values, { requiredKeys: here.filter((one) => one.required).map((one) => one.name) });
  };
  const own = owner.resources[resourceKind({ path })];
  const params = record("path") as fc.Arbitrary<Params>;
  const value = body ? valuesOf(body, schemas) : fc.constant(undefined);
  return fc
    .record({
      params: own
        ? fc.oneof({ weight: 3, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: params })
        : params,
      query: record("query"),
      headers: record("header"),
      body: bodyRequired ? value : fc.option(value, { nil: undefined, freq: 5 }),
      accept: fc.constantFrom("application/json, text/event-stream", "*/*"),
    })
    .map(({ params, query, headers, body, accept }) => ({
      params,
      query: Object.entries(query).map(([name, one]) => [name, String(one)] as const),
      headers: {
        ...(headers as Record<string, string>),
        accept: spec.id === "mcp.server" ? "application/json, text/event-stream" : accept,
        ...(types.length > 0 && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }));
}

export interface TestRequest {
  readonly operation: Operation;
  readonly sent: RawRequest;
  readonly credential: Readonly<Record<string, string>>;
}

/** The seed, and how many allowed and changed requests to create per operation. */
export interface Run {
  readonly seed: number;
  readonly allowed: number;
  readonly changed: number;
}

/** Creates requests for an operation: some that the document allows, and some with one change. */
export function requestsOf(operation: Operation, owner: Caller, secrets: Secrets, run: Run): TestRequest[] {
  const { parameters, body } = operation;
  const good = allowedRequests(operation, owner);
  const has = (where: string) => parameters.some((one) => one.in === where);
  const changes = changesOf({ body: body !== undefined, query: has("query"), params: has("path") });
  const changed = fc.tuple(good, changes).map(([sent, change]) => change(sent));
  const sents = [
    ...fc.sample(good, { seed: run.seed, numRuns: run.allowed }),
    ...fc.sample(changed, { seed: run.seed, numRuns: run.changed }),
  ];
  const requests = sents.map((sent, at) => {
    const credentials = credentialsOf(operation, owner, secrets, sent.body ?? "");
    return { operation, sent, credential: credentials[at % credentials.length] ?? {} };
  });
  return [{ operation, sent: sents[0] as RawRequest, credential: {} }, ...requests];
}
