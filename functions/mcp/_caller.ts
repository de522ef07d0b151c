import type { KeyActor } from "../../core/identity/actor.ts";

/** Who calls the MCP server. */
export interface Caller {
  readonly actor: KeyActor;
  /** The request's, as the chain logs it. */
  readonly requestId: string;
}
