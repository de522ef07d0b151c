import { changePasskey } from "../../../../contract/web/dashboard/security.ts";
import { PasskeyNotFound } from "../../../../core/identity/passkeys/errors.ts";
import { remove } from "../../../../core/identity/passkeys/index.ts";
import { passkeyName } from "../../../../core/identity/passkeys/schema.ts";
import { rename } from "../../../../core/identity/passkeys/stored.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf } from "../../../_page/serve.ts";
import { back, PAGE, securityPage } from "./_view.ts";

const NAME_RULE = text(
  "The name of a passkey has 1 to 60 characters.",
  "Le nom d'une clé d'accès compte de 1 à 60 caractères.",
);

export const handler = serveConfirmed(changePasskey, PAGE, async (call) => {
  const { actor, body, confirm } = call;
  if (body.action === "rename") {
    const name = passkeyName.safeParse(body.name).data;
    if (name === undefined) return securityPage(call, { problem: NAME_RULE });
    const problem = await problemOf(rename(actor, body.id, name), [PasskeyNotFound]);
    return problem === undefined ? back("renamed") : securityPage(call, { problem });
  }
  await confirm();
  // A passkey that is already removed counts as success.
  await problemOf(remove(actor, body.id), [PasskeyNotFound]);
  return back("removed");
});
