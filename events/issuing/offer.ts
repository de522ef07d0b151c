import { userProfile } from "../../core/identity/entity.ts";
import { recordOffers } from "../../core/payments/issuing/offer.ts";
import { freezeRestricted } from "../../core/payments/issuing/status.ts";
import { log } from "../../core/platform/log.ts";
import { following } from "../_batch.ts";

/** Offers a first card to users whose identity check or euro account has changed, and freezes the cards of rejected ones. */
export const handler = following(async (records) => {
  const found = records.flatMap(({ dynamodb }) => {
    const pk = dynamodb?.Keys?.["pk"]?.S ?? "";
    return userProfile.paramsOf({ pk, sk: "PROFILE" })?.["userId"] ?? [];
  });
  const userIds = [...new Set(found)];
  try {
    await freezeRestricted(userIds);
    await recordOffers(userIds);
    return undefined;
  } catch (error) {
    log.warn("issued cards: cards not frozen or first cards not offered, the stream will retry", {
      userIds,
      error,
    });
    return records[0];
  }
});
