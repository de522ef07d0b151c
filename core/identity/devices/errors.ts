import { defineError } from "../../kernel/errors.ts";

export const DeviceNotFound = defineError(
  "DEVICE_NOT_FOUND",
  "not-found",
  "There is no such device.",
  "Cet appareil n'existe pas.",
);
