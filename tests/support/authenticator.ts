import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { App } from "./app.ts";

/** A user's authenticator app (TOTP). */
export class Authenticator {
  readonly #totp: TOTP;
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** Returns the code of the current step plus `steps`. */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: Clock.nowMs() + steps * 30_000 });
  }

  /** Returns a code that is not valid now. */
  wrong(): string {
    const right = [-1, 0, 1].map((steps) => this.code(steps));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  }
}

interface Setup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
  readonly expiresAt: string;
}

/** Enables two-factor authentication as the app does. Uses up the current code. */
export async function enableTwoFactor(
  app: App,
  { headers }: { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<{
  readonly authenticator: Authenticator;
  readonly recoveryCodes: readonly string[];
  readonly setup: Setup;
}> {
  const begun = await app.call<Setup>("POST", "/user/2fa/enable", { body: {}, ...(headers && { headers }) });
  expect(begun.status).toBe(200);
  const authenticator = new Authenticator(begun.body.secret);
  const body = { code: authenticator.code() };
  const verified = await app.call<{ recoveryCodes: string[] }>("POST", "/user/2fa/verify", { body });
  expect(verified.body).toMatchObject({ success: true, enabled: true });
  return { authenticator, recoveryCodes: verified.body.recoveryCodes, setup: begun.body };
}
