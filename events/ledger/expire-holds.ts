import { expireDue } from "../../core/ledger/reservations/end.ts";

/** Every minute: gives back what is left of the holds whose time is over. */
export const handler = async (): Promise<{ expired: number }> => ({ expired: await expireDue() });
