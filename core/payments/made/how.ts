import type * as Table from "../../platform/table/index.ts";
import type { Method } from "./schema.ts";

/** How a payment comes about. */
export interface How<More extends object = object> {
  readonly method: Exclude<Method, "card">;
  /** What goes into the payment's transaction. */
  readonly beside?: ((paymentId: string) => readonly Table.Write[]) | undefined;
  /** What is answered beside the payment. */
  readonly answering: More;
}
