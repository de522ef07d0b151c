import * as z from "zod";
import { deviceList, MAX_DEVICES } from "../../../core/identity/devices/schema.ts";
import { DeviceNotFound } from "../../../core/identity/errors.ts";
import { done } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { endsOwnAccess } from "../../proof.ts";
import { onDevice, shared } from "../schemas.ts";

/** The devices of an account: spec 1, sections 2.6, 3 and 4.2. */

const route = defineFamily({
  ...shared,
  ...onDevice,
  id: "mobile.user.devices",
  path: "/api/v1/mobile/user/devices",
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the signed-in devices, most recently active first",
  description: `\`lastActive\` changes with sign-in and refresh. At most ${MAX_DEVICES}; another one replaces the least recently active.`,
  response: { description: "The devices", body: deviceList },
});

export const revoke = route({
  id: "revoke",
  method: "DELETE",
  path: "/{id}",
  summary: "Sign a device out",
  description:
    "Applies from its next request on, and removes its biometric key. `id` is the session's, as in the list.",
  proof: endsOwnAccess,
  request: { params: z.object({ id: z.string().min(1).max(100) }) },
  response: { description: "Signed out", body: done },
  errors: [DeviceNotFound],
  grants: { table: "write" },
});
