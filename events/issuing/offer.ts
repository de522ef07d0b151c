import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { userProfile } from "../../core/identity/entity.ts";
import { offer } from "../../core/payments/issuing/offer.ts";
import { log } from "../../core/platform/log.ts";

/** Notes who is to get a first card, of those whose identity check or euro account has changed. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const userIds = Records.flatMap(({ dynamodb }) => {
    const pk = dynamodb?.Keys?.["pk"]?.S ?? "";
    return userProfile.paramsOf({ pk, sk: "PROFILE" })?.["userId"] ?? [];
  });
  try {
    await offer([...new Set(userIds)]);
    return { batchItemFailures: [] };
  } catch (error) {
    log.warn("first cards are noted later", { error });
    return { batchItemFailures: [{ itemIdentifier: Records[0]?.dynamodb?.SequenceNumber ?? "" }] };
  }
}
