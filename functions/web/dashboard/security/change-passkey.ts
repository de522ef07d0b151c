import { changePasskey } from "../../../../contract/web/dashboard/security.ts";
import { CONFIRM } from "../../../../contract/web/page.ts";
import { PasskeyNotFound } from "../../../../core/identity/passkeys/errors.ts";
import { remove } from "../../../../core/identity/passkeys/index.ts";
import { passkeyName } from "../../../../core/identity/passkeys/schema.ts";
import { rename } from "../../../../core/identity/passkeys/stored.ts";
import { hasRecentProof } from "../../../../core/identity/proof/index.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import { problemOf, redirect, serve } from "../../../_page/serve.ts";
import { back, securityPage } from "./_view.ts";

const NAME_RULE = text(
  "The name of a passkey has 1 to 60 characters.",
  "Le nom d'une clé d'accès compte de 1 à 60 caractères.",
);

export const handler = serve(changePasskey, async (call) => {
  const { actor, body } = call;
  if (body.action === "rename") {
    const name = passkeyName.safeParse(body.name).data;
    if (name === undefined) return securityPage(call, { problem: NAME_RULE });
    const problem = await problemOf(rename(actor, body.id, name), [PasskeyNotFound]);
    return problem === undefined ? back("renamed") : securityPage(call, { problem });
  }
  if (!(await hasRecentProof(actor)))
    return redirect(`${CONFIRM}?callbackUrl=${encodeURIComponent("/dashboard/security#passkeys")}`);
  // A passkey that is already removed counts as success.
  await problemOf(remove(actor, body.id), [PasskeyNotFound]);
  return back("removed");
});
