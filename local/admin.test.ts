import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import * as Trail from "../core/identity/trail/index.ts";
import * as Users from "../core/identity/users.ts";
import { create } from "../core/identity/users.ts";
import * as Table from "../core/platform/table/index.ts";
import { withDatabase } from "../tests/support/database.ts";
import { createUser } from "../tests/support/people.ts";

/** Tests `npm run admin` as a command. */

const database = withDatabase();

async function admin(...args: readonly string[]) {
  const target = ["--endpoint", database.endpoint, "--table", Table.tableName()];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["local/admin.ts", ...args, ...target]);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { readonly code: number; readonly stderr: string };
    return { code, text: stderr };
  }
}

describe("npm run admin", () => {
  it("grants, lists and revokes the role of administrator, but does not revoke the last administrator's", async () => {
    const [first, second] = [await createUser(), await createUser()];
    expect(await admin("list")).toMatchObject({ code: 0, text: expect.stringContaining("no administrator") });
    expect(await admin("grant", first.email.toUpperCase(), "admin", "--reason", "the first")).toMatchObject({
      code: 0,
      text: expect.stringContaining("is ADMIN now, and was PARTICULIER"),
    });
    expect(await admin("take", first.email)).toMatchObject({
      code: 1,
      text: expect.stringContaining("last administrator"),
    });
    await admin("grant", second.email, "ADMIN");
    expect(await admin("take", first.email)).toMatchObject({ code: 0 });
    expect((await admin("list")).text).toContain(second.email);
    expect((await admin("list")).text).not.toContain(first.email);
    const { items } = await Trail.list({ limit: 10 }, first.userId);
    expect(items.at(-1)).toMatchObject({
      deed: "role-changed",
      by: `operator:${userInfo().username}`,
      reason: "the first",
    });
  }, 30_000);

  it("rejects an unknown or unverified email address, and states the reason", async () => {
    const squatter = await create({ name: "Eve", email: "eve@example.com", emailVerified: false });
    expect(await admin("grant", squatter.email, "ADMIN")).toMatchObject({
      code: 1,
      text: expect.stringContaining("not verified"),
    });
    expect(await admin("grant", "unknown@example.com", "ADMIN")).toMatchObject({
      code: 1,
      text: expect.stringContaining("does not exist"),
    });
    expect((await Users.fromId(squatter.userId))?.role).toBe("PARTICULIER");
  }, 30_000);

  it.each([
    ["no command", []],
    ["an unknown role", ["grant", "ada@example.com", "KING"]],
    ["an argument too many", ["take", "ada@example.com", "ADMIN"]],
    ["an unknown option", ["list", "--tabel", "x"]],
  ])("prints its usage if called with %s", async (_, args) => {
    expect(await admin(...args)).toMatchObject({
      code: 2,
      text: expect.stringContaining("npm run admin -- grant"),
    });
  });
});
