import { userProfile } from "../../core/identity/entity.ts";
import { recordOffers } from "../../core/payments/issuing/offer.ts";
import { log } from "../../core/platform/log.ts";
import { following } from "../_batch.ts";

/** Offers a first card to users whose identity check or euro account has changed. */
export const handler = following(async (records) => {
  const userIds = records.flatMap(({ dynamodb }) => {
    const pk = dynamodb?.Keys?.["pk"]?.S ?? "";
    return userProfile.paramsOf({ pk, sk: "PROFILE" })?.["userId"] ?? [];
  });
  try {
    await recordOffers([...new Set(userIds)]);
    return undefined;
  } catch (error) {
    log.warn("issued cards: first cards not offered, the stream will retry", { userIds, error });
    return records[0];
  }
});
