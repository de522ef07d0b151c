import { expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { jsonSchemaOf } from "../contract/openapi/schemas.ts";
import type { RouteSpec } from "../contract/route.ts";
import { bearer } from "./support/credentials.ts";
import { createUser, deviceTokenOf, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { sampleOf } from "./support/sample.ts";

/** Account ids that contain the caller's own user id, but an asset that has no wallets. */

const platform = withPlatform({ consumers: [] });

type Fields = Readonly<Record<string, unknown>>;

const namesOf = (schema: object | undefined): string[] =>
  Object.keys((schema as { readonly properties?: Fields } | undefined)?.properties ?? {});
const isAccount = (name: string): boolean => /^(from|to)?accountId$|^walletId$|^recipient$/i.test(name);

interface Target {
  readonly spec: RouteSpec;
  readonly at: "params" | "query" | "body";
  readonly field: string;
}

/** Every field of a route that takes an account's id. */
const targets: Target[] = routes
  .filter(({ signed, auth }) => !signed && auth !== "apiKey")
  .flatMap((spec) => {
    const { body, query } = spec.request ?? {};
    const of = (at: Target["at"], fields: readonly string[]) => fields.map((field) => ({ spec, at, field }));
    return [
      ...of("params", spec.path.includes("/wallets/{id}") ? ["id"] : []),
      ...of("query", query ? namesOf(jsonSchemaOf(query, "input")).filter(isAccount) : []),
      ...of("body", body ? namesOf(jsonSchemaOf(body, "input")).filter(isAccount) : []),
    ];
  });

/** Fields that a body must not have together with the tested field, or with the tested field of one route. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  toAccountId: ["toEmail", "toPhone", "iban", "beneficiaryName"],
  "mobile.payees.add accountId": ["iban"],
};

/** Routes that reject the request earlier: for the example's code, or an unverified identity. */
const FIRST: Readonly<Record<string, readonly number[]>> = {
  "mobile.payments.qr.scan": [400],
  "mobile.cards.create": [403, 409],
};

it("returns 404 on every route for the caller's own account id of an asset without wallets", async () => {
  expect(targets.map(({ spec, field }) => `${spec.id} ${field}`)).toEqual(
    expect.arrayContaining([
      "mobile.wallet.transfer fromAccountId",
      "mobile.wallet.transfer toAccountId",
      "mobile.wallet.topup accountId",
      "mobile.wallet.withdraw accountId",
      "mobile.wallet.transactions accountId",
      "mobile.payments.process accountId",
      "mobile.payments.process recipient",
      "mobile.payments.scheduled.create accountId",
      "mobile.payments.qr.scan accountId",
      "mobile.cards.create accountId",
      "defi.wallets.read id",
    ]),
  );
  const wrong: string[] = [];
  for (const target of targets)
    for (const asset of ["points", "xyz", "lp"]) {
      const user = await createUser(target.spec.auth === "admin" ? "ADMIN" : "PROFESSIONNEL");
      const id = `wal_${user.userId.slice("usr_".length)}_${asset}`;
      const { status, text } = await callWithId(target, id, asset.toUpperCase(), {
        ...bearer(target.spec.auth === "mobile" ? await deviceTokenOf(user) : await tokenOf(user)),
      });
      if (![404, ...(FIRST[target.spec.id] ?? [])].includes(status))
        wrong.push(`${target.spec.id} answers ${target.field} of ${asset} with ${status}: ${text}`);
    }
  expect(wrong).toEqual([]);
}, 120_000);

async function callWithId({ spec, at, field }: Target, id: string, currency: string, headers: Fields) {
  const example = spec.request?.body ? (sampleOf(spec.request.body) as Fields) : undefined;
  const without = Object.fromEntries(
    (INSTEAD[`${spec.id} ${field}`] ?? INSTEAD[field] ?? []).map((name) => [name, undefined]),
  );
  const body =
    at === "body"
      ? {
          ...example,
          ...without,
          ...("currency" in (example ?? {}) && { currency }),
          [field]: id,
        }
      : example;
  const path = spec.path.replace(/\{\w+\}/, at === "params" ? id : "absent");
  const answer = await fetch(`${platform.url}${path}${at === "query" ? `?${field}=${id}` : ""}`, {
    method: spec.method,
    headers: { ...(headers as Record<string, string>), ...(body && { "content-type": "application/json" }) },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: answer.status, text: await answer.text() };
}
