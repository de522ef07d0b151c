import { expect, test } from "vitest";
import { flag } from "../../../core/flags/entity.ts";
import * as Flags from "../../../core/flags/index.ts";
import type { Role } from "../../../core/identity/actor.ts";
import { block } from "../../../core/identity/roles/index.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Clock from "../../../core/kernel/clock/index.ts";
import * as Table from "../../../core/platform/table/index.ts";
import { Browser } from "../../../tests/support/browser.ts";
import { load, signIn } from "../../../tests/support/pages.ts";
import { person } from "../../../tests/support/people.ts";
import { withSite } from "../../../tests/support/site.ts";

/** The page of administration, in a browser without script. */

const site = withSite();
const password = "Lovelace!1843";

async function browserOf(role: Role, email: string): Promise<Browser> {
  const { userId } = await Users.register({ name: "Ada", email, password }, { emailVerified: true });
  await Users.setRole(userId, role);
  const browser = new Browser(site.url);
  await signIn(browser, { email, password });
  return browser;
}

test("shows an administrator what waits and what was done, as text", async () => {
  const browser = await browserOf("ADMIN", "boss@example.com");
  const { userId } = await person();
  await block({ operator: "night shift" }, userId, "<script>alert(1)</script>");
  await Flags.raise({ kind: "payment", id: "pi_flagged" }, { why: "more came than was agreed" });
  const suspended = { kind: "suspense", id: "hold:hold_1", why: "its receiver is erased" } as const;
  await Table.put(flag.item({ ...suspended, at: Clock.nowIso(), asset: "EUR", amount: 1234n }));
  const { html } = await load(browser, "/dashboard/admin");
  for (const shown of [
    "hold:hold_1",
    "12.34",
    "pi_flagged",
    "more came than was agreed",
    "operator:night shift",
    userId,
  ])
    expect(html).toContain(shown);
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<script>alert");
});

test("is nobody else's: others get a 403 in a page, and strangers the way to the sign-in", async () => {
  for (const role of ["PARTICULIER", "PROFESSIONNEL", "EMPLOYE"] as const) {
    const browser = await browserOf(role, `${role.toLowerCase()}@example.com`);
    const { response: answer } = await load(browser, "/dashboard/admin");
    expect([role, answer.status, answer.headers.get("content-type")]).toEqual([
      role,
      403,
      "text/html; charset=utf-8",
    ]);
  }
  const { response: stranger } = await load(new Browser(site.url), "/dashboard/admin");
  expect([stranger.status, stranger.headers.get("location")]).toEqual([
    302,
    expect.stringContaining("/auth/signin"),
  ]);
});
