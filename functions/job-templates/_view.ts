import type { read } from "../../contract/job-templates.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Template } from "../../core/jobs/schema.ts";

export const template = ({
  templateId: id,
  userId: _,
  capability,
  payload,
  ...rest
}: Template): ResultOf<typeof read> => ({
  id,
  ...rest,
  payload: JSON.parse(payload),
  capability: capability ?? null,
});
