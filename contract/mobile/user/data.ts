import * as Data from "../../account.ts";
import { defineFamily } from "../../family.ts";
import { shared } from "../schemas.ts";

/** The export and erasure of personal data in the app (GDPR, articles 15, 17 and 20). */

const route = defineFamily({ ...shared, id: "mobile.user.data", path: "/api/v1/mobile/user" });

export const askExport = route({
  ...Data.askExport,
  proof: "always",
  grants: { table: "write", queues: ["jobs"] },
});

export const readExport = route(Data.readExport);

export const linkExport = route({
  ...Data.linkExport,
  proof: "always",
  grants: { table: "write", objects: "read" },
});

export const readErasure = route(Data.readErasure);

export const askErasure = route({
  ...Data.askErasure,
  proof: "always",
  grants: { table: "write" },
});
