import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { phoneClaim, userProfile } from "../entity.ts";
import { phoneEvent, phoneGivenUp, phoneMoved, phoneVerified } from "../events.ts";
import * as Stamp from "../stamp.ts";
import { freePhone, fromItem, hasProvenPhone, isAtVersion, isPhoneUnchanged, type User } from "../user.ts";
import * as Users from "../users.ts";
import * as Codes from "./codes.ts";
import { phoneCode } from "./entity.ts";
import { InvalidPhoneCode } from "./errors.ts";

/**
 * Proves phone numbers by the code of a text message. Money that is sent to a number goes to the user who has proven it. A
 * number belongs to one account at most: a later proof takes it from the former account, whose owner is notified.
 */

/**
 * Gives the actor's account the number of a code. A repetition of the same code succeeds without a change.
 * @returns the number
 * @throws PHONE_CODE_INVALID, UNAUTHORIZED if the credential has ended, CONTENTION
 */
export async function confirm(actor: UserActor, code: string): Promise<string> {
  const opened = await Codes.open(actor, code);
  return Table.change(
    () => read(actor, opened),
    (found) => decide(actor, opened, found),
  );
}

interface Found {
  readonly user: User | undefined;
  readonly isUsed: boolean;
  /** The account that has the number now. */
  readonly holder: { readonly userId: string; readonly user: User | undefined } | undefined;
}

async function read({ userId }: UserActor, { phone, requestId }: Codes.Code): Promise<Found> {
  const keys = [userProfile.key({ userId }), phoneClaim.key({ phone }), phoneCode.key({ userId })];
  const [item, claimItem, codeItem] = await Table.getMany(keys);
  const claim = claimItem && phoneClaim.parse(claimItem);
  const code = codeItem && phoneCode.parse(codeItem);
  return {
    user: item && fromItem(item),
    isUsed: code?.requestId !== requestId || code.usedAt !== undefined,
    holder: claim && { userId: claim.userId, user: await Users.fromId(claim.userId) },
  };
}

function decide(
  actor: UserActor,
  opened: Codes.Code,
  { user, isUsed, holder }: Found,
): Table.Decision<string> {
  const { phone } = opened;
  if (!user || user.blocked || !Stamp.isOf(actor, user)) throw fail(Unauthenticated);
  if (hasProvenPhone(user, phone)) return { writes: [], result: phone };
  if (isUsed) throw fail(InvalidPhoneCode);
  const at = Clock.nowIso();
  const former = holder?.userId === user.userId ? undefined : holder?.user;
  const writes = [
    Codes.used(opened, at),
    {
      put: phoneClaim.item({ phone, userId: user.userId }),
      where: holder ? Where.is({ userId: holder.userId }) : Where.absent,
    },
    ...freePhone(user),
    changing(user, { phone, phoneVerified: at }, at),
    phoneEvent(phoneVerified, user.userId, phone),
    ...(hasProvenPhone(user) ? [phoneEvent(phoneGivenUp, user.userId, user.phone ?? "")] : []),
    ...(former && hasProvenPhone(former, phone)
      ? [changing(former, { phoneVerified: undefined }, at), phoneEvent(phoneMoved, former.userId, phone)]
      : []),
  ];
  return { writes, result: phone };
}

/** Returns the write that changes a profile if it is still as it was read. */
const changing = (
  user: User,
  set: { readonly phone?: string; readonly phoneVerified: string | undefined },
  updatedAt: string,
): Table.Write => ({
  update: userProfile.key(user),
  set: { ...set, updatedAt, version: BigInt(user.version + 1) },
  where: Where.all(
    isAtVersion("version", user.version),
    Where.is({ securityStamp: user.securityStamp }),
    isPhoneUnchanged(user),
  ),
});
