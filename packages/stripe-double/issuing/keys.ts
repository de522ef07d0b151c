import { endpoint } from "../endpoint.ts";
import { invalid } from "../errors.ts";
import { ignored, text } from "../params.ts";
import { randomText } from "../tx.ts";

/** Ephemeral keys, with which an app adds an issued card to the device's wallet. */

const SECONDS = 900;

export const keys = [
  endpoint(
    "POST",
    "/v1/ephemeral_keys",
    { issuing_card: text.optional(), customer: text.optional(), nonce: text.optional(), expand: ignored },
    ({ tx }, { issuing_card: cardId }) => {
      if (cardId === undefined)
        throw invalid("This double creates ephemeral keys only for issued cards.", "issuing_card");
      const card = tx.get("issuing.card", cardId, "issuing_card");
      if (card.status === "canceled") throw invalid("This card is canceled.", "issuing_card");
      return {
        id: `ephkey_${randomText(24)}`,
        object: "ephemeral_key",
        associated_objects: [{ id: cardId, type: "issuing.card" }],
        created: tx.now,
        expires: tx.now + SECONDS,
        livemode: false,
        secret: `ek_test_${randomText(64)}`,
      };
    },
  ),
];
