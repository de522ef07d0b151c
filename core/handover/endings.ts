import * as Delegation from "../defi/governance/delegation.ts";
import type { Endings } from "../identity/hand-over.ts";
import * as Kyc from "../identity/kyc/index.ts";
import { addressRemovalWrites } from "../wallets/owned.ts";

/**
 * What ends in the very transaction of a hand-over: what is read as of an instant, by those who ask nothing of
 * the account, and where money from outside would go.
 */
export const endings: Endings = async (userId) => {
  const ended = [
    Kyc.ending(userId),
    Delegation.ending({ mode: "live", userId }),
    addressRemovalWrites({ mode: "live", userId }),
  ];
  return (await Promise.all(ended)).flat();
};
