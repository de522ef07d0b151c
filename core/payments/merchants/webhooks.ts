import * as z from "zod";
import type { PspHandler } from "../../inbound/psp.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { merchantAccount, merchant as merchantEntity } from "./entity.ts";
import * as Merchants from "./index.ts";
import type { Merchant } from "./schema.ts";

/** The payment provider's events on merchants' accounts. */

const accountEvent = z.looseObject({
  id: z.string(),
  charges_enabled: z.boolean().optional(),
  payouts_enabled: z.boolean().optional(),
  details_submitted: z.boolean().default(true),
  requirements: z.looseObject({ disabled_reason: z.string().nullish() }).nullish(),
});

/** Sets the rights of an account. Of two events of one second the later delivery counts. */
const accountUpdated: PspHandler = async (event) => {
  const account = accountEvent.parse(event.data.object);
  const pointer = await Table.find(merchantAccount, { pspAccountId: account.id });
  const merchant = pointer && (await Merchants.find(pointer.merchantId));
  if (!merchant) {
    log.info("payment provider: event of an account without a merchant, ignored", {
      eventId: event.id,
      accountId: account.id,
    });
    return "not ours";
  }
  const rights = Merchants.toRights(withKnownRights(account, merchant));
  const isApplied = await writeRights(merchant, rights, BigInt(event.created));
  return isApplied ? `merchant ${merchant.merchantId} is ${rights.status}` : "a later event prevails";
};

/** Fields that an event omits stay unchanged. */
const withKnownRights = (
  account: z.output<typeof accountEvent>,
  { chargesEnabled, payoutsEnabled }: Merchant,
): Merchants.Account => ({
  ...account,
  charges_enabled: account.charges_enabled ?? chargesEnabled,
  payouts_enabled: account.payouts_enabled ?? payoutsEnabled,
});

/** @returns false if a later event was applied before */
async function writeRights(
  { merchantId }: Merchant,
  rights: Merchants.Rights,
  rightsAtSeconds: bigint,
): Promise<boolean> {
  const change = {
    set: { ...rights, rightsAtSeconds },
    where: Where.atMost("rightsAtSeconds", rightsAtSeconds),
  };
  const item = await Table.ignoreConditionFailure(Table.update(merchantEntity.key({ merchantId }), change));
  return item !== undefined;
}

export const handlers: Readonly<Record<string, PspHandler>> = { "account.updated": accountUpdated };
