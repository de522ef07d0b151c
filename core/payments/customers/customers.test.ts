import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Customers from "./index.ts";

const database = withDatabase();
const psp = withPsp();

let user: LiveActor;
beforeEach(() => {
  user = { ...newActor(), name: "Ada", email: "ada@example.com" };
});
afterEach(() => Psp.configure({}));

/** Reads a customer from the provider. */
const readCustomer = async (id: string) => {
  const found = await psp.stripe.customers.retrieve(id);
  return found.deleted ? undefined : { name: found.name, email: found.email, metadata: found.metadata };
};
/** Lists the customers of this user at the provider. */
const all = async () => {
  const { data } = await psp.stripe.customers.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata["svc_user"] === user.userId);
};

/** Ends the process before the customer is recorded. */
const dieBeforeWrite = () =>
  interleave(
    database.endpoint,
    () => Customers.ensure(user),
    async ({ operation }) => {
      if (operation === "TransactWriteItems") throw new Error("killed");
    },
  );

/** Replaces the provider's response to an update of a customer by the result of `answer`. */
const onUpdate = (answer: () => Response) =>
  Psp.configure({
    fetch: async (input, init) =>
      /\/customers\/cus_/.test(String(input instanceof Request ? input.url : input))
        ? answer()
        : fetch(input, init),
  });
const rejectWith = (status: number, type: string) => () =>
  new Response(JSON.stringify({ error: { type, message: "no" } }), {
    status,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });

describe("a customer", () => {
  it("is created once under parallel requests, with its user's name and email", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => Customers.ensure(user)));
    const id = ids[0] ?? "";
    expect(ids).toEqual([id, id, id]);
    expect(await readCustomer(id)).toEqual({
      name: "Ada",
      email: "ada@example.com",
      metadata: { svc_user: user.userId },
    });
    expect(await Customers.find(user.userId)).toBe(id);
    expect(await Customers.findUser(id)).toBe(user.userId);
    expect(await all()).toHaveLength(1);
  });

  it("is not created again after a crash before its record is written, even if the user has a new name", async () => {
    await expect(dieBeforeWrite()).rejects.toThrow("killed");
    expect(await Customers.find(user.userId)).toBeUndefined();
    user = { ...user, name: "Ada Lovelace", email: "countess@example.com" };
    const id = await Customers.ensure(user);
    expect(await readCustomer(id)).toMatchObject({ name: "Ada Lovelace", email: "countess@example.com" });
    expect(await all()).toHaveLength(1);
  });

  it("is recorded after conflicts with other transactions", async () => {
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

  it("is the one that another request recorded first, if the provider has two", async () => {
    // A day later the provider no longer knows the idempotency key, so the user gets a second customer.
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

describe("a user's new name or email", () => {
  it("is sent to the provider once, at the next use of the customer", async () => {
    const id = await Customers.ensure(user);
    user = { ...user, name: "Countess", email: "countess@example.com" };
    expect(await Customers.ensure(user)).toBe(id);
    expect(await readCustomer(id)).toMatchObject({ name: "Countess", email: "countess@example.com" });
    onUpdate(() => {
      throw new Error("updated again");
    });
    expect(await Customers.ensure(user)).toBe(id);
  });

  it("is sent at the next use of the customer if the provider fails, without an error for the user", async () => {
    onUpdate(rejectWith(500, "api_error"));
    const id = await Customers.ensure(user);
    user = { ...user, name: "Countess" };
    expect(await Customers.ensure(user)).toBe(id);
    expect(await readCustomer(id)).toMatchObject({ name: null });
    Psp.configure({});
    expect(await Customers.ensure(user)).toBe(id);
    expect(await readCustomer(id)).toMatchObject({ name: "Countess", email: "ada@example.com" });
  });

  it("is not sent again if the provider rejects it", async () => {
    let updates = 0;
    onUpdate(() => {
      updates++;
      return rejectWith(400, "invalid_request_error")();
    });
    const id = await Customers.ensure(user);
    expect(await Customers.ensure(user)).toBe(id);
    expect(updates).toBe(1);
  });
});
