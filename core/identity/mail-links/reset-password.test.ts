import { expect, test } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { withSecrets } from "../../../tests/support/identity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Users from "../users.ts";
import * as Reset from "./reset-password.ts";

withDatabase();
withSecrets();

test("a request for an email causes the same calls for any address, without a lookup of the account", async () => {
  await Users.register({ name: "Ada", email: "ada@example.com", password: "Lovelace!1843" });
  const done = async (email: string) => {
    const operations: string[] = [];
    Table.observe(({ operation }) => operations.push(operation));
    await Reset.request(email);
    Table.observe(undefined);
    return operations;
  };
  const known = await done("Ada@example.com");
  expect(known).toContain("PutItem");
  expect(known.filter((one) => /Get|Query/.test(one))).toEqual([]);
  expect(await done("unknown@example.com")).toEqual(known);
});
