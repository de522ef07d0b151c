import { defineError } from "../../kernel/errors.ts";

export const StepUpRequired = defineError(
  "STEP_UP_REQUIRED",
  "forbidden",
  "Confirm this action on the device, then send it again with the confirmation.",
  "Confirmez cette action sur l'appareil, puis renvoyez-la avec la confirmation.",
);
