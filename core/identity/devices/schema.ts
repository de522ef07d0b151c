import * as z from "zod";

/** How many devices of a user may be signed in at once (spec 1, section 5, rule 6). */
export const MAX_DEVICES = 5 as const;

const device = z.object({
  id: z.string(),
  deviceId: z.string(),
  name: z.string(),
  platform: z.string(),
  lastActive: z.iso.datetime(),
  biometricEnabled: z.boolean(),
  isCurrent: z.boolean(),
});

/** Device sessions as their owner sees them (spec 1, section 2.6). */
export const deviceList = z.object({
  devices: z.array(device),
  maxDevices: z.literal(MAX_DEVICES),
  currentCount: z.int(),
});
