import { expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { jsonSchemaOf } from "../contract/openapi/schemas.ts";
import type { RouteSpec } from "../contract/route.ts";
import { bearer } from "./support/credentials.ts";
import { deviceTokenOf, person, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { sampleOf } from "./support/sample.ts";

/** Ids that look like an account of the caller's own and name none: of what is no asset. */

const platform = withPlatform({ consumers: [] });

type Fields = Readonly<Record<string, unknown>>;

const namesOf = (schema: object | undefined): string[] =>
  Object.keys((schema as { readonly properties?: Fields } | undefined)?.properties ?? {});
const isAccount = (name: string): boolean => /^(from|to)?accountId$|^walletId$|^recipient$/i.test(name);

interface Place {
  readonly spec: RouteSpec;
  readonly at: "params" | "query" | "body";
  readonly field: string;
}

/** Where routes take the id of an account. */
const places: Place[] = routes
  .filter(({ signed, auth }) => !signed && auth !== "apiKey")
  .flatMap((spec) => {
    const { body, query } = spec.request ?? {};
    const of = (at: Place["at"], fields: readonly string[]) => fields.map((field) => ({ spec, at, field }));
    return [
      ...of("params", spec.path.includes("/wallets/{id}") ? ["id"] : []),
      ...of("query", query ? namesOf(jsonSchemaOf(query, "input")).filter(isAccount) : []),
      ...of("body", body ? namesOf(jsonSchemaOf(body, "input")).filter(isAccount) : []),
    ];
  });

/** What a body has instead of a field, never beside it. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  toAccountId: ["toEmail", "toPhone", "iban", "beneficiaryName"],
};

/** Where something else is the matter first: the code of the example, an identity that nobody has checked. */
const FIRST: Readonly<Record<string, readonly number[]>> = {
  "mobile.payments.qr.scan": [400],
  "mobile.cards.create": [403, 409],
};

it("the id of an account of the caller's own that cannot be is 404 on every route that takes one", async () => {
  expect(places.map(({ spec, field }) => `${spec.id} ${field}`)).toEqual(
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
  for (const place of places)
    for (const asset of ["points", "xyz", "lp"]) {
      const user = await person(place.spec.auth === "admin" ? "ADMIN" : "PROFESSIONNEL");
      const id = `wal_${user.userId.slice("usr_".length)}_${asset}`;
      const { status, text } = await ask(place, id, asset.toUpperCase(), {
        ...bearer(place.spec.auth === "mobile" ? await deviceTokenOf(user) : await tokenOf(user)),
      });
      if (![404, ...(FIRST[place.spec.id] ?? [])].includes(status))
        wrong.push(`${place.spec.id} answers ${place.field} of ${asset} with ${status}: ${text}`);
    }
  expect(wrong).toEqual([]);
}, 120_000);

async function ask({ spec, at, field }: Place, id: string, currency: string, headers: Fields) {
  const example = spec.request?.body ? (sampleOf(spec.request.body) as Fields) : undefined;
  const without = Object.fromEntries((INSTEAD[field] ?? []).map((name) => [name, undefined]));
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
