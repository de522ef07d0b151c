import { changeTwoFactor } from "../../../contract/web/dashboard.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import {
  TwoFactorAlreadyOn,
  TwoFactorInvalid,
  TwoFactorNotBegun,
  WrongPassword,
} from "../../../core/identity/errors.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { isAnyOf, RateLimited } from "../../../core/kernel/errors.ts";
import { alert, type Html, html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { codes, footing, heading, standing, TITLE, verifying } from "./_two-factor.ts";

export const handler = serve(changeTwoFactor, async (call) => {
  const { actor, body } = call;
  const token = body.csrfToken ?? "";
  const shown = await change(actor, body, token).catch((error: unknown) =>
    refused(actor, body.action, token, error),
  );
  return page(call, { title: TITLE, body: html`${heading}${shown}${footing}` });
});

interface Sent {
  readonly action: "begin" | "verify" | "renew" | "disable";
  readonly code?: string | undefined;
  readonly password?: string | undefined;
}

async function change(actor: WebActor, sent: Sent, token: string): Promise<Html> {
  const { action, code = "", password } = sent;
  switch (action) {
    case "begin":
      await confirmPassword(actor, password);
      return verifying(token, await SecondFactor.enable(actor));
    case "verify": {
      const { totpCode = "" } = SecondFactor.parseCode(code);
      const { recoveryCodes } = await SecondFactor.verify(actor, totpCode);
      return recoveryCodes ? codes(recoveryCodes) : asItIs(actor, token);
    }
    case "renew":
      return codes(await SecondFactor.renewRecoveryCodes(actor, await SecondFactor.spendOwn(actor, code)));
    case "disable":
      await SecondFactor.disable(actor, await SecondFactor.spendOwn(actor, code));
      return asItIs(actor, token);
  }
}

const asItIs = async (actor: WebActor, token: string): Promise<Html> =>
  standing(token, await SecondFactor.state(actor));

const REFUSALS = [WrongPassword, TwoFactorInvalid, TwoFactorNotBegun, TwoFactorAlreadyOn, RateLimited];

/** The page with what was wrong, in a state from which one can go on. @throws what is no refusal */
async function refused(
  actor: WebActor,
  action: Sent["action"],
  token: string,
  error: unknown,
): Promise<Html> {
  if (!isAnyOf(error, REFUSALS)) throw error;
  const isVerifying = action === "verify" && error.is(TwoFactorInvalid);
  return html`${alert(error.text)}${isVerifying ? await verifying(token) : await asItIs(actor, token)}`;
}
