import { InsufficientBalance } from "../core/ledger/errors.ts";
import type { RouteSpec } from "./route.ts";

/** Matches the paths of actions on credentials that are no secret items: sessions, devices with their keys, linked accounts, roles. */
const CREDENTIAL_PATH =
  /\/(sessions|devices|biometric|logout|logout-all|signout|accounts|role|role-requests)(\/|$)/;

const PERSONAL_DATA_PATH = /\/(export|erasure|share)(\/|$)/;

/**
 * Returns what a route touches that a recent proof protects, from its grants, errors, headers and path. The signature of an API
 * key's or a provider's request is its proof.
 */
export function protects(route: RouteSpec): readonly string[] {
  const { auth, signed, method, path, idempotent, errors = [], responses, grants = {} } = route;
  if (auth === "signature" || signed) return [];
  const changes = method !== "GET" && grants.table === "write";
  const touched: readonly (readonly [isTouched: boolean, what: string])[] = [
    [
      (grants.credentials ?? []).length > 0 ||
        grants.startsSessions === true ||
        grants.writesPasskeys === true ||
        (changes && CREDENTIAL_PATH.test(path)),
      "credentials",
    ],
    [Object.values(responses).some(({ headers = {} }) => Object.hasOwn(headers, "Cache-Control")), "secrets"],
    [grants.objects !== undefined || (changes && PERSONAL_DATA_PATH.test(path)), "exports"],
    [
      changes &&
        (idempotent === true ||
          errors.includes(InsufficientBalance) ||
          (grants.secrets ?? []).includes("STRIPE_SECRET_KEY")),
      "money",
    ],
    [changes && auth === "admin", "other users' accounts"],
  ];
  return touched.filter(([isTouched]) => isTouched).map(([, what]) => what);
}
