import type { read } from "../../../contract/public/farming/farms.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Farming from "../../../core/defi/farming/index.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import { farm } from "./_view.ts";

/** All farms, those from the start first. */
export const allFarms = async (actor: UserActor): Promise<ResultOf<typeof read>[]> =>
  (await Farming.list(actor.mode)).map((one) => farm(actor, one));

/** Those of these ids. */
export const farmsOf = async (actor: UserActor, ids: ReadonlySet<string>) =>
  (await allFarms(actor)).filter(({ id }) => ids.has(id));
