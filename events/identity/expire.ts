import * as Kyc from "../../core/identity/kyc/index.ts";
import { scheduled } from "../_schedule.ts";

/** Every hour: expires identity verifications. */
export const handler = scheduled(async () => ({ due: await Kyc.expireDue() }));
