import { changeTwoFactor } from "../../../contract/web/dashboard.ts";
import type { ProofMethod, WebActor } from "../../../core/identity/actor.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import {
  TwoFactorAlreadyOn,
  TwoFactorInvalid,
  TwoFactorNotBegun,
  WrongPassword,
} from "../../../core/identity/errors.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { isAnyOf, RateLimited } from "../../../core/kernel/errors.ts";
import { serveConfirmed } from "../../_page/confirmed.ts";
import { alert, type Html, html } from "../../_page/html.ts";
import { page } from "../../_page/serve.ts";
import { footer, heading, PATH, recoveryCodesView, stateView, TITLE, verifyView } from "./_two-factor.ts";

export const handler = serveConfirmed(changeTwoFactor, PATH, async (call) => {
  const { actor, body, confirm } = call;
  const token = body.csrfToken ?? "";
  const shown = await change(actor, body, confirm, token).catch((error: unknown) =>
    problemView(actor, body.action, token, error),
  );
  return page(call, { title: TITLE, body: html`${heading}${shown}${footer}` });
});

interface Sent {
  readonly action: "begin" | "verify" | "renew" | "disable";
  readonly code?: string | undefined;
  readonly password?: string | undefined;
}

async function change(
  actor: WebActor,
  sent: Sent,
  confirm: (verified?: ProofMethod) => Promise<void>,
  token: string,
): Promise<Html> {
  const { action, code = "", password } = sent;
  switch (action) {
    case "begin":
      await confirmAction(actor, password, confirm);
      return verifyView(token, await SecondFactor.enable(actor));
    case "verify": {
      const { totpCode = "" } = SecondFactor.parseCode(code);
      const { recoveryCodes } = await SecondFactor.verify(actor, totpCode);
      return recoveryCodes ? recoveryCodesView(recoveryCodes) : currentState(actor, token);
    }
    case "renew":
      return recoveryCodesView(
        await SecondFactor.renewRecoveryCodes(actor, await SecondFactor.confirmChange(actor, code, confirm)),
      );
    case "disable":
      await SecondFactor.disable(actor, await SecondFactor.confirmChange(actor, code, confirm));
      return currentState(actor, token);
  }
}

const currentState = async (actor: WebActor, token: string): Promise<Html> =>
  stateView(token, await SecondFactor.state(actor));

const EXPECTED = [WrongPassword, TwoFactorInvalid, TwoFactorNotBegun, TwoFactorAlreadyOn, RateLimited];

/** Makes the content with the problem and a form to continue. @throws an unexpected error */
async function problemView(
  actor: WebActor,
  action: Sent["action"],
  token: string,
  error: unknown,
): Promise<Html> {
  if (!isAnyOf(error, EXPECTED)) throw error;
  const isVerifying = action === "verify" && error.is(TwoFactorInvalid);
  return html`${alert(error.text)}${isVerifying ? await verifyView(token) : await currentState(actor, token)}`;
}
