import type { Verified } from "../../core/api-keys/schema.ts";
import type { UserActor } from "../../core/identity/actor.ts";

/** Who calls the MCP server: the account that a key acts for, and what the key may do. */
export interface Caller {
  readonly actor: UserActor;
  readonly apiKey: Verified;
  /** The request's, as the chain logs it. */
  readonly requestId: string;
}
