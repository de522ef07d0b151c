import type { UserActor } from "../../core/identity/actor.ts";
import type { Verified } from "../../core/identity/api-keys/schema.ts";

/** Who calls the MCP server: the account that a key acts for, and what the key may do. */
export interface Caller {
  readonly actor: UserActor;
  readonly apiKey: Verified;
  /** The request's, as the chain logs it. */
  readonly requestId: string;
}
