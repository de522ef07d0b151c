import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { type WebActor, webActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { create } from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { runDue } from "../../core/people/erasure.ts";
import { ask } from "../../core/people/requests.ts";
import { newEmail } from "./addresses.ts";
import { onWeb } from "./identity.ts";

/** People who leave: who has asked for the erasure of the own data, and who is erased. */

/** The letters that are sent. Call it at the top of the file, behind `withDatabase`. */
export function withLetters() {
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

/** Somebody with a profile, signed in on the web. */
export async function account(role?: "ADMIN" | "PROFESSIONNEL"): Promise<WebActor> {
  const email = newEmail();
  const actor = onWeb(await create({ name: "Zed", email, emailVerified: true }));
  if (!role) return actor;
  await Users.setRole(actor.userId, role);
  return current(actor);
}

/** The same with the credentials that the account has by now. */
export const current = async (actor: WebActor): Promise<WebActor> =>
  webActor(await Users.own(actor), actor.sessionId);

/** Somebody asks to be erased, and the time of grace passes. */
export async function leaves(actor: WebActor): Promise<void> {
  await ask(await current(actor));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
}

/** Somebody asks to be erased, and is. */
export async function erased(actor: WebActor): Promise<void> {
  await leaves(actor);
  await runDue();
  const found = await Users.fromId(actor.userId);
  if (found?.erasedAt === undefined) throw new Error("somebody is not erased");
}
