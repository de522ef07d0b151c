import * as z from "zod";
import { deviceList, MAX_DEVICES } from "../../../core/identity/devices/schema.ts";
import { DeviceNotFound } from "../../../core/identity/errors.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { done } from "../schemas.ts";

/** The devices of an account: spec 1, sections 2.6, 3 and 4.2. */

const route = defineFamily({
  id: "mobile.user.devices",
  path: "/api/v1/mobile/user/devices",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "The devices that are signed in, the latest active first",
  description: `\`lastActive\` moves with sign-in and refresh. At most ${MAX_DEVICES}; a sixth takes the place of the one that was not active for longest.`,
  responses: { 200: { description: "The devices", body: deviceList } },
  grants: { table: "read" },
});

export const revoke = route({
  id: "revoke",
  method: "DELETE",
  path: "/{id}",
  summary: "Sign a device out",
  description:
    "It is out at its next call, and its biometric key is gone. `id` is the session's, as the list has it.",
  request: { params: z.object({ id: z.string().min(1).max(100) }) },
  responses: { 200: { description: "Signed out", body: done } },
  errors: [DeviceNotFound],
  grants: { table: "write" },
});
