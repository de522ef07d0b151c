import { statistics } from "../../../contract/loyalty/programs.ts";
import * as Members from "../../../core/loyalty/cards/members.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(statistics, async ({ actor, params }) => {
  const { members, given, spent, expired } = await Members.statistics(actor, params.id);
  return {
    members,
    points: {
      given: Number(given),
      spent: Number(spent),
      expired: Number(expired),
      outstanding: Number(given - spent - expired),
    },
  };
});
