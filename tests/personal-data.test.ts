import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../core/audit/index.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import * as Objects from "../core/platform/objects.ts";
import { newEmail } from "./support/addresses.ts";
import { createUser, tokenOf } from "./support/people.ts";
import { type Answer, withPlatform } from "./support/platform.ts";

/** Export and erasure of personal data over HTTP, for users and administrators. */

const platform = withPlatform();
beforeEach(() => {
  vi.stubEnv("ROLE_FOUR_EYES", "true");
});
afterEach(() => vi.unstubAllEnvs());

const password = "Analytical1!";
const DAY = 86_400;

interface Exported {
  readonly export: { readonly status: string } | null;
}
interface ErasureStatus {
  readonly dueAt: string | null;
  readonly blockers: readonly { readonly code: string }[];
}

/** Creates a visitor, who can register and sign in. */
function createVisitor(email = newEmail()) {
  const ip = `198.51.100.${Math.floor(Math.random() * 250)}`;
  let token = "";
  const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    platform.call<T>(method, path, { body, ip, ...(token !== "" && { token }) });
  const signInAs = async (answer: Promise<Answer<{ token: string; user: { id: string } }>>) => {
    const { status, body } = await answer;
    token = status < 300 ? body.token : "";
    return { status, id: body.user?.id };
  };
  return {
    email,
    call,
    register: () => signInAs(call("POST", "/api/auth/register", { name: "Grace Hopper", email, password })),
    signIn: () => signInAs(call("POST", "/api/auth/signin", { email, password })),
    subjects: () => platform.mail(email).map(({ subject }) => subject),
  };
}

/** Advances the clock and runs due work. */
async function runDueAfter(seconds: number): Promise<void> {
  await platform.advance(seconds);
  await platform.drain();
}

it("exports and erases an account, whose email address can then be registered again", async () => {
  const [grace, other] = [createVisitor(), createVisitor()];
  const { id = "" } = await grace.register();
  await other.register();

  // The export requires the password.
  expect((await grace.call<Exported>("GET", "/api/account/export")).body.export).toBeNull();
  const refused = await grace.call("POST", "/api/account/export", { password: "Analytical2!" });
  expect([refused.status < 500, refused.status >= 400]).toEqual([true, true]);
  expect((await grace.call("POST", "/api/account/export/link", { password })).body).toMatchObject({
    code: "EXPORT_NOT_READY",
  });
  const asked = await grace.call<Exported>("POST", "/api/account/export", { password });
  expect(asked).toMatchObject({ status: 202, body: { export: { status: "queued" } } });
  await platform.drain();
  expect((await grace.call<Exported>("GET", "/api/account/export")).body.export).toMatchObject({
    status: "succeeded",
  });
  expect(grace.subjects()).toContain("Vos données sont prêtes");
  const { body: link } = await grace.call<{ url: string }>("POST", "/api/account/export/link", { password });
  const file = (await (await fetch(link.url)).json()) as { account: string; records: { User: object[] } };
  expect(file).toMatchObject({ account: id, records: { User: [{ email: grace.email }] } });

  // No other user sees the export.
  expect((await other.call<Exported>("GET", "/api/account/export")).body.export).toBeNull();
  expect(await other.call("POST", "/api/account/export/link", { password })).toMatchObject({
    status: 409,
    body: { code: "EXPORT_NOT_READY" },
  });
  expect((await platform.call("GET", "/api/account/export")).status).toBe(401);
  expect((await fetch(link.url.replace(/Signature=\w/, "Signature=x"))).status).toBe(403);
  expect((await fetch(link.url.split("?")[0] ?? "")).status).toBe(403);

  // The response names what blocks the erasure.
  const opened = await grace.call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", {
    assetSymbol: "EUR",
  });
  const wallet = `/api/defi/wallets/${opened.body.wallet.id}`;
  const move = (operation: string) =>
    grace.call("PUT", wallet, { operation, amount: 5, reason: "a test" }).then(({ status }) => status);
  expect(await move("DEPOSIT")).toBe(200);
  const erasureStatus = async () => (await grace.call<ErasureStatus>("GET", "/api/account/erasure")).body;
  expect((await erasureStatus()).blockers).toMatchObject([{ code: "MONEY" }]);
  expect(await grace.call("POST", "/api/account/erasure", { password })).toMatchObject({
    status: 409,
    body: { code: "ERASURE_BLOCKED" },
  });
  expect(await move("WITHDRAW")).toBe(200);
  expect(await erasureStatus()).toMatchObject({ dueAt: null, blockers: [] });

  // The erasure is requested, and canceled by a sign-in. Password attempts are limited, hence the pause.
  await runDueAfter(3600);
  await grace.signIn();
  expect((await grace.call("POST", "/api/account/erasure", { password })).status).toBe(202);
  expect((await grace.call("GET", "/api/account/erasure")).status).toBe(401);
  await runDueAfter(29 * DAY);
  expect(grace.subjects()).toContain("Votre compte sera supprimé");
  expect((await grace.signIn()).status).toBe(200);
  expect((await erasureStatus()).dueAt).toBeNull();
  await runDueAfter(2 * DAY);
  expect((await Users.fromId(id))?.erasedAt).toBeUndefined();

  // Requested again, and executed.
  expect((await grace.signIn()).status).toBe(200);
  expect((await grace.call("POST", "/api/account/erasure", { password })).status).toBe(202);
  await runDueAfter(30 * DAY + 301);
  expect((await Users.fromId(id))?.erasedAt).toBeDefined();
  expect((await grace.signIn()).status).toBe(404);
  const left = await Array.fromAsync(Objects.keys("results", ""));
  expect(left.filter((key) => !key.startsWith("erased/"))).toEqual([]);
  expect(left).toContain(`erased/${id}.json`);

  // The address is available again, for an unrelated account.
  const again = createVisitor(grace.email);
  const { status, id: newId } = await again.register();
  expect(status).toBeLessThan(300);
  expect(newId).not.toBe(id);
  expect((await again.call<Exported>("GET", "/api/account/export")).body.export).toBeNull();
  expect((await audit()).differences).toEqual([]);
});

describe("administrators", () => {
  interface Queue {
    readonly erasures: readonly {
      readonly userId: string;
      readonly pendingApproval: { id: string } | null;
    }[];
    readonly next: string | null;
  }
  let [ada, ben]: User[] = [];
  const call = async <T = Record<string, unknown>>(
    by: User | undefined,
    method: string,
    path: string,
    body?: object,
  ) => platform.call<T>(method, path, { body, token: await tokenOf(by as User) });

  it("see why a blocked account's erasure is pending, and erase the account after a second approval", async () => {
    [ada, ben] = [await createUser("ADMIN"), await createUser("ADMIN")];
    const grace = createVisitor();
    const { id: userId = "" } = await grace.register();
    const about = `/api/admin/users/${userId}`;
    expect((await grace.call("POST", "/api/account/erasure", { password })).status).toBe(202);
    expect((await call(ada, "POST", `${about}/block`, { reason: "fraud" })).status).toBe(200);
    const queue = async () => (await call<Queue>(ada, "GET", "/api/admin/queues/erasures")).body;
    expect((await queue()).erasures).toEqual([]);
    await runDueAfter(30 * DAY + 301);
    const message = expect.stringMatching(/two administrators|deux administrateurs/);
    expect(await queue()).toMatchObject({
      erasures: [{ userId, requestedBy: userId, begun: false, reasons: [{ code: "BLOCKED", message }] }],
      next: null,
    });
    const page = await call<string>(ada, "GET", "/dashboard/admin");
    expect(page.body).toContain(userId);

    const asked = await call<{ pendingApproval: { id: string } }>(ada, "POST", `${about}/erasure`, {
      reason: "by post",
    });
    expect(asked.status).toBe(202);
    const { id: approvalId } = asked.body.pendingApproval;
    expect((await queue()).erasures).toMatchObject([{ pendingApproval: { id: approvalId } }]);
    const approving = { reason: "yes", approvalId };
    expect((await call(ada, "POST", `${about}/erasure`, approving)).body).toMatchObject({
      code: "OWN_ERASURE_REQUEST",
    });
    expect((await call(ben, "POST", `${about}/erasure`, approving)).status).toBe(200);
    await runDueAfter(301);
    expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
    expect((await queue()).erasures).toEqual([]);
    const { body } = await call<{ deeds: { deed: string }[] }>(
      ada,
      "GET",
      `/api/admin/trail?userId=${userId}`,
    );
    expect(body.deeds.map(({ deed }) => deed)).toEqual([
      ...["user-erased", "user-erasure-approved", "user-erasure-asked", "user-blocked"],
    ]);
    expect((await call(ada, "POST", `${about}/erasure`, { reason: "again" })).status).toBe(404);
    expect((await call(await createUser(), "GET", "/api/admin/queues/erasures")).status).toBe(403);
  });
});
