import type { readTemplate } from "../../contract/orchestrator/jobs.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Template } from "../../core/jobs/schema.ts";

export const template = ({
  templateId: id,
  userId: _,
  capability,
  ...rest
}: Template): ResultOf<typeof readTemplate> => ({ id, ...rest, capability: capability ?? null });
