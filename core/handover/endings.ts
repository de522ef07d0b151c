import * as Delegation from "../defi/governance/delegation.ts";
import type { HandOverWrites } from "../identity/hand-over.ts";
import * as Kyc from "../identity/kyc/index.ts";
import { addressRemovalWrites } from "../wallets/owned.ts";

/**
 * Returns the writes of other contexts for the transaction of a hand-over. They end the KYC state and the delegation, which are read
 * without the account, and the public addresses, to which external money would be sent.
 */
export const handOverWrites: HandOverWrites = async (userId) => {
  const writes = [
    Kyc.handOverWrites(userId),
    Delegation.endDelegationWrites({ mode: "live", userId }),
    addressRemovalWrites({ mode: "live", userId }),
  ];
  return (await Promise.all(writes)).flat();
};
