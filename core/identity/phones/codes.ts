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
 * Codes of text messages. A code is made when its message is written: no event and no queue contains it, and the table has
 * it sealed. It is valid for one account and number, and ends with the account's security stamp.
 */

export type Code = z.output<typeof phoneCode.schema>;

const sealedFor = (code: Pick<Code, "userId" | "phone">) => purposeOf(phoneCode, "sealedCode", code);

/** Returns the item of a request that waits for its message. */
export const requested = (
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
 * Makes the code of a request's message that is about to be sent.
 * @returns undefined if a newer request has replaced it, it was used, or it has expired
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

/** Returns the request of the actor's code. Each call is one of five tries. @throws PHONE_CODE_INVALID */
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

/** Uses a code up, once. */
export const used = ({ userId, requestId }: Code, usedAt: string): Table.Write => ({
  update: phoneCode.key({ userId }),
  set: { usedAt },
  where: Where.is({ requestId, usedAt: undefined }),
});
