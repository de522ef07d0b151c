import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import * as Accounts from "./accounts.ts";
import * as LinkedAccounts from "./linked-accounts.ts";
import { newStamp } from "./stamp.ts";
import type { User } from "./user.ts";
import * as Users from "./users.ts";

/** Accounts at providers that can sign in. */

withDatabase();

let count = 0;
let user: User;
beforeEach(async () => {
  const email = `linked${++count}@example.com`;
  const account = { provider: "google", subject: `google-${count}` };
  user = await Users.create({ name: "Ada", email, emailVerified: true, account });
});

const providers = async () => (await Users.fromId(user.userId))?.accounts.map(({ provider }) => provider);

describe("an account at a provider", () => {
  it("is not unlinked if the user could no longer sign in", async () => {
    await expect(LinkedAccounts.unlink(onWeb(user), "google")).rejects.toMatchObject({
      code: "AUTH_LAST_SIGN_IN_METHOD",
    });
    await Users.setPassword(user, "Lovelace!1843");
    const owner = (await Users.fromId(user.userId)) ?? user;
    await LinkedAccounts.unlink(onWeb(owner), "google");
    expect(await providers()).toEqual([]);
    expect(await Accounts.findLinked("google", `google-${count}`)).toBeUndefined();
  });

  it("remains as the last one if both are unlinked in parallel", async () => {
    await Accounts.link(user, "github", `github-${count}`);
    const outcomes = await Promise.allSettled(
      ["google", "github"].map((provider) => LinkedAccounts.unlink(onWeb(user), provider)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await providers()).toHaveLength(1);
  });

  it("is not lost if it is linked while another one is unlinked", async () => {
    await Users.setPassword(user, "Lovelace!1843");
    const owner = (await Users.fromId(user.userId)) ?? user;
    await Promise.all([
      LinkedAccounts.unlink(onWeb(owner), "google"),
      Accounts.link(owner, "github", `github-${count}`),
    ]);
    expect(await providers()).toEqual(["github"]);
    expect((await Accounts.findLinked("github", `github-${count}`))?.userId).toBe(user.userId);
  });

  it("is unlinked only with the account's current credentials, and only if it is linked", async () => {
    const former = { ...user, securityStamp: newStamp() };
    await expect(LinkedAccounts.unlink(onWeb(former), "google")).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    await expect(LinkedAccounts.unlink(onWeb(user), "github")).rejects.toMatchObject({
      code: "AUTH_ACCOUNT_NOT_LINKED",
    });
  });
});
