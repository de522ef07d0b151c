import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Customers from "./index.ts";

const database = withDatabase();
const psp = withPsp();

let user: LiveActor;
beforeEach(() => {
  user = { ...someone(), name: "Ada", email: "ada@example.com" };
});
afterEach(() => Psp.configure({}));

/** What the provider knows of a customer. */
const known = async (id: string) => {
  const found = await psp.stripe.customers.retrieve(id);
  return found.deleted ? undefined : { name: found.name, email: found.email, metadata: found.metadata };
};
/** The customers that the provider has of this user. */
const all = async () => {
  const { data } = await psp.stripe.customers.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata["svc_user"] === user.userId);
};

/** Dies before the customer is recorded here. */
const dying = () =>
  interleave(
    database.endpoint,
    () => Customers.ensure(user),
    async ({ operation }) => {
      if (operation === "TransactWriteItems") throw new Error("killed");
    },
  );

/** Lets `answer` answer for the provider whenever it is told of a customer's name and address. */
const whenTold = (answer: () => Response) =>
  Psp.configure({
    fetch: async (input, init) =>
      /\/customers\/cus_/.test(String(input instanceof Request ? input.url : input))
        ? answer()
        : fetch(input, init),
  });
const refusing = (status: number, type: string) => () =>
  new Response(JSON.stringify({ error: { type, message: "no" } }), {
    status,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });

describe("a customer", () => {
  it("is made once, with its user's name and address, and found from both sides", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => Customers.ensure(user)));
    const id = ids[0] ?? "";
    expect(ids).toEqual([id, id, id]);
    expect(await known(id)).toEqual({
      name: "Ada",
      email: "ada@example.com",
      metadata: { svc_user: user.userId },
    });
    expect(await Customers.find(user.userId)).toBe(id);
    expect(await Customers.userOf(id)).toBe(user.userId);
    expect(await all()).toHaveLength(1);
  });

  it("is found again after we died before recording it, though the user has another name by now", async () => {
    await expect(dying()).rejects.toThrow("killed");
    expect(await Customers.find(user.userId)).toBeUndefined();
    user = { ...user, name: "Ada Lovelace", email: "countess@example.com" };
    const id = await Customers.ensure(user);
    expect(await known(id)).toMatchObject({ name: "Ada Lovelace", email: "countess@example.com" });
    expect(await all()).toHaveLength(1);
  });

  it("is recorded though other transactions have its place for a moment", async () => {
    let conflicts = 3;
    const id = await interleave(
      database.endpoint,
      () => Customers.ensure(user),
      async ({ operation }) => {
        if (operation !== "TransactWriteItems" || conflicts-- <= 0) return;
        throw new TransactionCanceledException({
          message: "conflict",
          $metadata: {},
          CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
        });
      },
    );
    expect(conflicts).toBe(-1);
    expect(await Customers.find(user.userId)).toBe(id);
  });

  it("that another request recorded first is the one that counts", async () => {
    // Two customers come of one user where a day lies between: the provider has forgotten its key by then.
    let first = "";
    const id = await interleave(
      database.endpoint,
      () => Customers.ensure(user),
      async ({ operation }) => {
        if (operation !== "TransactWriteItems" || first !== "") return;
        await psp.advance(25 * 3600);
        first = await Customers.ensure(user);
      },
    );
    expect(id).toBe(first);
    expect(await Customers.find(user.userId)).toBe(first);
    expect(await all()).toHaveLength(2);
  });
});

describe("a user's new name or address", () => {
  it("is told to the provider when the customer is needed next, and not again", async () => {
    const id = await Customers.ensure(user);
    user = { ...user, name: "Countess", email: "countess@example.com" };
    expect(await Customers.ensure(user)).toBe(id);
    expect(await known(id)).toMatchObject({ name: "Countess", email: "countess@example.com" });
    whenTold(() => {
      throw new Error("told again");
    });
    expect(await Customers.ensure(user)).toBe(id);
  });

  it("that the provider could not be told stops nothing, and is told the next time", async () => {
    whenTold(refusing(500, "api_error"));
    const id = await Customers.ensure(user);
    user = { ...user, name: "Countess" };
    expect(await Customers.ensure(user)).toBe(id);
    expect(await known(id)).toMatchObject({ name: null });
    Psp.configure({});
    expect(await Customers.ensure(user)).toBe(id);
    expect(await known(id)).toMatchObject({ name: "Countess", email: "ada@example.com" });
  });

  it("that the provider does not take is not told again and again", async () => {
    let told = 0;
    whenTold(() => {
      told++;
      return refusing(400, "invalid_request_error")();
    });
    const id = await Customers.ensure(user);
    expect(await Customers.ensure(user)).toBe(id);
    expect(told).toBe(1);
  });
});
