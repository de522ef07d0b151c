import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import * as Table from "../platform/table/index.ts";
import { changePassword } from "./change-password.ts";
import { password, userProfile } from "./entity.ts";
import * as Passwords from "./passwords.ts";
import * as Users from "./users.ts";
import { create } from "./users.ts";

withDatabase();
withSecrets();

const [OLD, NEW] = ["Lovelace!1843", "Babbage!1834"];
const IP = "192.0.2.1";
let count = 0;
const register = () => Users.register({ name: "Ada", email: `ada${++count}@example.com`, password: OLD });
const keysOf = (userId: string) => [userProfile.key({ userId }), Passwords.keyOf(userId)];

describe("a password", () => {
  it("is in an item of its own, and nothing of it in the account's", async () => {
    const { userId } = await register();
    const [account, kept] = await Table.getMany(keysOf(userId));
    expect(kept?.["hash"]).toMatch(/^\$2[aby]\$/);
    expect(JSON.stringify(account, (_, value) => String(value))).not.toContain("$2");
    expect(account?.["passwordId"]).toBe(kept?.["passwordId"]);
  });

  it("is read with the account in one round trip", async () => {
    const { email } = await register();
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    await Users.authenticate(email, OLD, IP);
    Table.observe(undefined);
    // Whose address it is; then account, password and client; the try is counted, and forgotten.
    expect(calls).toEqual(["GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"]);
  });

  it("that is changed while somebody signs in with it lets nobody in, whichever item was read first", async () => {
    for (const stale of [0, 1]) {
      const user = await register();
      const before = await Table.getMany(keysOf(user.userId));
      await changePassword(onWeb(user), { currentPassword: OLD, newPassword: NEW });
      const read = await Table.getMany(keysOf(user.userId));
      const torn = read.map((item, at) => (at === stale ? before[at] : item));
      const { item, hash } = await Passwords.consistent(user.userId, torn);
      expect(hash).toBe(read[1]?.["hash"]);
      expect(item?.["securityStamp"]).toBe(read[0]?.["securityStamp"]);
    }
  });

  it("that the account does not name is none", async () => {
    const user = await register();
    await Table.put(password.item({ userId: user.userId, passwordId: "another", hash: "$2b$12$else" }));
    const { hash } = await Passwords.consistent(user.userId, await Table.getMany(keysOf(user.userId)));
    expect(hash).toBeUndefined();
    await expect(Users.authenticate(user.email, OLD, IP)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
  });

  it("there is none of, and no item, where an account came by a provider", async () => {
    const { userId } = await create({
      name: "Grace",
      email: `grace${++count}@example.com`,
      emailVerified: true,
      account: { provider: "github", subject: `g${count}` },
    });
    const [account, kept] = await Table.getMany(keysOf(userId));
    expect([account?.["passwordId"], kept]).toEqual([undefined, undefined]);
  });
});
