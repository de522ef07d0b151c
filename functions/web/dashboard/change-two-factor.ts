import { changeTwoFactor } from "../../../contract/web/dashboard.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { TwoFactorInvalid } from "../../../core/identity/errors.ts";
import { TwoFactorAlreadyOn, TwoFactorNotBegun } from "../../../core/identity/second-factor/errors.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { RateLimited, SvcError } from "../../../core/kernel/errors.ts";
import { type Html, html } from "../../_page/html.ts";
import { page } from "../../_page/index.ts";
import { alert } from "../../_page/refusal.ts";
import { serve } from "../../_page/serve.ts";
import { codes, footing, heading, off, on, TITLE, verifying } from "./_two-factor.ts";

export const handler = serve(changeTwoFactor, async (call) => {
  const { actor, body } = call;
  const token = body.csrfToken ?? "";
  const shown = await change(actor, body.action, body.code ?? "", token).catch((error: unknown) =>
    refused(actor, body.action, token, error),
  );
  return page(call, { title: TITLE, body: html`${heading}${shown}${footing}` });
});

type Action = "begin" | "verify" | "renew" | "disable";

async function change(actor: WebActor, action: Action, code: string, token: string): Promise<Html> {
  switch (action) {
    case "begin":
      return verifying(token, await SecondFactor.enable(actor));
    case "verify": {
      const { totpCode = "" } = SecondFactor.givenOf(code);
      const { recoveryCodes } = await SecondFactor.verify(actor, totpCode);
      return recoveryCodes ? codes(recoveryCodes) : standing(actor, token);
    }
    case "renew":
      return codes(await SecondFactor.renewRecoveryCodes(actor, await SecondFactor.spendOwn(actor, code)));
    case "disable":
      await SecondFactor.disable(actor, await SecondFactor.spendOwn(actor, code));
      return standing(actor, token);
  }
}

async function standing(actor: WebActor, token: string): Promise<Html> {
  const { isOn, codesLeft } = await SecondFactor.state(actor);
  return isOn ? on(token, codesLeft) : off(token);
}

const REFUSALS = [TwoFactorInvalid, TwoFactorNotBegun, TwoFactorAlreadyOn, RateLimited];

/** The page with what was wrong, in a state from which one can go on. @throws what is no refusal */
async function refused(actor: WebActor, action: Action, token: string, error: unknown): Promise<Html> {
  const isRefusal = error instanceof SvcError && REFUSALS.some((one) => error.is(one));
  if (!isRefusal) throw error;
  const isVerifying = action === "verify" && error.is(TwoFactorInvalid);
  return html`${alert(error.text)}${isVerifying ? await verifying(token) : await standing(actor, token)}`;
}
