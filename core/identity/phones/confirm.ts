import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { phoneClaim, userProfile } from "../entity.ts";
import { phoneEvent, phoneGivenUp, phoneMoved, phoneVerified } from "../events.ts";
import * as Stamp from "../stamp.ts";
import {
  fromItem,
  hasProvenPhone,
  isAtVersion,
  isPhoneUnchanged,
  phoneReleaseWrites,
  type User,
} from "../user.ts";
import * as Users from "../users.ts";
import * as Codes from "./codes.ts";
import { phoneCode } from "./entity.ts";
import { InvalidPhoneCode } from "./errors.ts";

/**
 * Proves phone numbers with the code of a text message. Money that is sent to a number goes to the user who has proven it. A number
 * belongs to one account at most: a later proof takes it from the former account, whose owner is notified.
 */

/**
 * Assigns the number of a code to the actor's account. A repeated call with the same code succeeds without a change.
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

interface ConfirmationState {
  readonly user: User | undefined;
  readonly isUsed: boolean;
  /** The account that currently has the number. */
  readonly holder: { readonly userId: string; readonly user: User | undefined } | undefined;
}

async function read({ userId }: UserActor, { phone, requestId }: Codes.Code): Promise<ConfirmationState> {
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
  { user, isUsed, holder }: ConfirmationState,
): Table.Decision<string> {
  const { phone } = opened;
  if (!user || user.blocked || !Stamp.matches(actor, user)) throw fail(Unauthenticated);
  if (hasProvenPhone(user, phone)) return { writes: [], result: phone };
  if (isUsed) throw fail(InvalidPhoneCode);
  const at = Clock.nowIso();
  const former = holder?.userId === user.userId ? undefined : holder?.user;
  const writes = [
    Codes.consumeWrite(opened, at),
    {
      put: phoneClaim.item({ phone, userId: user.userId }),
      where: holder ? Where.is({ userId: holder.userId }) : Where.absent,
    },
    ...phoneReleaseWrites(user),
    phoneChangeWrite(user, { phone, phoneVerified: at }, at),
    phoneEvent(phoneVerified, user.userId, phone),
    ...(hasProvenPhone(user) ? [phoneEvent(phoneGivenUp, user.userId, user.phone ?? "")] : []),
    ...(former && hasProvenPhone(former, phone)
      ? [
          phoneChangeWrite(former, { phoneVerified: undefined }, at),
          phoneEvent(phoneMoved, former.userId, phone),
        ]
      : []),
  ];
  return { writes, result: phone };
}

/** Returns the write that changes a profile, unless it has changed concurrently. */
const phoneChangeWrite = (
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
