import * as z from "zod";
import { biometricTypes, deviceId } from "../schema.ts";

/** What a device registers its key with (spec 1, section 4.2). */
export const enrolment = z.object({
  deviceId,
  biometricType: z.enum(biometricTypes),
  biometricToken: z
    .string()
    .min(1)
    .max(4096)
    .meta({ description: "A compact JWS", examples: ["eyJhbGciOi…"] }),
});
