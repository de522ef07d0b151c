import { randomInt, timingSafeEqual } from "node:crypto";
import type * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { purposeOf, seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { phoneCode } from "./entity.ts";
import { InvalidPhoneCode } from "./errors.ts";
import { CODE_SECONDS, CODE_TRIES } from "./schema.ts";

/**
 * Codes in text messages. A code is generated when its message is sent, so that no event and no queue contains it; the table
 * stores it sealed. It is valid for one account and number. A change of the security stamp makes it invalid.
 */

export type Code = z.output<typeof phoneCode.schema>;

const sealedFor = (code: Pick<Code, "userId" | "phone">) => purposeOf(phoneCode, "sealedCode", code);

/** Returns the item of a new request, whose message is not sent yet. */
export const newRequest = (
  { userId, securityStamp }: UserActor,
  { phone, requestId }: Pick<Code, "phone" | "requestId">,
) =>
  phoneCode.item({
    userId,
    phone,
    requestId,
    securityStamp,
    codeTries: 0,
    ttl: Clock.nowSeconds() + CODE_SECONDS,
  });

/**
 * Generates the code for the message of a request.
 * @returns undefined if a newer request has replaced this one, or this one was used or has expired
 */
export async function issue(request: Pick<Code, "userId" | "requestId">) {
  const { userId, requestId } = request;
  const found = await Table.find(phoneCode, { userId });
  if (found?.requestId !== requestId || found.ttl <= Clock.nowSeconds()) return undefined;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const written = Table.update(phoneCode.key({ userId }), {
    set: { sealedCode: await seal(code, sealedFor(found)), ttl: Clock.nowSeconds() + CODE_SECONDS },
    where: Where.is({ requestId, usedAt: undefined }),
  });
  return (await Table.ignoreConditionFailure(written)) && { to: found.phone, code };
}

/** Verifies a code of the actor and returns its request. Each call counts as one of five attempts. @throws PHONE_CODE_INVALID */
export async function open({ userId, securityStamp }: UserActor, code: string): Promise<Code> {
  const counted = Table.update(phoneCode.key({ userId }), {
    add: { codeTries: 1 },
    where: Where.all(Where.has("sealedCode"), Where.below("codeTries", CODE_TRIES)),
  });
  const item = await Table.ignoreConditionFailure(counted);
  const found = item && phoneCode.parse(item);
  if (!found?.sealedCode || found.ttl <= Clock.nowSeconds() || found.securityStamp !== securityStamp)
    throw fail(InvalidPhoneCode);
  const expected = await unseal(found.sealedCode, sealedFor(found));
  const isSame = expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code));
  if (!isSame) throw fail(InvalidPhoneCode);
  return found;
}

/** Returns the write that uses a code up, once. */
export const consumeWrite = ({ userId, requestId }: Code, usedAt: string): Table.Write => ({
  update: phoneCode.key({ userId }),
  set: { usedAt },
  where: Where.is({ requestId, usedAt: undefined }),
});
