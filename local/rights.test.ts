import {
  DeleteItemCommand,
  DynamoDBClient,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { RequestHandler } from "@svc/local-aws/client";
import { invoke } from "@svc/local-aws/lambda/invoke";
import { wrapHandler } from "@svc/local-aws/lambda/streaming";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateLimitLog } from "../core/platform/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Where from "../core/platform/table/where.ts";
import { withDatabase } from "../tests/support/database.ts";
import { bare } from "../tests/support/items.ts";
import { clientConfig } from "./database.ts";
import { withRights, withRightsOf } from "./rights.ts";

/** Functions have exactly the table access that the contract grants. */

const database = withDatabase();
/** A client beneath the table's own, which rejects forbidden writes before it sends them. */
let limited: DynamoDBClient;
beforeAll(() => {
  const config = clientConfig(database.endpoint);
  const { requestHandler } = new DynamoDBClient(config).config;
  const settings = { ...config, requestHandler: withRights(requestHandler as RequestHandler) as never };
  limited = new DynamoDBClient(settings);
  Table.configure(settings);
});
afterAll(() => Table.configure({}));

/** Runs work as the function with an id. */
const as = <T>(id: string, work: () => Promise<T>) =>
  invoke(wrapHandler(work, withRightsOf), {}, { id }) as Promise<T>;
const refused = (id: string, action: string, of: string) => ({
  name: "AccessDeniedException",
  message: expect.stringContaining(`${id} is not allowed dynamodb:${action} of ${of}`),
});

const user = bare({ pk: "USER#usr_1", sk: "PROFILE" });
const password = bare({ pk: "SECRET#PASSWORD#usr_1", sk: "PASSWORD" });
const webhook = bare({ pk: "SECRET#WEBHOOK#whk_1", sk: "SECRETS" });

describe("a function of a public read", () => {
  const ID = "defi.dex.pairs";
  it("may read items that are not secret", async () => {
    await expect(as(ID, () => Table.get(user))).resolves.toBeUndefined();
    await expect(as(ID, () => Table.query({ index: "due", pk: "OUTBOX#0" }))).resolves.toBeDefined();
  });

  it.each([
    ["GetItem", "SECRET#PASSWORD", () => Table.get(password)],
    ["BatchGetItem", "USER#usr_1, SECRET#PASSWORD", () => Table.getMany([user, password])],
    ["GetItem", "SECRET#PASSWORD", () => Table.snapshot([user, password])],
    ["Query", "SECRET#WEBHOOK", () => Table.query({ pk: webhook.pk })],
    ["Query", "SECRET#WEBHOOK", () => Table.count({ pk: webhook.pk })],
    ["PutItem", "USER#usr_1", () => Table.put(user)],
    ["PutItem", "USER#usr_1", () => Table.commit([{ put: user }])],
    ["DeleteItem", "USER#usr_1", () => Table.remove(user)],
    ["Scan", "the table", () => Table.scanPage({})],
  ] as const)("is denied %s of %s", async (action, of, work) => {
    await expect(as<unknown>(ID, work)).rejects.toMatchObject(refused(ID, action, of));
  });

  it("may update its rate limit's count, but not delete it", async () => {
    const key = rateLimitLog.key({ bucket: "public-read", max: "3", caller: "ip:192.0.2.1" });
    await as(ID, () => Table.update(key, { set: { newest: 1 } }));
    await expect(as(ID, () => Table.remove(key))).rejects.toMatchObject(
      refused(ID, "DeleteItem", "RATELIMIT#public-read"),
    );
  });
});

describe("a function that writes", () => {
  it("may access items that are not secret, and only the kinds of secret items that its grants name", async () => {
    await as("webhooks.create", () => Table.commit([{ put: user }, { put: webhook }]));
    await expect(as("webhooks.create", () => Table.put(password))).rejects.toMatchObject(
      refused("webhooks.create", "PutItem", "SECRET#PASSWORD"),
    );
    await as("auth.signin", () => Table.getMany([user, password]));
    await expect(as("auth.signin", () => Table.get(webhook))).rejects.toMatchObject(
      refused("auth.signin", "GetItem", "SECRET#WEBHOOK"),
    );
  });

  it("is denied a transaction that checks a condition on a secret item of another kind", async () => {
    const check = () =>
      Table.commit([{ put: user }, { check: password, where: () => "attribute_exists(pk)" }]);
    await expect(as("defi.wallets.create", check)).rejects.toMatchObject(
      refused("defi.wallets.create", "ConditionCheckItem", "SECRET#PASSWORD"),
    );
  });
});

describe("a passkey", () => {
  const passkey = bare({ pk: "PASSKEYS#usr_1", sk: "PASSKEY#1" });
  const claim = bare({ pk: "PASSKEY#1", sk: "PASSKEY" });

  it("may be written by the functions of passkeys, by the undo of a change of the address, and by an erasure", async () => {
    for (const id of ["auth.passkeys.register", "web.account.restore", "people.erase", "accounts"])
      await as(id, () => Table.commit([{ put: user }, { put: passkey }, { put: claim }]));
  });

  it.each(["auth.signin", "auth.two-factor.verify", "defi.wallets.create", "admin.users.block"])(
    "may be read by %s, but not written",
    async (id) => {
      await as(id, () => Table.getMany([user, passkey]));
      for (const [action, of, write] of [
        ["PutItem", "PASSKEYS#usr_1", () => Table.commit([{ put: user }, { put: passkey }])],
        ["UpdateItem", "PASSKEYS#usr_1", () => Table.update(passkey, { set: { publicKey: "x" } })],
        ["DeleteItem", "PASSKEYS#usr_1", () => Table.remove(passkey)],
        ["PutItem", "PASSKEY#1", () => Table.put(claim)],
      ] as const)
        await expect(as<unknown>(id, write), action).rejects.toMatchObject(refused(id, action, of));
    },
  );
});

describe("append-only items", () => {
  const entry = bare({ pk: "ENTRY#txn_1", sk: "ENTRY" });
  const line = bare({ pk: "TRAIL#all", sk: "DEED#ded_1" });

  it.each(["defi.wallets.create", "admin.users.block", "people.erase", "accounts"])(
    "may be put and read by %s, but not updated or deleted, alone or in a transaction",
    async (id) => {
      for (const item of [entry, line]) {
        const [, of = ""] = /^(\w+#\w+)/.exec(item.pk) ?? [];
        await as(id, () =>
          Table.commit([{ put: user }, Table.appendWrite({ ...item, sk: `${item.sk}${id}` })]),
        );
        await as(id, () => Table.get(item));
        const Key = { pk: { S: item.pk }, sk: { S: item.sk } };
        const one = { TableName: Table.tableName(), Key };
        const change = { ...one, UpdateExpression: "SET x = pk" };
        for (const [action, send] of [
          ["UpdateItem", () => limited.send(new UpdateItemCommand(change))],
          [
            "UpdateItem",
            () => limited.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: change }] })),
          ],
          ["DeleteItem", () => limited.send(new DeleteItemCommand(one))],
          [
            "DeleteItem",
            () => limited.send(new TransactWriteItemsCommand({ TransactItems: [{ Delete: one }] })),
          ],
        ] as const)
          await expect(as<unknown>(id, send), action).rejects.toMatchObject(refused(id, action, of));
      }
    },
  );

  it("are written by one function only, which cannot replace an item", async () => {
    await Table.put(bare({ ...entry, sk: "NEW" }), Where.absent);
    await expect(Table.commit([Table.appendWrite(bare({ ...entry, sk: "NEW" }))])).rejects.toThrow(
      Table.ConditionFailed,
    );
    const other = { pk: entry.pk, sk: "NEW" };
    for (const write of [
      () => Table.put(bare(other)),
      () => Table.put(bare(other), Where.any(Where.absent, Where.exists)),
      () => Table.update(bare(other), { set: { x: 1 } }),
      () => Table.remove(bare(other)),
      () => Table.commit([{ put: user }, { put: bare(other), where: Where.exists }]),
      () => Table.commit([{ update: bare(other), set: { x: 1 } }]),
      () => Table.commit([{ remove: bare(other) }]),
    ])
      await expect(write()).rejects.toThrow("ENTRY#txn_1 NEW is append-only");
    await Table.commit([{ put: user }, { check: bare(other), where: Where.exists }]);
  });
});

it("the function that erases accounts may scan the table, and an unknown function may read nothing", async () => {
  await expect(as("people.erase", () => Table.scanPage({}))).resolves.toBeDefined();
  for (const key of [password, { pk: "USER#1", sk: "PROFILE" }])
    await expect(as("stated.nowhere", () => Table.get(key))).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
});
