import * as Kyc from "../../core/identity/kyc/index.ts";
import { scheduled } from "../_schedule.ts";

/** Every hour: ends the validations of identities whose time is over. */
export const handler = scheduled(async () => ({ due: await Kyc.expireDue() }));
