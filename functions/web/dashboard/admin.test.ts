import { expect, it } from "vitest";
import { flag } from "../../../core/flags/entity.ts";
import * as Flags from "../../../core/flags/index.ts";
import type { Role } from "../../../core/identity/actor.ts";
import { block } from "../../../core/identity/roles/index.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Clock from "../../../core/kernel/clock/index.ts";
import * as Table from "../../../core/platform/table/index.ts";
import { Browser } from "../../../tests/support/browser.ts";
import { load, signIn } from "../../../tests/support/pages.ts";
import { createUser } from "../../../tests/support/people.ts";
import { withSite } from "../../../tests/support/site.ts";

/** The administration page in a browser without JavaScript. */

const site = withSite();
const password = "Lovelace!1843";

async function browserOf(role: Role, email: string): Promise<Browser> {
  const { userId } = await Users.register({ name: "Ada", email, password }, { emailVerified: true });
  await Users.setRole(userId, role);
  const browser = new Browser(site.url);
  await signIn(browser, { email, password });
  return browser;
}

it("the admin page shows an administrator flags and the audit trail, with escaped texts", async () => {
  const browser = await browserOf("ADMIN", "boss@example.com");
  const { userId } = await createUser();
  await block({ operator: "night shift" }, userId, "<script>alert(1)</script>");
  await Flags.raise({ kind: "payment", id: "pi_flagged" }, { why: "received more than agreed" });
  const suspended = { kind: "suspense", id: "hold:hold_1", why: "its receiver is erased" } as const;
  await Table.put(flag.item({ ...suspended, at: Clock.nowIso(), asset: "EUR", amount: 1234n }));
  const { html } = await load(browser, "/dashboard/admin");
  expect(html).toMatch(/<time datetime="[^"]+Z">\d{1,2} \p{L}+\.? \d{4}, \d{2}:\d{2}<\/time>/u);
  expect(html).toContain("(Europe/Paris)");
  for (const shown of [
    "hold:hold_1",
    "12.34",
    "pi_flagged",
    "received more than agreed",
    "operator:night shift",
    userId,
  ])
    expect(html).toContain(shown);
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<script>alert");
});

it("the admin page rejects other roles with a 403 page, and sends anonymous visitors to the sign-in page", async () => {
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
