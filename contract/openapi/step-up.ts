import { STEP_UP_ABOVE_EUR } from "../../core/identity/schema.ts";
import type { RouteSpec } from "../route.ts";
import type { Json } from "./schemas.ts";

/** How the document tells of confirmations. */

export const stepUpHeaders: readonly Json[] = [
  {
    name: "X-Biometric-Assertion",
    in: "header",
    required: false,
    schema: {
      type: "string",
      maxLength: 4096,
      pattern: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
    },
    description:
      "Where the device has biometrics on: a compact JWS signed by its registered key, with the payload `{method, path, bodySha256, iat, jti}`. " +
      "`path` is the whole path as it is called, with `?` and the query where there is one; `bodySha256` the hex SHA-256 of the body's bytes " +
      "as sent (of none, that of the empty text); `iat` UNIX seconds, at most 60 from now; `jti` 1 to 128 characters, new for each request, " +
      "so for a retry too.",
  },
  {
    name: "X-2FA-Code",
    in: "header",
    required: false,
    schema: { type: "string", pattern: "^[0-9A-Za-z][0-9A-Za-z -]{4,38}[0-9A-Za-z]$" },
    description:
      "Where the device has no biometrics on and the account a second factor: a code of the authenticator, which counts once, or a " +
      "recovery code",
  },
];

export function stepUpNote({ stepUp }: Pick<RouteSpec, "stepUp">): string[] {
  if (stepUp === undefined) return [];
  const due =
    stepUp === "always"
      ? "always"
      : stepUp === "above-100-eur"
        ? `above ${STEP_UP_ABOVE_EUR} EUR or its worth, or where the worth is not known`
        : `when ${stepUp.when}`;
  return [
    `**Step-up** ${due}: 403 \`STEP_UP_REQUIRED\`, whose \`details.methods\` names what to confirm with (\`biometric\`, \`totp\`) and ` +
      "`details.reason` what was wrong. Without biometrics on the device and without a second factor it passes, unless the operator's " +
      "`STEP_UP_MODE=always` refuses that.",
  ];
}
