import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** The systems that telephones run. */
export const systems = ["ios", "android"] as const;

/** What Apple or Google have given an app on one telephone. */
export const pushToken = z
  .string()
  .regex(
    /^[\x21-\x7E]{1,4096}$/,
    rule(
      "must be the token that the system gave the app",
      "doit être le jeton que le système a donné à l'application",
    ),
  )
  .meta({ examples: ["c2f1e0d9b8a7968574635241302f1e0d"] });
