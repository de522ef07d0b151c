import bcrypt from "bcryptjs";
import { describe, expect, test } from "vitest";
import { userProfile } from "../core/identity/entity.ts";
import * as Passwords from "../core/identity/passwords.ts";
import * as Users from "../core/identity/users.ts";
import * as Table from "../core/platform/table/index.ts";
import { withDatabase } from "../tests/support/database.ts";
import { withSecrets } from "../tests/support/identity.ts";
import { bare } from "../tests/support/items.ts";
import { people, seedDemo } from "./seed.ts";

withDatabase();
withSecrets();

describe("the demo identities", () => {
  test.each(Object.entries(people))("include %s with a strong password, and its hash", async (_, person) => {
    await expect(Passwords.assertStrong(person.password)).resolves.toBeUndefined();
    expect(await bcrypt.compare(person.password, person.passwordHash)).toBe(true);
    expect(bcrypt.getRounds(person.passwordHash)).toBe(12);
  });

  test("are created with their roles, and do not change when they are seeded again", async () => {
    const all = async () => {
      const items: unknown[] = [];
      for await (const item of Table.scan()) items.push(item);
      return items;
    };
    await seedDemo();
    const first = await all();
    for (const { email, role } of Object.values(people))
      expect((await Users.fromEmail(email))?.role).toBe(role);
    await seedDemo();
    expect(await all()).toEqual(first);
  });

  test("get their roles at the next start after an interrupted one", async () => {
    await Table.remove(bare({ pk: "LOCAL#SEED", sk: "DONE" }));
    const { userId = "" } = (await Users.fromEmail(people.admin.email)) ?? {};
    // Not by `setRole`, which rejects removing the last administrator.
    await Table.update(userProfile.key({ userId }), { set: { role: "PARTICULIER" } });
    await seedDemo();
    expect((await Users.fromEmail(people.admin.email))?.role).toBe("ADMIN");
  });
});
