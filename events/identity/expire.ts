import * as Kyc from "../../core/identity/kyc/index.ts";

/** Every hour: ends the validations of identities whose time is over. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Kyc.expireDue() });
