import * as z from "zod";
import * as Users from "../../identity/users.ts";
import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import { replay } from "./deliveries.ts";
import { deliveryDied, replayAsked } from "./events.ts";
import { webhookRef } from "./next-attempt.ts";
import { goOn, replayMessage } from "./replays.ts";
import { deliver } from "./worker.ts";

const deadLetter = z.object({
  type: z.literal(deliveryDied.type),
  payload: z.object({ userId: z.string(), webhookId: z.string(), deliveryId: z.string() }),
});

/**
 * Carries out a message of the queue of deliveries: a call to a webhook, a replay that is to go on, or a dead letter that an operator
 * has moved back, whose delivery then begins anew.
 * @throws ZodError, SyntaxError when it is neither: the message goes to the dead letters
 */
export async function carryOut(body: string): Promise<void> {
  const message = z.union([replayMessage, webhookRef, deadLetter]).parse(JSON.parse(body));
  if (!("payload" in message)) return deliver(message);
  if (message.type === replayAsked.type) return goOn(message.payload);
  const { userId, webhookId, deliveryId } = message.payload;
  try {
    const owner = await Users.fromId(userId);
    if (owner) await replay(owner, webhookId, deliveryId);
  } catch (error) {
    // The webhook is gone or disabled, or the delivery has expired: there is nothing to begin anew.
    if (!(error instanceof SvcError) || error.kind === "unavailable") throw error;
    log.warn("a dead letter cannot be sent again", { webhookId, deliveryId, code: error.code });
  }
}
