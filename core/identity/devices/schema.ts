import * as z from "zod";
import { biometricTypes, deviceId } from "../schema.ts";

/** The maximum number of signed-in devices of a user (spec 1, section 5, rule 6). */
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
/** A device session, as shown to its owner (spec 1, section 2.6). */
export type DeviceSession = Readonly<z.output<typeof device>>;

export const deviceList = z.object({
  devices: z.array(device),
  maxDevices: z.literal(MAX_DEVICES),
  currentCount: z.int(),
});

/** The registration of a device's key (spec 1, section 4.2). */
export const enrolment = z.object({
  deviceId,
  biometricType: z.enum(biometricTypes),
  biometricToken: z
    .string()
    .min(1)
    .max(4096)
    .meta({ description: "A compact JWS", examples: ["eyJhbGciOi…"] }),
});
export type Enrolment = z.output<typeof enrolment>;
