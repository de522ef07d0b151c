import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { type WebActor, webActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { create } from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { runDue } from "../../core/people/erasure.ts";
import * as Requests from "../../core/people/requests.ts";
import { newEmail } from "./addresses.ts";
import { onWeb } from "./identity.ts";

/** Users who request the erasure of their data, and users who are erased. */

/** Mocks the email service. Call it at the top of the file, after `withDatabase`. */
export function withMockedEmail() {
  const ses = mockClient(SESv2Client);
  beforeEach(() => {
    vi.stubEnv("MAIL_FROM", "svc <no-reply@svc.local>");
    ses.reset();
    ses.on(SendEmailCommand).resolves({});
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => ses.restore());
  return ses;
}

/** Creates a user, and returns it as an actor with a web session, which is not stored. */
export async function createAccount(role?: "ADMIN" | "PROFESSIONNEL"): Promise<WebActor> {
  const email = newEmail();
  const actor = onWeb(await create({ name: "Zed", email, emailVerified: true }));
  if (!role) return actor;
  await Users.setRole(actor.userId, role);
  return refreshActor(actor);
}

/** Returns the actor with the account's current role and stamps. */
export const refreshActor = async (actor: WebActor): Promise<WebActor> =>
  webActor(await Users.readOwn(actor), actor.sessionId);

/** Requests an erasure and advances past the grace period. */
export async function passGracePeriod(actor: WebActor): Promise<void> {
  await Requests.requestErasure(await refreshActor(actor));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
}

/** Requests an erasure and runs it. */
export async function eraseAccount(actor: WebActor): Promise<void> {
  await passGracePeriod(actor);
  await runDue();
  const found = await Users.fromId(actor.userId);
  if (found?.erasedAt === undefined) throw new Error("the user is not erased");
}
