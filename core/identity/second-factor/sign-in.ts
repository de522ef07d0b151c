import type { Proven } from "../sessions.ts";
import * as Users from "../users.ts";
import * as SecondFactor from "./index.ts";

/** What somebody signs in with. */
export interface Credentials extends SecondFactor.Given {
  readonly email: string;
  readonly password: string;
}

/**
 * The user whom all of these prove. The password is looked at first: a wrong one never tells whether the
 * account has a second factor.
 * @param ip from where it is tried
 * @throws as `Users.authenticate`; TWO_FACTOR_REQUIRED, TWO_FACTOR_INVALID
 */
export async function prove({ email, password, ...given }: Credentials, ip: string): Promise<Proven> {
  return SecondFactor.prove(await Users.authenticate(email, password, ip), given, ip);
}
